package site

import (
	"fmt"
	"html"
	"slices"
	"strconv"
	"strings"
)

// values are the values for a template. If an entry of a section lacks a name, the surrounding
// scopes supply it.
type values map[string]any

// markup is a value that must not be escaped.
type markup string

// template is a part of a page. The build renders some of them (web/src/app/shell/slots.tsx).
// ⟦name⟧ is a value. ⟦#name⟧…⟦/name⟧ is a section that repeats for each entry of a list, or appears
// once if a flag or text is set. ⟦^name⟧…⟦/name⟧ appears if none is set. In a list of texts, "it"
// is the current text. ⟦name:format⟧ is a value in a format (shellformat.go).
// ⟦@namespace:key⟧⟦$placeholder⟧value⟦/$placeholder⟧…text⟦/@namespace:key⟧ is a text of the site
// with its values, which a brand can replace.
//
// html/template and Mustache libraries call methods by name, so the linker would keep every method
// of every type.
type template []part

// part is a text followed by a tag.
type part struct {
	text, name string
	formats    []string
	inverted   bool
	section    template // nil for a value
}

// parseTemplate parses a template. It fails if a section has no end. The last part has only a text.
// texts returns the text of a brand for a key. nil: the template has its built-in texts.
func parseTemplate(source string, texts func(key string) (text string, ok bool)) (template, error) {
	t, start := template{}, "" // start is the text before source
	for {
		text, after, found := strings.Cut(source, "⟦")
		if text = start + text; !found {
			return append(t, part{text: text}), nil
		}
		start = ""
		tag, rest, found := strings.Cut(after, "⟧")
		if !found || strings.HasPrefix(tag, "/") {
			return nil, fmt.Errorf("could not parse the template: unexpected %.20q", after)
		}
		if key, isText := strings.CutPrefix(tag, "@"); isText {
			inner, behind, found := strings.Cut(rest, "⟦/"+tag+"⟧")
			if !found {
				return nil, fmt.Errorf("could not parse the template: text %s has no end", key)
			}
			parts, err := parseTemplate(wording(key, inner, texts), texts)
			if err != nil {
				return nil, err
			}
			parts[0].text = text + parts[0].text
			last := len(parts) - 1
			t, start, source = append(t, parts[:last]...), parts[last].text, behind
			continue
		}
		p := part{text: text, name: strings.TrimLeft(tag, "#^"), inverted: strings.HasPrefix(tag, "^")}
		if p.name != tag {
			inner, behind, found := strings.Cut(rest, "⟦/"+p.name+"⟧")
			if !found {
				return nil, fmt.Errorf("could not parse the template: section %s has no end", p.name)
			}
			var err error
			if p.section, err = parseTemplate(inner, texts); err != nil {
				return nil, err
			}
			rest = behind
		}
		p.formats = strings.Split(p.name, ":")
		p.name, p.formats = p.formats[0], p.formats[1:]
		t, source = append(t, p), rest
	}
}

// wording returns the template of a text, either the built-in one or that of the brand. marked
// contains the values of placeholders and the built-in text.
func wording(key, marked string, texts func(string) (string, bool)) string {
	var values []string
	for {
		tag, isValue := strings.CutPrefix(marked, "⟦$")
		if !isValue {
			break
		}
		name, rest, _ := strings.Cut(tag, "⟧")
		value, behind, _ := strings.Cut(rest, "⟦/$"+name+"⟧")
		values, marked = append(values, "{{"+name+"}}", value), behind
	}
	if texts != nil {
		if text, ok := texts(key); ok {
			return strings.NewReplacer(values...).Replace(html.EscapeString(text))
		}
	}
	return marked
}

// UnmarshalText parses a template from JSON.
func (t *template) UnmarshalText(source []byte) (err error) {
	*t, err = parseTemplate(string(source), nil)
	return err
}

// mustParse parses a template of this package and panics if it is invalid.
func mustParse(source string) template {
	t, err := parseTemplate(source, nil)
	if err != nil {
		panic(err)
	}
	return t
}

// fill returns the template filled with the values of scopes. The last scope is the innermost.
func (t template) fill(scopes ...values) string {
	var b strings.Builder
	t.write(&b, scopes)
	return b.String()
}

func (t template) write(b *strings.Builder, scopes []values) {
	for _, p := range t {
		b.WriteString(p.text)
		value := lookup(scopes, p.name)
		for _, name := range p.formats {
			value = scopes[0][formatKey].(*formatter).format(name, value)
		}
		if p.section == nil {
			b.WriteString(textOf(value))
			continue
		}
		entries := entriesOf(value)
		if !p.inverted {
			for _, entry := range entries {
				p.section.write(b, append(slices.Clip(scopes), entry))
			}
		} else if len(entries) == 0 {
			p.section.write(b, scopes)
		}
	}
}

func textOf(value any) string {
	switch v := value.(type) {
	case markup:
		return string(v)
	case string:
		return html.EscapeString(v)
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	case int:
		return strconv.Itoa(v)
	}
	return ""
}

// once repeats a section one time.
var once = []values{nil}

// entriesOf returns the entries for which a section repeats.
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
		if v != "" && v != false && v != 0.0 && v != 0 {
			return once
		}
	}
	return entries
}

// lookup returns the value of a name in the innermost scope that contains it.
func lookup(scopes []values, name string) any {
	for _, scope := range slices.Backward(scopes) {
		if v, ok := scope[name]; ok {
			return v
		}
	}
	return nil
}
