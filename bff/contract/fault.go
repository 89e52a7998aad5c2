package contract

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"croupier/bff"
)

// leaf is one fault and where in the schemas the broken rule stands.
type leaf struct {
	bff.FieldFault
	schema string
}

// leaves turns a tree of validation errors into the faults of its leaves, as the keywords
// of the schemas have them, in the order of the request's fields.
func leaves(err *jsonschema.ValidationError, d definition) []leaf {
	out := gather(err, nil)
	slices.SortStableFunc(out, func(a, b leaf) int {
		return cmp.Or(
			cmp.Compare(place(d, a.Field), place(d, b.Field)),
			cmp.Compare(a.Field, b.Field),
			cmp.Compare(a.Rule, b.Rule),
		)
	})
	return out
}

func gather(err *jsonschema.ValidationError, out []leaf) []leaf {
	if len(err.Causes) > 0 {
		for _, cause := range err.Causes {
			out = gather(cause, out)
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
		for _, name := range k.Properties {
			out = append(out, leaf{FieldFault: bff.FieldFault{Field: join(at, name), Rule: "unknown_field"}})
		}
	default:
		fault := keywordFault(err.ErrorKind)
		fault.Field = at
		out = append(out, leaf{fault, err.SchemaURL})
	}
	return out
}

// keywordFault names the rule of the schema keyword that failed.
func keywordFault(k jsonschema.ErrorKind) bff.FieldFault {
	with := func(rule, name string, value any) bff.FieldFault {
		return bff.FieldFault{Rule: rule, Params: map[string]string{name: fmt.Sprint(value)}}
	}
	switch k := k.(type) {
	case *kind.Type:
		return bff.FieldFault{Rule: "type"}
	case *kind.Enum:
		return with("enum", "allowed", list(k.Want))
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

// named gives a leaf's fault the rule of the definition it stands in, where the messages
// have words for that: a NewPassword that is too short or lacks a digit breaks one rule for
// a player, not two. A value of another type, or none, stays what it is.
func (c *Catalogue) named(l leaf) *bff.FieldFault {
	fault := l.FieldFault
	if fault.Rule == "type" || fault.Rule == "required" {
		return &fault
	}
	d, problem := c.schemas.find(strings.TrimPrefix(l.schema, base))
	if problem != nil {
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

// place is where a fault's field stands in the request; unknown fields come last.
func place(d definition, field string) int {
	top := field
	if i := strings.IndexAny(field, ".["); i >= 0 {
		top = field[:i]
	}
	if at, ok := d.order[top]; ok {
		return at
	}
	return math.MaxInt
}

// maxNameLength is the most bytes of a field's name that a fault repeats.
const maxNameLength = 64

// fieldPath writes an instance location as a JSON path: events[0].id.
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

// join leads a path on to a name. Names are a stranger's own where nothing is known of
// them, so they are cut to a length that fits a message.
func join(path, name string) string {
	if len(name) > maxNameLength {
		name = strings.ToValidUTF8(name[:maxNameLength], "") + "…"
	}
	if path == "" {
		return name
	}
	return path + "." + name
}

func list(values []any) string {
	out := make([]string, len(values))
	for i, v := range values {
		out[i] = fmt.Sprint(v)
	}
	return strings.Join(out, ", ")
}

// snake writes a definition's name as a message key: NewPassword, new_password.
func snake(name string) string {
	var b strings.Builder
	lower := false
	for _, r := range name {
		if unicode.IsUpper(r) && lower {
			b.WriteByte('_')
		}
		lower = unicode.IsLower(r)
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}
