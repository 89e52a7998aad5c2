package sanitise

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"croupier/bff"
	"croupier/bff/contract"
)

// ownPicture matches pictures of the brand in the field image and in HTML with any quotes.
var ownPicture = regexp.MustCompile(`(^|(?i:\ssrc)\s*=\s*["']?)media/([^\s"'>]*)`)

// ownOrder separates own records from the platform's, because clients sort by order.
const ownOrder = 1_000_000

// Content compiles own content of a brand into records of the contract. It sanitises and checks them
// like answers of the platform. See config.ContentCompiler.
func Content(
	b *bff.Brand, items map[string]*bff.ContentItem, report func(problem, allowed string, path ...string),
) bff.Content {
	out := bff.Content{}
	for _, id := range slices.Sorted(maps.Keys(items)) {
		c := &compiler{ContentItem: items[id], brand: b, origins: originsOf(b)}
		c.report = func(field, problem, allowed string) {
			report(problem, allowed, append([]string{id}, strings.Split(field, ".")...)...)
		}
		c.ID = id
		c.check()
		c.Records = map[string]json.RawMessage{}
		for _, l := range b.Languages {
			if len(c.Languages) == 0 || slices.Contains(c.Languages, l.Lang) {
				c.Records[l.Lang] = c.record(l.Lang)
			}
		}
		if !c.Hidden {
			call := bff.ContentCall(c.Kind, b.HomeSlider)
			out[call] = append(out[call], c.ContentItem)
		}
	}
	for _, items := range out {
		slices.SortStableFunc(items, func(a, b *bff.ContentItem) int { return cmp.Compare(a.Order, b.Order) })
	}
	return out
}

// compiler compiles one item.
type compiler struct {
	*bff.ContentItem
	brand   *bff.Brand
	origins Origins
	report  func(field, problem, allowed string)
}

// check reports faults of the period and of the languages.
func (c *compiler) check() {
	if c.Kind == "promotion" && (c.From.IsZero() || c.Until.IsZero()) {
		c.report("until", "a promotion needs from and until", "the period, which pages show")
	}
	if !c.Until.IsZero() && !c.Until.After(c.From) {
		c.report("until", "is not after from", "")
	}
	fields := map[string][]string{"languages": c.Languages}
	for field, texts := range map[string]map[string]string{
		"title": c.Title, "text": c.Text, "button": c.Button, "html": c.HTML,
	} {
		fields[field] = slices.Collect(maps.Keys(texts))
	}
	for field, languages := range fields {
		for _, lang := range languages {
			if !c.brand.SupportsLanguage(lang) {
				c.report(field+"."+lang, fmt.Sprintf("the brand does not have the language %q", lang), "")
			}
		}
	}
}

// record returns the sanitised record of the item in a language. It reports violations of the
// contract, and links that sanitising removes.
func (c *compiler) record(lang string) json.RawMessage {
	calls := contract.MustLoad()
	class, method, _ := strings.Cut(bff.ContentCall(c.Kind, bff.SliderOfHome), "/") // all slides have one schema
	call, _ := calls.Lookup(class, method)
	raw, _ := json.Marshal([]any{c.fields(lang)}) //nolint:errchkjson // texts and numbers
	clean, refused, err := Data(raw, calls.Markup(call), c.origins, nil)
	for _, path := range refused {
		c.report(path[strings.LastIndexByte(path, '.')+1:], "contains an address to which pages must not lead",
			"a path of the site, or an address of an origin in origins.links or origins.images")
	}
	if found := calls.Violations(call, clean, nil); err != nil || len(found) > 0 {
		c.report("kind", fmt.Sprintf("the record violates the contract: %v %v", err, found), "")
	}
	return bytes.Trim(clean, "[]")
}

// text returns a text in a language, or else in the default language. It reports a missing text that
// the kind requires.
func (c *compiler) text(field string, texts map[string]string, lang string) string {
	if _, ok := texts[lang]; !ok {
		lang = c.brand.DefaultLang()
	}
	if texts[lang] == "" && len(texts) > 0 {
		c.report(field+"."+lang, "is missing", "a text in the default language, or in every language of the item")
	}
	return texts[lang]
}

// pictures returns a text with the addresses of the brand's pictures. It reports unknown ones.
func (c *compiler) pictures(field, text string) string {
	for _, found := range ownPicture.FindAllStringSubmatch(text, -1) {
		if c.brand.Media[found[2]] == nil {
			c.report(field, "unknown picture media/"+found[2], "a file in the directory media of the brand")
		}
	}
	return ownPicture.ReplaceAllString(text, "${1}/brand/media/$2")
}

// html returns the HTML in a language. It reports HTML of which nothing remains after sanitising.
func (c *compiler) html(lang string) string {
	text := c.pictures("html", c.text("html", c.HTML, lang))
	clean := HTML(text, c.origins[contract.TargetPage], c.origins[contract.TargetImage])
	if text != "" && strings.TrimSpace(clean) == "" {
		c.report("html", "contains nothing that pages may show", "text and simple markup without scripts")
	}
	return text
}

// fields returns the fields of the item's record in a language.
func (c *compiler) fields(lang string) map[string]any {
	title := c.text("title", c.Title, lang)
	if c.Kind == "information" {
		return map[string]any{"InfType": c.Type, "Title": title, "Text": c.html(lang)}
	}
	from, until := "2000-01-01 00:00:00", "2099-12-31 23:59:59" // the contract requires a period
	if !c.From.IsZero() {
		from = c.From.In(c.brand.Zone()).Format(contract.MomentLayout)
	}
	if !c.Until.IsZero() {
		until = c.Until.In(c.brand.Zone()).Format(contract.MomentLayout)
	}
	order := c.Order + map[string]int{bff.PlaceBefore: -ownOrder, bff.PlaceAfter: ownOrder}[c.Place]
	out := map[string]any{
		"id": "own-" + c.ID, "title": title, "image": c.pictures("image", c.Image),
		"Start_date": from, "End_date": until,
	}
	switch c.Kind {
	case "slide":
		out["text"], out["button"] = c.text("text", c.Text, lang), c.text("button", c.Button, lang)
		out["link"], out["Status"], out["sliderPlace"], out["order"] = c.Link, 1, "sol", order
	case "promotion":
		out["summary"], out["html"] = c.text("text", c.Text, lang), c.html(lang)
		out["Status"], out["order"] = 1, order
	case "popup":
		out["html"], out["link"], out["Active"] = c.html(lang), c.Link, 1
	}
	return out
}
