package contract

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"croupier/bff"
)

// CheckRequest compares data with the call's request schema and names the first field at
// fault, in the order in which the schema lists them; nil where all is well. Numbers must
// be json.Number, and the call one of this catalogue.
func (c *Catalogue) CheckRequest(call *bff.Call, data map[string]any) *bff.FieldFault {
	request := c.byCall[call].request
	found, err := validate(request, data)
	switch {
	case err != nil:
		return &bff.FieldFault{Rule: "other"}
	case len(found) > 0:
		return c.named(found[0])
	default:
		return unlike(request, data)
	}
}

// CheckAnswer compares the `data` of an answer whose result is true with the call's
// answer schema. Numbers must be json.Number, and the call one of this catalogue. The error
// says where and why, for an operator; it never quotes a value, so it may be logged.
func (c *Catalogue) CheckAnswer(call *bff.Call, data any) error {
	return c.check(c.byCall[call].answer, data)
}

// CheckShape compares a value with any definition of the schemas by its name, such as
// "Bootstrap" or "AnswerEnvelope". Its errors are those of CheckAnswer.
func (c *Catalogue) CheckShape(name string, value any) error {
	for _, file := range c.schemas.files {
		if d, err := c.schemas.definition(file.Name + "#/$defs/" + name); err == nil {
			return c.check(d, value)
		}
	}
	return fmt.Errorf("no definition is called %q", name)
}

// maxReported is how many faults of an answer one error tells.
const maxReported = 3

func (c *Catalogue) check(d definition, value any) error {
	found, err := validate(d, value)
	if err != nil {
		return fmt.Errorf("%s: %w", d.name, err)
	}
	if len(found) == 0 {
		return nil
	}
	var told []string
	for _, l := range found[:min(len(found), maxReported)] {
		told = append(told, strings.TrimSpace(l.Field+" "+c.Message(fallbackLang, "rule."+l.Rule, l.Params)))
	}
	if more := len(found) - len(told); more > 0 {
		told = append(told, fmt.Sprintf("and %d more", more))
	}
	return fmt.Errorf("%s: %s", d.name, strings.Join(told, "; "))
}

// validate gives every fault of a value; the error is for values that are no JSON at all.
func validate(d definition, value any) ([]leaf, error) {
	if field, ok := unreadableNumber(value, ""); !ok {
		return []leaf{{FieldFault: bff.FieldFault{Field: field, Rule: "number"}}}, nil
	}
	err := d.schema.Validate(value)
	if err == nil {
		return nil, nil
	}
	var invalid *jsonschema.ValidationError
	if !errors.As(err, &invalid) {
		return nil, err
	}
	return leaves(invalid, d), nil
}

// unreadableNumber finds a number that is too long or too large to be looked at.
func unreadableNumber(v any, at string) (string, bool) {
	switch v := v.(type) {
	case json.Number:
		_, ok := readable(v)
		return at, ok
	case map[string]any:
		for key, value := range v {
			if field, ok := unreadableNumber(value, join(at, key)); !ok {
				return field, false
			}
		}
	case []any:
		for i, value := range v {
			if field, ok := unreadableNumber(value, fmt.Sprintf("%s[%d]", at, i)); !ok {
				return field, false
			}
		}
	}
	return "", true
}

// unlike finds a field that must repeat another and does not (x-same).
func unlike(d definition, data map[string]any) *bff.FieldFault {
	same, _ := d.raw["x-same"].(map[string]any)
	for _, field := range slices.Sorted(maps.Keys(same)) {
		if other, ok := same[field].(string); ok && data[field] != data[other] {
			return &bff.FieldFault{Field: field, Rule: "same", Params: map[string]string{"other": other}}
		}
	}
	return nil
}
