package contract

import (
	"cmp"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"croupier/bff"
	"croupier/bff/internal/lists"
)

// leaf is one fault and the URL of the violated schema.
type leaf struct {
	bff.FieldFault
	schema string
}

// leaves returns the faults at the leaves of a validation error tree, in the order of the
// request's fields.
func leaves(err *jsonschema.ValidationError, d *definition) []leaf {
	out := collect(err, nil)
	slices.SortStableFunc(out, func(a, b leaf) int {
		return cmp.Or(
			cmp.Compare(position(d, a.Field), position(d, b.Field)),
			cmp.Compare(a.Field, b.Field),
			cmp.Compare(a.Rule, b.Rule),
		)
	})
	return out
}

func collect(err *jsonschema.ValidationError, out []leaf) []leaf {
	if len(err.Causes) > 0 {
		for _, cause := range err.Causes {
			out = collect(cause, out)
		}
		return out
	}
	at := fieldPath(err.InstanceLocation)
	switch k := err.ErrorKind.(type) {
	case *kind.Required:
		for _, name := range k.Missing {
			out = append(out, leaf{FieldFault: bff.FieldFault{Field: join(at, name), Rule: "required"}})
		}
	case *kind.AdditionalProperties:
		// Only the first one is named: a stranger may send thousands.
		out = append(out, leaf{FieldFault: bff.FieldFault{
			Field: join(at, slices.Min(k.Properties)),
			Rule:  "unknown_field",
		}})
	default:
		fault := keywordFault(err.ErrorKind)
		fault.Field = at
		out = append(out, leaf{fault, err.SchemaURL})
	}
	return out
}

// keywordFault returns the rule of the violated schema keyword.
func keywordFault(k jsonschema.ErrorKind) bff.FieldFault {
	with := func(rule, name string, value any) bff.FieldFault {
		return bff.FieldFault{Rule: rule, Params: map[string]string{name: fmt.Sprint(value)}}
	}
	switch k := k.(type) {
	case *kind.Type:
		return bff.FieldFault{Rule: "type"}
	case *kind.Enum:
		allowed := lists.Map(k.Want, func(v any) string { return fmt.Sprint(v) })
		return with("enum", "allowed", strings.Join(allowed, ", "))
	case *kind.Const:
		return with("const", "allowed", k.Want)
	case *kind.MinLength:
		if k.Got == 0 {
			return bff.FieldFault{Rule: "required"}
		}
		return with("min_length", "min", k.Want)
	case *kind.MaxLength:
		return with("max_length", "max", k.Want)
	case *kind.Minimum:
		return with("min", "min", k.Want.RatString())
	case *kind.Maximum:
		return with("max", "max", k.Want.RatString())
	case *kind.ExclusiveMinimum:
		return with("above", "min", k.Want.RatString())
	case *kind.MinItems:
		return with("min_items", "min", k.Want)
	case *kind.MaxItems:
		return with("max_items", "max", k.Want)
	case *kind.Pattern:
		return bff.FieldFault{Rule: "pattern"}
	default:
		return bff.FieldFault{Rule: "other"}
	}
}

// withDefinitionRule returns the fault of l with the rule of its definition if there is a message
// for it. For example, NewPassword has one message for a short password and for a password without
// a digit. The rules type and required remain.
func (c *Catalogue) withDefinitionRule(l leaf) *bff.FieldFault {
	fault := l.FieldFault
	if fault.Rule == "type" || fault.Rule == "required" {
		return &fault
	}
	d, err := c.schemas.find(strings.TrimPrefix(l.schema, base))
	if err != nil {
		return &fault
	}
	rule := snake(d.name)
	if _, ok := c.messages[fallbackLang]["rule."+rule]; !ok {
		return &fault
	}
	fault.Rule, fault.Params = rule, map[string]string{}
	for _, bound := range []struct{ keyword, param string }{
		{"minLength", "min"}, {"maxLength", "max"}, {"minimum", "min"}, {"maximum", "max"},
	} {
		if value, ok := d.raw[bound.keyword]; ok {
			fault.Params[bound.param] = fmt.Sprint(value)
		}
	}
	return &fault
}

// position returns the position of a field in the request. Unknown fields are last.
func position(d *definition, field string) int {
	top := field
	if i := strings.IndexAny(field, ".["); i >= 0 {
		top = field[:i]
	}
	if at, ok := d.order[top]; ok {
		return at
	}
	return math.MaxInt
}

// maxNameLength bounds the field names in faults, in bytes.
const maxNameLength = 64

// fieldPath formats an instance location as a path such as events[0].id.
func fieldPath(tokens []string) string {
	var path string
	for _, token := range tokens {
		if token != "" && strings.Trim(token, "0123456789") == "" {
			path += "[" + token + "]"
			continue
		}
		path = join(path, token)
	}
	return path
}

// join appends name to a path. Names of unknown fields come from the request, so they are truncated
// to maxNameLength.
func join(path, name string) string {
	if len(name) > maxNameLength {
		name = strings.ToValidUTF8(name[:maxNameLength], "") + "…"
	}
	if path == "" {
		return name
	}
	return path + "." + name
}

var wordBoundary = regexp.MustCompile(`(\p{Ll})(\p{Lu})`)

// snake converts the name of a definition to a message key: NewPassword to new_password.
func snake(name string) string {
	return strings.ToLower(wordBoundary.ReplaceAllString(name, "${1}_${2}"))
}
