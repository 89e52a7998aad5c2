package search

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func lobby() *Index {
	var all []Item
	add := func(kind Kind, owner string, names ...string) {
		for _, name := range names {
			all = append(all, Item{kind, name, owner, json.RawMessage(fmt.Sprintf("%q", name))})
		}
	}
	add(Provider, "", "Kuzey Yıldızı", "Pragmatik Oyun", "Canlı Salon")
	add(Table, "Canlı Salon", "İstanbul Ruleti", "Hızlı Rulet", "Boğaz Blackjack")
	add(Game, "Kuzey Yıldızı", "Boğaz Fırtınası", "Altın Boğaz", "Işık Kulesi", "Olimpos Kapıları", "Kitap Avcısı")
	add(Game, "Pragmatik Oyun", "Şeker Patlaması", "Altın Arayan 3D", "Kayıp Boğazlar Şehri")
	return NewIndex(all)
}

// found lists the names of a result: games | tables | providers, and the suggestion.
func found(r Result) string {
	var parts []string
	for _, items := range r.Items {
		var names []string
		for _, i := range items {
			names = append(names, i.Name)
		}
		parts = append(parts, strings.Join(names, ", "))
	}
	out := strings.Join(parts, " | ")
	if r.Suggestion != "" {
		out += " ? " + r.Suggestion
	}
	return out
}

func TestFind(t *testing.T) {
	for _, row := range []struct{ name, text, want string }{
		{"a whole name comes first", "altın boğaz", "Altın Boğaz |  | "},
		{
			"the beginning of a name comes before that of a later word",
			"boğaz", "Boğaz Fırtınası, Altın Boğaz, Kayıp Boğazlar Şehri | Boğaz Blackjack | ",
		},
		{"Turkish letters, written without", "isik", "Işık Kulesi |  | "},
		{"capitals of a Turkish keyboard", "IŞIK", "Işık Kulesi |  | "},
		{"a dotted capital", "İSTANBUL", " | İstanbul Ruleti | "},
		{"one letter begins a word", "p", "Şeker Patlaması, Altın Arayan 3D, Kayıp Boğazlar Şehri |  | Pragmatik Oyun"},
		{"words in any order", "firt bogaz", "Boğaz Fırtınası |  | "},
		{"a word of the name and one of the provider", "altin kuzey", "Altın Boğaz |  | "},
		{
			"a provider with its games",
			"pragmatik", "Şeker Patlaması, Altın Arayan 3D, Kayıp Boğazlar Şehri |  | Pragmatik Oyun",
		},
		{"the middle of a word", "limpo", "Olimpos Kapıları |  | "},
		{"no spaces", "altinarayan", "Altın Arayan 3D |  | "},
		{"letters across words are none", "ikku", " |  | "},
		{"swapped letters", "rulte", " | Hızlı Rulet, İstanbul Ruleti |  ? Hızlı Rulet"},
		{"a wrong letter", "istanbil", " | İstanbul Ruleti |  ? İstanbul Ruleti"},
		{"a missing letter", "sekr patlama", "Şeker Patlaması |  |  ? Şeker Patlaması"},
		{
			"two wrong letters of a long word",
			"pragmtki", "Şeker Patlaması, Altın Arayan 3D, Kayıp Boğazlar Şehri |  | Pragmatik Oyun ? Pragmatik Oyun",
		},
		{"two wrong letters of a short word", "rlute x", " |  | "},
		{"a wrong letter in a word of three", "3b", " |  | "},
		{"a wrong word beside right ones", "altin qqqqqq", " |  | "},
		{"nothing but signs", "?!", " |  | "},
	} {
		assert.Equal(t, row.want, found(lobby().Find(row.text, 12)), row.name)
	}
	assert.Equal(t, "Boğaz Fırtınası | Boğaz Blackjack | ", found(lobby().Find("b", 1)), "limited by kind")
	assert.Equal(t, "Boğaz Fırtınası | Boğaz Blackjack |  ? Boğaz Fırtınası", found(lobby().Find("boğza", 1)),
		"a typing error")
}

// A typing error in a word of at least four letters never hides an item. The search finds the item,
// or an item that contains the exact text.
func TestATypingErrorIsForgiven(t *testing.T) {
	x := lobby()
	rapid.Check(t, func(t *rapid.T) {
		e := &x.entries[rapid.IntRange(0, len(x.entries)-1).Draw(t, "item")]
		word := []rune(rapid.SampledFrom(fold(e.Name)).Draw(t, "word"))
		if len(word) < oneErrorFrom+1 { // with one letter less, four remain
			t.Skip()
		}
		at := rapid.IntRange(0, len(word)-2).Draw(t, "at")
		letter := rapid.RuneFrom([]rune("abcçdefgğhıijklmnoöprsştuüvyz")).Draw(t, "letter")
		wrong := []rune{}
		switch rapid.IntRange(0, 3).Draw(t, "error") {
		case 0: // swapped
			wrong = append(wrong, word...)
			wrong[at], wrong[at+1] = wrong[at+1], wrong[at]
		case 1: // missing
			wrong = append(append(wrong, word[:at]...), word[at+1:]...)
		case 2: // superfluous
			wrong = append(append(append(wrong, word[:at]...), letter), word[at:]...)
		default: // another
			wrong = append(wrong, word...)
			wrong[at] = letter
		}
		r := x.Find(string(wrong), len(x.entries))
		for _, i := range r.Items[e.Kind] {
			if i.Name == e.Name {
				return
			}
		}
		require.True(t, r.Suggestion == "" && found(r) != " |  | ",
			"%q for %q of %q: %s", string(wrong), string(word), e.Name, found(r))
	})
}

func TestDistances(t *testing.T) {
	var d distances
	rapid.Check(t, func(t *rapid.T) {
		letters := rapid.SliceOfN(rapid.RuneFrom([]rune("abc")), 1, 7)
		a, b := letters.Draw(t, "a"), letters.Draw(t, "b")
		most := rapid.IntRange(1, 2).Draw(t, "most")
		whole, start := d.compare(a, b, most)
		least := len(a)
		for j := range len(b) + 1 {
			least = min(least, definition(a, b[:j]))
		}
		want := [2]int{min(definition(a, b), most+1), min(least, most+1)}
		require.Equal(t, want, [2]int{whole, start}, "%q and %q", string(a), string(b))
	})
}

// definition is the optimal string alignment of a and b, by recursion.
func definition(a, b []rune) int {
	if len(a) == 0 || len(b) == 0 {
		return len(a) + len(b)
	}
	wrong := 1
	if a[len(a)-1] == b[len(b)-1] {
		wrong = 0
	}
	n := min(definition(a[:len(a)-1], b)+1, definition(a, b[:len(b)-1])+1, definition(a[:len(a)-1], b[:len(b)-1])+wrong)
	if len(a) > 1 && len(b) > 1 && a[len(a)-1] == b[len(b)-2] && a[len(a)-2] == b[len(b)-1] {
		n = min(n, definition(a[:len(a)-2], b[:len(b)-2])+1)
	}
	return n
}

func FuzzFind(f *testing.F) {
	for _, text := range []string{
		"altın", "İ", "rulte", "سلوت", "\xff\xfe", strings.Repeat("a", 300), "a b c d e f g h", "'’`",
	} {
		f.Add(text, 12)
	}
	x := lobby()
	f.Fuzz(func(t *testing.T, text string, limit int) {
		r := x.Find(text, limit)
		for kind, items := range r.Items {
			assert.True(t, len(items) <= max(limit, 0), "%d items of kind %d, limit %d", len(items), kind, limit)
		}
		if r.Suggestion != "" && x.Find(r.Suggestion, 1).Suggestion != "" {
			t.Errorf("the suggestion %q for %q matches nothing itself", r.Suggestion, text)
		}
		NewIndex([]Item{{Game, text, text, nil}}).Find(text, 1)
	})
}

func TestFold(t *testing.T) {
	for text, want := range map[string]string{
		"Altın Boğaz":               "altin bogaz",
		"IŞIK ışık İSTANBUL":        "isik isik istanbul",
		"Çöl Rüzgârı":               "col ruzgari",
		"i\u0307stanbul":            "istanbul", // İ in lower case by Unicode's default
		"Şampiyon'un Kalesi – 3D":   "sampiyonun kalesi 3d",
		"Joker’s  20+5":             "jokers 20 5",
		"Ещё Ёлка":                  "еще елка",
		"سلوتس أُخرى ١٢":            "سلوتس اخري 12",
		"ＦＵＬＬ　width":                "full width",
		"Straße Łódź":               "strasse lodz",
		" \t!?· ":                   "",
		"zero\u200bwidth\ufefftext": "zerowidthtext",
	} {
		assert.Equal(t, want, strings.Join(fold(text), " "), "%q", text)
	}
}
