package site

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"time"

	"croupier/bff"
	"croupier/bff/contract"
)

// languageFormats contains the formats of a language. The build takes them from Intl, so that pages
// look the same before and after their scripts run (web/src/app/shell/formats.ts).
type languageFormats struct {
	Number   string            `json:"number"` // 12345.5
	Short    bool              `json:"short"`  // numbers of four digits have no separator
	Money    map[string]string `json:"money"`  // the number 1, by currency
	Date     string            `json:"date"`
	Datetime [2]string         `json:"datetime"` // before and after noon
	Plurals  []string          `json:"plurals"`  // plural form of 0 to 199, later forms repeat from 100 on
}

// formatter formats the values of a page like useFormat of the site.
type formatter struct {
	languageFormats
	separators []string          // of thousands, and of decimals
	icons      map[string]string // markup of the icons of categories
	brand      *bff.Brand
	lang       string
}

var digitGroups = regexp.MustCompile(`\d+`)

func (s *shell) formatter(d *pageData) *formatter {
	f := formatter{languageFormats: s.Formats[d.lang], icons: s.Icons, brand: d.brand, lang: d.lang}
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
	}
	return nil
}

func (f *formatter) plural(n int) string {
	if n >= len(f.Plurals) {
		n = 100 + n%100
	}
	return f.Plurals[n]
}

func (f *formatter) number(v float64, decimals int) string {
	whole, fraction, _ := strings.Cut(strconv.FormatFloat(v, 'f', decimals, 64), ".")
	for i := len(whole) - 3; i > 0 && (!f.Short || len(whole) != 4); i -= 3 {
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
