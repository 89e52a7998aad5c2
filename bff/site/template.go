package site

import (
	"fmt"
	"html"
	"slices"
	"strings"
)

// values are what a template is filled in with. Names that the entry of a section lacks are looked up around it.
type values map[string]any

// markup is a value that needs no escaping.
type markup string

// template is a part of a page, some of which the build has rendered (web/src/app/shell/slots.tsx): ⟦name⟧ is a value,
// ⟦#name⟧…⟦/name⟧ is repeated for each entry of a list, or kept while a flag or a text is set, and ⟦^name⟧…⟦/name⟧ is
// kept while none is. The entries of a list of texts are their value "it".
type template []part

// part is a text with the tag behind it.
type part struct {
	text, name string
	inverted   bool
	section    template // nil for a value
}

// parseTemplate parses a template. It fails where a section does not end.
func parseTemplate(source string) (template, error) {
	t := template{}
	for {
		text, after, found := strings.Cut(source, "⟦")
		if !found {
			return append(t, part{text: text}), nil
		}
		tag, rest, found := strings.Cut(after, "⟧")
		if !found || strings.HasPrefix(tag, "/") {
			return nil, fmt.Errorf("parse template: unexpected %.20q", after)
		}
		p := part{text: text, name: strings.TrimLeft(tag, "#^"), inverted: strings.HasPrefix(tag, "^")}
		if p.name != tag {
			inner, behind, found := strings.Cut(rest, "⟦/"+p.name+"⟧")
			if !found {
				return nil, fmt.Errorf("parse template: section %s does not end", p.name)
			}
			var err error
			if p.section, err = parseTemplate(inner); err != nil {
				return nil, err
			}
			rest = behind
		}
		t, source = append(t, p), rest
	}
}

// UnmarshalText parses a template in JSON.
func (t *template) UnmarshalText(source []byte) (err error) {
	*t, err = parseTemplate(string(source))
	return err
}

// mustParse parses a template of this package.
func mustParse(source string) template {
	t, err := parseTemplate(source)
	if err != nil {
		panic(err)
	}
	return t
}

// fill returns the template with the values of scopes, the innermost of which is the last.
func (t template) fill(scopes ...values) string {
	var b strings.Builder
	for _, p := range t {
		b.WriteString(p.text)
		value := lookup(scopes, p.name)
		entries := entriesOf(value)
		switch {
		case p.section == nil:
			b.WriteString(textOf(value))
		case !p.inverted:
			for _, entry := range entries {
				b.WriteString(p.section.fill(append(slices.Clip(scopes), entry)...))
			}
		case len(entries) == 0:
			b.WriteString(p.section.fill(scopes...))
		}
	}
	return b.String()
}

func textOf(value any) string {
	if raw, ok := value.(markup); ok {
		return string(raw)
	}
	text, _ := value.(string)
	return html.EscapeString(text)
}

// entriesOf returns the values that a section is repeated for.
func entriesOf(value any) (entries []values) {
	switch v := value.(type) {
	case []values:
		return v
	case []string:
		for _, text := range v {
			entries = append(entries, values{"it": text})
		}
	case nil, markup:
	default:
		if v != "" && v != false {
			return []values{nil}
		}
	}
	return entries
}

// lookup returns the value of a name in the innermost scope that has it.
func lookup(scopes []values, name string) any {
	for _, scope := range slices.Backward(scopes) {
		if v, ok := scope[name]; ok {
			return v
		}
	}
	return nil
}
