package art

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"maps"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// titles covers short and long titles, Turkish letters, digits, markup and other scripts.
var titles = []string{
	"Meyve Ateşi", "Elmas Gecesi", "Kapadokya Düşleri", "Firavun'un Sırrı", "Şeker Yağmuru", "İstanbul Işığı",
	"Wild 777", "Ay", "Muhteşem Mücevherler Diyarı Deluxe", "Afyonkarahisarlılaştıramadıklarımız", "Book of <Gold> & \"Fire\"",
	"{v #fff} $1 100%", "", "   ", "Огненные фрукты", "فواكه", "A B C D E F G", "Rüzgâr",
}

// Pictures are well-formed, run and load nothing, and the ids of different pictures differ. Covers are small and differ.
func TestPicturesAreWellFormedAndSelfContained(t *testing.T) {
	owner, covers := map[string]string{}, map[string]int{}
	check := func(name string, picture []byte) {
		t.Helper()
		for _, id := range checkPicture(t, name, picture) {
			other, ok := owner[id]
			require.True(t, !ok, "%s and %s share the id %q", name, other, id)
			owner[id] = name
		}
	}
	for i, title := range titles {
		check("cover "+title, Cover(CoverSpec{ID: i, Title: title, Provider: "Işık & <Oyun>", Jackpot: i%2 == 0}))
		check("table "+title, Table(TableSpec{ID: i, Name: title, Type: "poker"}))
		check("slide "+title, Slide(SlideSpec{ID: i, Title: title}))
		clear(owner) // pictures of one number but different texts may share ids
		checkPicture(t, "provider "+title, Provider(ProviderSpec{ID: i, Name: title}))
		checkPicture(t, "method "+title, Method(LogoSpec{Name: title, Kind: "card"}))
		checkPicture(t, "bank "+title, Bank(LogoSpec{Name: title}))
	}
	for i, name := range Themes() {
		checkPicture(t, "theme "+name, Cover(CoverSpec{ID: i, Title: name, Theme: name}))
		for j, subject := range []string{"", "bonus", "trophy", "cashback", "live", "sport"} {
			slide := SlideSpec{ID: i, Theme: name, Subject: subject, Aspect: []Aspect{Wide, Card, Tall}[j%3], Mirror: j%2 == 1}
			checkPicture(t, name+" slide "+subject, Slide(slide))
		}
	}
	for i, kind := range []string{"roulette", "blackjack", "baccarat", "poker", "gameshow", "sicbo", "dragontiger", "unknown", ""} {
		checkPicture(t, "table "+kind, Table(TableSpec{ID: i, Type: kind}))
	}
	for _, key := range append(IconKeys(), "no such key") {
		checkPicture(t, "icon "+key, CategoryIcon(key))
	}
	for id := range 120 {
		cover := Cover(CoverSpec{ID: id, Title: titles[id%12], Provider: "Bosphorus Studios", Jackpot: id%5 == 0})
		check(fmt.Sprint("cover ", id), cover)
		if id < 40 {
			check(fmt.Sprint("table ", id), Table(TableSpec{ID: id}))
			check(fmt.Sprint("slide ", id), Slide(SlideSpec{ID: id}))
		}
		var packed bytes.Buffer
		z := gzip.NewWriter(&packed)
		_, _ = z.Write(cover)
		_ = z.Close()
		other, ok := covers[string(cover)]
		assert.True(t, !ok && packed.Len() <= 6*1024,
			"cover %d has %d bytes compressed; equals %d: %v", id, packed.Len(), other, ok)
		covers[string(cover)] = id
	}
}

// residue matches unresolved shorthands and palette marks, invalid numbers and formatting errors.
var residue = regexp.MustCompile(`[{}]|\$[1-6]|NaN|Inf|%!`)

// checkPicture parses a picture as XML: it is well-formed, runs and loads nothing, and its ids are unique
// and include all references. It returns the ids.
func checkPicture(t *testing.T, name string, picture []byte) []string {
	t.Helper()
	ids, refs := map[string]bool{}, map[string]bool{}
	dec := xml.NewDecoder(bytes.NewReader(picture))
	for {
		token, err := dec.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		require.NoError(t, err, "%s: not well-formed: %v\n%s", name, err, picture)
		element, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		assert.NotContains(t, []string{"script", "foreignObject", "image", "style", "a", "iframe"}, element.Name.Local,
			"%s: contains <%s>", name, element.Name.Local)
		for _, attr := range element.Attr {
			switch key := attr.Name.Local; {
			case key == "id":
				assert.True(t, !ids[attr.Value], "%s: id %q twice", name, attr.Value)
				ids[attr.Value] = true
			case key == "href":
				refs[strings.TrimPrefix(attr.Value, "#")] = true
			case strings.Contains(attr.Value, "url("):
				refs[strings.TrimSuffix(strings.TrimPrefix(attr.Value, "url(#"), ")")] = true
			case key == "style", strings.HasPrefix(key, "on"):
				t.Errorf("%s: has the attribute %s", name, key)
			}
		}
	}
	for ref := range refs {
		assert.True(t, ids[ref], "%s: refers to %q, which does not exist", name, ref)
	}
	hit := residue.Find(picture)
	assert.Nil(t, hit, "%s: unresolved %q", name, hit)
	assert.True(t, bytes.Contains(picture, []byte(`viewBox="0 0 `)) && bytes.Contains(picture, []byte(` width="`)),
		"%s: lacks viewBox or width", name)
	return slices.Collect(maps.Keys(ids))
}

// Tiles beside and below each other have different colours, and the hero of a tile contrasts with its palette.
func TestNeighboursDifferInColour(t *testing.T) {
	for id := -50; id < 600; id++ {
		for columns := 2; columns <= 8; columns++ {
			a, b := paletteFor(id).name, paletteFor(id+columns).name
			require.NotEqual(t, b, a,
				"ids %d and %d, one below the other in %d columns, are both %s", id, id+columns, columns, a)
		}
		for _, a := range themes {
			p := a.tint(paletteFor(id))
			for _, b := range themes {
				q := b.tint(paletteFor(id + 1))
				require.True(t, hueGap(p.hue, q.hue) >= 24,
					"ids %d and %d (%s, %s): %s beside %s", id, id+1, a.name, b.name, p.name, q.name)
			}
			hero := a.pick(newRng(id, 1), p, "")[0]
			possible := slices.ContainsFunc(motifs[a.name], func(m motif) bool { return m.hue == anyHue || hueGap(m.hue, p.hue) > 34 })
			if possible && hero.hue != anyHue && hueGap(hero.hue, p.hue) <= 34 {
				t.Fatalf("id %d, %s: %s on %s", id, a.name, hero.name, p.name)
			}
		}
	}
}

func TestHeroIsTheMotifNamedByTheTitle(t *testing.T) {
	for _, tc := range []struct{ theme, title, hero string }{
		{"sea", "Anchor Voyage", "anchor"},
		{"sea", "Kayıp Sandık", "chest"},
		{"fruit", "Zesty Cherries", "cherry"},
		{"fruit", "ÇİLEK TARLASI", "strawberry"},
		{"gems", "Zümrüt Vadi", "emerald"},
		{"myth", "Yıldırım Destanı", "bolt"},
		{"gold", "Şerif Yolu", "star"},
	} {
		for id := range 40 {
			th := themeFor(tc.theme, newRng(id, 1))
			got := th.pick(newRng(id, 1), paletteFor(id), tc.title)[0].name
			require.Equal(t, tc.hero, got, "%s with id %d shows %s, want %s", tc.title, id, got, tc.hero)
		}
	}
	names := map[string]bool{}
	for _, th := range themes {
		names[th.name] = true
		// A slide shows five different motifs.
		n := len(motifs[th.name])
		assert.True(t, n >= 5 && n <= 6 && faces[th.face] != nil, "%s has %d motifs and the face %q", th.name, n, th.face)
		for _, m := range motifs[th.name] {
			assert.True(t, len(m.stems) != 0 && m.svg != "", "%s of %s has no title word or no drawing", m.name, th.name)
		}
	}
	assert.True(t, len(names) == 12 && len(Themes()) == 12, "%d themes, %d names, want 12", len(Themes()), len(names))
}

// Update the hashes when a drawing changes on purpose.
func TestOutputIsDeterministic(t *testing.T) {
	golden := []struct {
		name string
		draw func() []byte
		want string
	}{
		{"cover 1", func() []byte {
			return Cover(CoverSpec{ID: 1, Title: "Lale Devri", Provider: "Pera Play", Theme: "anatolia"})
		}, "482bb6ae4a06dd2a"},
		{"cover 42, seeded theme", func() []byte {
			return Cover(CoverSpec{ID: 42, Title: "Wild 777", Provider: "Lodos", Jackpot: true})
		}, "b17bc6e451dc5314"},
		{"table 7", func() []byte { return Table(TableSpec{ID: 7, Type: "roulette"}) }, "94cff65d7a985410"},
		{"slide 3", func() []byte { return Slide(SlideSpec{ID: 3, Subject: "bonus", Aspect: Card}) }, "6286017803643fce"},
		{"provider 5", func() []byte { return Provider(ProviderSpec{ID: 5, Name: "Anka Games"}) }, "f47774b9a88a6cc1"},
	}
	for _, g := range golden {
		first := g.draw()
		assert.Equal(t, g.draw(), first, "%s: two runs differ", g.name)
		sum := sha256.Sum256(first)
		// Other architectures may fuse multiply and add, which can change the last digit.
		if got := hex.EncodeToString(sum[:8]); got != g.want && runtime.GOARCH == "amd64" {
			t.Errorf("%s: hash %s, want %s", g.name, got, g.want)
		}
	}
}

func TestCapitalsDependOnLanguage(t *testing.T) {
	for _, tc := range []struct{ title, lang, want string }{
		{"Sihirli Elma", "tr", "SİHİRLİ ELMA"},
		{"Midnight Racer", "en", "MIDNIGHT RACER"},
		{"Şehir Işıkları", "", "ŞEHİR IŞIKLARI"},
		{"Gold Rush", "", "GOLD RUSH"},
		{"Wild Fire", "", "WILD FIRE"},
		{"Sihirli Elma", "", "Sihirli Elma"},
	} {
		got := capitals(tc.title, tc.lang)
		assert.Equal(t, tc.want, got, "capitals(%q, %q) = %q, want %q", tc.title, tc.lang, got, tc.want)
	}
}

func TestTitlesFitTheBox(t *testing.T) {
	b := box{18, 276, 264, 84}
	for name, load := range faces {
		f := load()
		assert.True(t, f.has("ABCÇDEFGĞHIİJKLMNOÖPRSŞTUÜVYZQWXabcçdefgğhıijklmnoöprsştuüvyzqwxâîû0123456789'&-.!:"),
			"%s lacks letters", name)
		for r, g := range f.glyphs {
			assert.True(t, !(g.advance <= 0) && len(g.outline) != 0, "%s: %q has no advance or outline", name, r)
		}
		for _, title := range titles {
			title = capitals(title, "")
			if !f.has(title) {
				continue
			}
			rows := breakTitle(f, title)
			require.True(t, len(rows) <= 2, "%q breaks into %d lines", title, len(rows))
			assert.Equal(t, strings.Join(strings.Fields(title), " "), strings.Join(rows, " "), "%q lost words: %q", title, rows)
			for i, l := range layLines(f, rows, b) {
				assert.True(t, !(l.width > b.w+0.5), "%s: %q line %d is %.1f wide, box %.1f", name, title, i, l.width, b.w)
				top := l.base - l.size*f.cap
				assert.True(t, !(top < b.y-0.5) && !(l.base > b.y+b.h+0.5),
					"%s: %q line %d stands from %.1f to %.1f", name, title, i, top, l.base)
			}
		}
	}
}

func TestWordmarksContrastWithDarkAndLight(t *testing.T) {
	contrast := func(a, b float64) float64 { return (max(a, b) + 0.05) / (min(a, b) + 0.05) }
	dark := luminance([3]float64{0x0A / 255.0, 0x12 / 255.0, 0x20 / 255.0})
	light := luminance([3]float64{0xF7 / 255.0, 0xF6 / 255.0, 0xF2 / 255.0})
	for hue := range 360 {
		var rgb [3]float64
		var n [3]int
		_, err := fmt.Sscanf(evenTone(float64(hue)), "#%02x%02x%02x", &n[0], &n[1], &n[2])
		require.NoError(t, err)
		for i := range rgb {
			rgb[i] = float64(n[i]) / 255
		}
		l := luminance(rgb)
		// WCAG requires 3:1 for large lettering.
		assert.True(t, !(contrast(l, dark) < 3.6) && !(contrast(l, light) < 3.6),
			"hue %d: contrast %.2f on dark, %.2f on light", hue, contrast(l, dark), contrast(l, light))
	}
}
