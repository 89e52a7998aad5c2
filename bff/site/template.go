package site

import (
	"fmt"
	"html"
	"strings"
)

// values are what a template is filled in with: a string for a value, a bool for a flag, []values for a
// list. Inside a list, names that an entry does not have are looked up in the values around it.
type values map[string]any

// template is a part of a page as the build has rendered it (web/src/app/shell/slots.tsx): ⟦name⟧ is a value,
// ⟦#name⟧…⟦/name⟧ is repeated for each entry of a list, or kept while a flag is set, and ⟦^name⟧…⟦/name⟧ is
// kept while it is not.
type template []part

// part is a text, a value, or a section.
type part struct {
	text     string // of a text
	name     string // of a value or a section
	section  bool
	inverted bool
	parts    template // of a section
}

const openMark, closeMark = "⟦", "⟧"

// parseTemplate parses a template. It fails where a section does not end.
func parseTemplate(source string) (template, error) {
	parts, rest, err := parseParts(source, "")
	if err == nil && rest != "" {
		err = fmt.Errorf("parse template: section ends twice before %.20q", rest)
	}
	return parts, err
}

// parseParts parses up to the end of the section name, or of the source where name is empty.
func parseParts(source, name string) (parts template, rest string, err error) {
	for {
		text, after, found := strings.Cut(source, openMark)
		if text != "" {
			parts = append(parts, part{text: text})
		}
		if !found {
			if name != "" {
				return nil, "", fmt.Errorf("parse template: section %s does not end", name)
			}
			return parts, "", nil
		}
		tag, after, found := strings.Cut(after, closeMark)
		if !found {
			return nil, "", fmt.Errorf("parse template: tag %.20q does not end", tag)
		}
		source = after
		switch {
		case tag == "/"+name && name != "":
			return parts, source, nil
		case strings.HasPrefix(tag, "/"):
			return nil, "", fmt.Errorf("parse template: unexpected end of section %s", tag[1:])
		case strings.HasPrefix(tag, "#"), strings.HasPrefix(tag, "^"):
			p := part{name: tag[1:], section: true, inverted: tag[0] == '^'}
			if p.parts, source, err = parseParts(source, p.name); err != nil {
				return nil, "", err
			}
			parts = append(parts, p)
		default:
			parts = append(parts, part{name: tag})
		}
	}
}

// fill appends the template with the values of scopes, the innermost of which is the last.
func (t template) fill(b *strings.Builder, scopes ...values) {
	for _, p := range t {
		switch {
		case p.name == "":
			b.WriteString(p.text)
		case !p.section:
			text, _ := lookup(scopes, p.name).(string)
			b.WriteString(html.EscapeString(text))
		default:
			p.fillSection(b, scopes)
		}
	}
}

// fillSection appends a section once for a flag, and once for each entry of a list.
func (p *part) fillSection(b *strings.Builder, scopes []values) {
	switch v := lookup(scopes, p.name).(type) {
	case []values:
		if p.inverted {
			if len(v) == 0 {
				p.parts.fill(b, scopes...)
			}
			return
		}
		for _, entry := range v {
			p.parts.fill(b, append(scopes[:len(scopes):len(scopes)], entry)...)
		}
	case bool:
		if v != p.inverted {
			p.parts.fill(b, scopes...)
		}
	default:
		if p.inverted {
			p.parts.fill(b, scopes...)
		}
	}
}

// lookup returns the value of a name in the innermost scope that has it.
func lookup(scopes []values, name string) any {
	for i := len(scopes) - 1; i >= 0; i-- {
		if v, ok := scopes[i][name]; ok {
			return v
		}
	}
	return nil
}
