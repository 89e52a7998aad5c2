package contract

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"croupier/bff"
	"croupier/bff/internal/names"
)

// CheckRequest validates data against the request schema of a call. It returns the fault of the
// first invalid field in the order of the schema, or nil. Numbers must be json.Number, and the call
// must be from this catalogue.
func (c *Catalogue) CheckRequest(call *bff.Call, data map[string]any) *bff.FieldFault {
	request := c.byCall[call].request
	if found := validate(request, data); len(found) > 0 {
		return c.withDefinitionRule(found[0])
	}
	if name := request.variantOfName(data); name != "" {
		return &bff.FieldFault{Field: join("", name), Rule: "unknown_field"}
	}
	return checkSame(request, data)
}

// variantOfName returns the alphabetically first name of data that differs from a property only in
// case, or "". A platform that ignores case would read it as the property.
func (d *definition) variantOfName(data map[string]any) string {
	first := ""
	for name := range data {
		property, ok := d.folded[names.FoldCase(name)]
		if ok && property != name && (first == "" || name < first) {
			first = name
		}
	}
	return first
}

// CheckAnswer validates the `data` of an answer with result=true against the answer schema of a
// call. Numbers must be json.Number, and the call must be from this catalogue. The error names the
// fields and rules for operators. It contains no values, so it may be logged.
func (c *Catalogue) CheckAnswer(call *bff.Call, data any) error {
	d := c.byCall[call].answer
	found := validate(d, data)
	if len(found) == 0 {
		return nil
	}
	var messages []string
	for _, l := range found[:min(len(found), maxReported)] {
		messages = append(messages,
			strings.TrimPrefix(l.Field+": "+c.Message(fallbackLang, "rule."+l.Rule, l.Params), ": "))
	}
	if more := len(found) - len(messages); more > 0 {
		messages = append(messages, fmt.Sprintf("and %d more", more))
	}
	return fmt.Errorf("%s: %s", d.name, strings.Join(messages, " "))
}

// maxReported is the maximum number of faults in the error of an answer.
const maxReported = 3

// CheckFields validates a value against the schema definition with a name. It returns the fault of
// the first invalid field, or nil. Numbers must be json.Number.
func (c *Catalogue) CheckFields(name string, value any) *bff.FieldFault {
	if found := validate(c.schemas.byName[name], value); len(found) > 0 {
		return c.withDefinitionRule(found[0])
	}
	return nil
}

func validate(d *definition, value any) []leaf {
	if at, ok := oversizedNumber(value); !ok {
		slices.Reverse(at)
		return []leaf{{FieldFault: bff.FieldFault{Field: fieldPath(at), Rule: "number"}}}
	}
	var invalid *jsonschema.ValidationError
	switch err := d.schema.Validate(value); {
	case err == nil:
		return nil
	case errors.As(err, &invalid):
		return leaves(invalid, d)
	}
	return []leaf{{FieldFault: bff.FieldFault{Rule: "other"}}} // the value is not JSON
}

// oversizedNumber returns the tokens of the path of a number that exceeds the bounds, the innermost
// first. ok is false if there is one.
func oversizedNumber(v any) (at []string, ok bool) {
	switch v := v.(type) {
	case json.Number:
		return nil, withinBounds(v)
	case map[string]any:
		for key, value := range v {
			if at, ok := oversizedNumber(value); !ok {
				return append(at, key), false
			}
		}
	case []any:
		for i, value := range v {
			if at, ok := oversizedNumber(value); !ok {
				return append(at, strconv.Itoa(i)), false
			}
		}
	}
	return nil, true
}

// checkSame returns the fault of a field that must equal another (x-same) and does not.
func checkSame(d *definition, data map[string]any) *bff.FieldFault {
	same, _ := d.raw["x-same"].(map[string]any)
	for _, field := range slices.Sorted(maps.Keys(same)) {
		if other, ok := same[field].(string); ok && data[field] != data[other] {
			return &bff.FieldFault{Field: field, Rule: "same", Params: map[string]string{"other": other}}
		}
	}
	return nil
}

// Date formats of the contract, in the time zone of the brand.
const (
	DayLayout    = "2006-01-02"
	MomentLayout = "2006-01-02 15:04:05"
)

// formats are the custom formats of the schemas. A format accepts values of other types, which the
// schema's type rejects.
var formats = []*jsonschema.Format{
	{Name: "money", Validate: ofType(
		func(n json.Number) error { _, err := bff.ParseMinorUnits(string(n)); return err })},
	{Name: "day", Validate: ofType(checkTime(DayLayout))},
	{Name: "moment", Validate: ofType(checkTime(MomentLayout))},
	{Name: "day-or-moment", Validate: ofType(checkDayOrMoment)},
	{Name: "new-password", Validate: ofType(checkPassword)},
}

// ofType applies a check to the values of its type.
func ofType[T any](check func(T) error) func(any) error {
	return func(v any) error {
		if typed, ok := v.(T); ok {
			return check(typed)
		}
		return nil
	}
}

func checkTime(layout string) func(string) error {
	return func(s string) error {
		t, err := time.Parse(layout, s)
		if err == nil && t.Format(layout) != s {
			err = fmt.Errorf("want the format %s", layout)
		}
		return err
	}
}

func checkDayOrMoment(s string) error {
	if len(s) == len(DayLayout) {
		return checkTime(DayLayout)(s)
	}
	return checkTime(MomentLayout)(s)
}

// checkPassword checks the characters of a new password. The schema checks its length.
func checkPassword(s string) error {
	if !strings.ContainsFunc(s, unicode.IsUpper) {
		return errors.New("want an uppercase letter")
	}
	if !strings.ContainsAny(s, "0123456789") {
		return errors.New("want a digit")
	}
	return nil
}

// Bounds of numbers in requests and answers. The schema library converts every number to a big.Rat,
// so 1e999999999 would exhaust the memory.
const (
	maxNumberLength = 40
	maxExponent     = 30
)

// withinBounds reports whether n is within the bounds.
func withinBounds(n json.Number) bool {
	if len(n) > maxNumberLength {
		return false
	}
	i := strings.IndexAny(string(n), "eE")
	if i < 0 {
		return true
	}
	e, err := strconv.Atoi(string(n[i+1:]))
	return err == nil && -maxExponent <= e && e <= maxExponent
}
