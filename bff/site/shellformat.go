package site

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"time"

	"golang.org/x/text/feature/plural"
	xlanguage "golang.org/x/text/language"

	"croupier/bff"
	"croupier/bff/contract"
)

// languageFormats contains the formats of a language. The build takes them from Intl, so that pages
// look the same before and after their scripts run (web/src/app/shell/formats.ts).
type languageFormats struct {
	Number   string                       `json:"number"` // 12345.5
	Money    map[string]string            `json:"money"`  // the number 1, by currency
	Date     string                       `json:"date"`
	Datetime [2]string                    `json:"datetime"` // before and after noon
	Relative map[string]map[string]string `json:"relative"` // by unit, then by number or plural form
	Units    map[string]map[string]string `json:"units"`
}

// formatter formats the values of a page like useFormat of the site.
type formatter struct {
	languageFormats
	separators []string          // of thousands, and of decimals
	icons      map[string]string // markup of the icons of categories
	brand      *bff.Brand
	lang       string
	now        time.Time
}

var digitGroups = regexp.MustCompile(`\d+`)

// formatter returns the formatter of a page.
func (s *shell) formatter(d *pageData) *formatter {
	f := formatter{languageFormats: s.Formats[d.lang], icons: s.Icons, brand: d.brand, lang: d.lang, now: d.now}
	f.separators = digitGroups.Split(f.Number, -1)
	return &f
}

// formatKey is the name of the formatter in the outermost scope of a template.
const formatKey = ":"

// format returns a value in the format that a template names, or nil for a value of another type.
func (f *formatter) format(name string, value any) any {
	text, _ := value.(string)
	number, isNumber := value.(float64)
	switch name {
	case "html":
		return markup(text) // the reader of guest calls returns sanitised answers
	case "path":
		return pathSegment(plainText(value))
	case "digits":
		return digits(text)
	case "icon":
		icon, ok := f.icons[text]
		if !ok {
			icon = f.icons[""]
		}
		return markup(icon)
	}
	if isNumber {
		switch name {
		case "plural":
			return []values{{f.plural(int(number)): true}}
		case "money", "round":
			return f.money(number, name == "round")
		}
		return f.number(number, -1)
	}
	t, err := time.ParseInLocation(contract.MomentLayout, text, f.brand.Zone())
	if err != nil {
		return nil
	}
	switch name {
	case "date":
		return f.date(t, "02/01/2006", f.Date)
	case "datetime":
		return f.date(t, "02/01/2006 15:04", f.Datetime[t.Hour()/12])
	case "relative":
		return f.relative(t)
	case "countdown":
		return f.countdown(t.Sub(f.now))
	}
	return nil
}

// digits returns the characters of a text, with digits apart.
func digits(text string) (out []values) {
	for _, c := range text {
		name := "it"
		if c >= '0' && c <= '9' {
			name = "digit"
		}
		out = append(out, values{name: string(c)})
	}
	return out
}

var pluralForms = map[plural.Form]string{
	plural.Other: "other", plural.Zero: "zero", plural.One: "one", plural.Two: "two", plural.Few: "few",
	plural.Many: "many",
}

func (f *formatter) plural(n int) string {
	return pluralForms[plural.Cardinal.MatchPlural(xlanguage.Make(f.lang), n, 0, 0, 0, 0)]
}

// textOfCount returns the text for a number, padded with zeros to a width.
func (f *formatter) textOfCount(texts map[string]string, n, width int) string {
	if text, ok := texts[strconv.Itoa(n)]; ok {
		return text
	}
	return strings.Replace(texts[f.plural(n)], "#", fmt.Sprintf("%0*d", width, n), 1)
}

func (f *formatter) number(v float64, decimals int) string {
	whole, fraction, _ := strings.Cut(strconv.FormatFloat(v, 'f', decimals, 64), ".")
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + f.separators[1] + whole[i:]
	}
	if fraction != "" {
		whole += f.separators[2] + fraction
	}
	return whole
}

// isolated isolates a text with digits in Arabic.
func (f *formatter) isolated(text string) string {
	if direction(f.lang) == "rtl" {
		return "\u2066" + text + "\u2069"
	}
	return text
}

// one matches the number 1 and its decimals.
var one = regexp.MustCompile(`1(?:\D(0+))?`)

// money formats an amount. round omits zero decimals.
func (f *formatter) money(v float64, round bool) string {
	code := f.brand.Currency
	sign, decimals := f.Money[code], 2
	isSign := f.brand.Formats.Money == "symbol" && sign != ""
	if isSign {
		decimals = len(one.FindStringSubmatch(sign)[1])
	}
	if round && v == math.Trunc(v) {
		decimals = 0
	}
	text := f.number(v, decimals)
	if isSign {
		return one.ReplaceAllLiteralString(sign, text)
	}
	if code == "TRY" {
		code = "TL"
	}
	return f.isolated(text + "\u00a0" + code)
}

func (f *formatter) date(t time.Time, dmy, locale string) string {
	if f.brand.Formats.Dates != "locale" {
		return f.isolated(t.Format(dmy))
	}
	return t.Format(locale)
}

const day = 24 * time.Hour

// relative formats a time to come, such as "in 3 days". A day or more counts calendar days.
func (f *formatter) relative(t time.Time) string {
	switch left := max(t.Sub(f.now), 0); {
	case left >= day:
		midnight := func(t time.Time) time.Time {
			y, m, d := t.Date()
			return time.Date(y, m, d, 0, 0, 0, 0, time.UTC)
		}
		days := midnight(t).Sub(midnight(f.now.In(t.Location()))) / day
		return f.textOfCount(f.Relative["day"], int(days), 1)
	case left >= time.Hour:
		return f.textOfCount(f.Relative["hour"], int(left/time.Hour), 1)
	default:
		return f.textOfCount(f.Relative["minute"], int(left/time.Minute), 1)
	}
}

// countdown returns the parts of a duration: days, hours, minutes, and seconds within the last day.
func (f *formatter) countdown(left time.Duration) []string {
	seconds := int(max(left, 0) / time.Second)
	hour := f.textOfCount(f.Units["hour"], seconds/3600%24, 2)
	minute := f.textOfCount(f.Units["minute"], seconds/60%60, 2)
	if days := seconds / 86400; days > 0 {
		return []string{f.textOfCount(f.Units["day"], days, 1), hour, minute}
	}
	return []string{hour, minute, f.textOfCount(f.Units["second"], seconds%60, 2)}
}
