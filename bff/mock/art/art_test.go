package art

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff/mock/webpage"
)

// titles covers short and long titles, Turkish letters, digits, markup and other scripts.
var titles = []string{
	"Meyve Ateşi", "Elmas Gecesi", "Kapadokya Düşleri", "Firavun'un Sırrı", "Şeker Yağmuru", "İstanbul Işığı",
	"Wild 777", "Ay", "Muhteşem Mücevherler Diyarı Deluxe", "Afyonkarahisarlılaştıramadıklarımız",
	"Book of <Gold> & \"Fire\"",
	"{v #fff} $1 100%", "", "   ", "Огненные фрукты", "فواكه", "A B C D E F G", "Rüzgâr",
}

// A picture must be well-formed and must not run or load anything. Different pictures have
// different ids. Covers differ, and are the same if drawn again.
func TestPicturesAreWellFormedAndSelfContained(t *testing.T) {
	owner, covers := map[string]string{}, map[string]bool{}
	check := func(name string, picture []byte) {
		t.Helper()
		for _, id := range checkPicture(t, name, picture) {
			require.NotContains(t, owner, id, name)
			owner[id] = name
		}
	}
	for i, title := range titles {
		check("cover "+title, Cover(CoverSpec{ID: i, Title: title, Provider: "Işık & <Oyun>", Jackpot: i%2 == 0}))
		check("table "+title, Table(i, title, "poker"))
		check("slide "+title, Slide(SlideSpec{ID: i, Width: 1680, Height: 720}))
		clear(owner) // pictures with one number but different texts may share ids
		checkPicture(t, "provider "+title, Provider(i, title))
		checkPicture(t, "method "+title, Method(title, "card"))
		checkPicture(t, "bank "+title, Bank(title))
	}
	for i, name := range Themes() {
		checkPicture(t, "theme "+name, Cover(CoverSpec{ID: i, Title: name, Theme: name}))
		subject := []string{"", "bonus", "trophy", "cashback", "live", "sport"}[i%6]
		slide := SlideSpec{
			ID: i, Theme: name, Subject: subject, Width: []int{1680, 1280, 800}[i%3],
			Height: []int{720, 720, 1000}[i%3], Mirror: i%2 == 1,
		}
		checkPicture(t, name+" slide "+subject, Slide(slide))
	}
	for kind := range tableKinds {
		checkPicture(t, "table "+kind, Table(len(kind), "", kind))
	}
	for id := range 60 {
		spec := CoverSpec{ID: id, Title: titles[id%12], Provider: "Bosphorus Studios", Jackpot: id%5 == 0}
		cover := Cover(spec)
		check(fmt.Sprint("cover ", id), cover)
		assert.Equal(t, cover, Cover(spec))
		covers[string(cover)] = true
	}
	assert.Len(t, covers, 60)
}

// residue matches unresolved shorthands and palette marks, invalid numbers and formatting errors.
var residue = regexp.MustCompile(`[{}]|\$[1-6]|NaN|Inf|%!`)

var titleElement = regexp.MustCompile(`<title>.*?</title>`)

// checkPicture parses a picture as XML. A picture must run and load nothing, and its unique ids
// must include all references. Filters are too expensive for a page with dozens of covers. As
// served, a picture has at most 6 KB. checkPicture returns the ids.
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
		assert.NotContains(t, []string{"script", "foreignObject", "image", "style", "a", "iframe", "filter"},
			element.Name.Local, name)
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
	assert.Empty(t, string(residue.Find(titleElement.ReplaceAll(picture, nil))), name)
	assert.LessOrEqual(t, len(webpage.Compressed(picture)), 6*1024, name)
	assert.True(t, bytes.Contains(picture, []byte(`viewBox="0 0 `)) && bytes.Contains(picture, []byte(` width="`)),
		name)
	return slices.Collect(maps.Keys(ids))
}

func TestHeroIsTheMotifNamedByTheTitle(t *testing.T) {
	for _, tc := range []struct{ theme, title, hero string }{
		{"sea", "Anchor Voyage", "anchor"},
		{"fruit", "ÇİLEK TARLASI", "strawberry"},
		{"gems", "Zümrüt Vadi", "emerald"},
	} {
		for id := range 40 {
			th := themeFor(tc.theme, newRng(id, 1))
			require.Equal(t, tc.hero, th.pick(newRng(id, 1), choose(id, palettes), tc.title)[0].name, "%s with id %d",
				tc.title, id)
		}
	}
	assert.Len(t, slices.Compact(slices.Sorted(slices.Values(Themes()))), 12)
	for _, th := range themes {
		assert.GreaterOrEqual(t, len(motifs[th.name]), 5, "a slide of %s shows five different motifs", th.name)
		assert.Contains(t, faces(), th.face, th.name)
		for _, m := range motifs[th.name] {
			assert.True(t, len(m.stems) != 0 && m.svg != "", "%s of %s has no title word or no drawing", m.name,
				th.name)
		}
	}
}

func TestCapitalsDependOnLanguage(t *testing.T) {
	for _, tc := range []struct{ title, lang, want string }{
		{"Sihirli Elma", "tr", "SİHİRLİ ELMA"},
		{"Midnight Racer", "en", "MIDNIGHT RACER"},
		{"Şehir Işıkları", "tr", "ŞEHİR IŞIKLARI"},
	} {
		assert.Equal(t, tc.want, capitals(tc.title, tc.lang), tc.lang)
	}
}
