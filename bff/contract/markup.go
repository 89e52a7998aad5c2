package contract

import (
	"slices"

	"croupier/bff"
)

// The formats of strings that a page renders as HTML or follows as an address.
const (
	formatHTML = "html"
	formatLink = "link"
)

// LinkTarget says what a link of an answer is used for, and so which origins of the brand it may have
// (x-target of its schema).
type LinkTarget string

// The targets of links.
const (
	TargetPage    LinkTarget = "page"    // followed by the player
	TargetImage   LinkTarget = "image"   // loaded as a picture
	TargetFrame   LinkTarget = "frame"   // loaded into a frame
	TargetPayment LinkTarget = "payment" // the page of a payment provider, of any origin
)

// Markup describes where a value holds HTML, links and ids. A nil Markup holds none.
type Markup struct {
	ID       bool       // the value is a number or a text (RecordID)
	HTML     bool       // the value is HTML
	Link     LinkTarget // the value is a link with this target; empty: it is none
	Required bool       // a value without the link is useless: the schema forbids an empty one
	JSON     *Markup    // the text may be a JSON object of this form instead of HTML (x-json)
	Fields   map[string]*Markup
	Items    *Markup
}

// Markup returns the markup of the data of a call's answer, or nil.
func (c *Catalogue) Markup(call *bff.Call) *Markup {
	d := c.byCall[call].answer
	return c.schemas.markup(d.file, d.raw)
}

// markup returns the markup of a schema of file, or nil. seen are the definitions that lead to it: a
// recursive definition ends where it repeats.
func (s *schemaSet) markup(file string, schema any, seen ...*definition) *Markup {
	object, _ := schema.(map[string]any)
	if object == nil {
		return nil
	}
	out := &Markup{}
	if target := s.follow(file, object, "$ref"); target != nil && !slices.Contains(seen, target) {
		out.merge(s.markup(target.file, target.raw, append(seen, target)...))
	}
	if types, ok := object["type"].([]any); ok {
		out.ID = slices.Contains(types, any("integer")) && slices.Contains(types, any("string"))
	}
	switch object["format"] {
	case formatHTML:
		out.HTML = true
	case formatLink:
		out.Link = TargetPage
		if target, ok := object["x-target"].(string); ok {
			out.Link = LinkTarget(target)
		}
	}
	if length, ok := object["minLength"]; ok && out.Link != "" {
		out.Required = wireValue(length) != wireValue(0)
	}
	if target := s.follow(file, object, "x-json"); target != nil {
		out.JSON = s.markup(target.file, target.raw, seen...)
	}
	properties, _ := object["properties"].(map[string]any)
	for name, property := range properties {
		if field := s.markup(file, property, seen...); field != nil {
			out.merge(&Markup{Fields: map[string]*Markup{name: field}})
		}
	}
	if items := s.markup(file, object["items"], seen...); items != nil {
		out.merge(&Markup{Items: items})
	}
	for _, keyword := range []string{"allOf", "anyOf", "oneOf"} {
		parts, _ := object[keyword].([]any)
		for _, part := range parts {
			out.merge(s.markup(file, part, seen...))
		}
	}
	for _, keyword := range []string{"then", "else"} {
		out.merge(s.markup(file, object[keyword], seen...))
	}
	if out.empty() {
		return nil
	}
	return out
}

// WithoutIDs returns the markup of HTML and links only, or nil.
func (m *Markup) WithoutIDs() *Markup {
	if m == nil {
		return nil
	}
	out := *m
	out.ID, out.Items, out.Fields = false, m.Items.WithoutIDs(), map[string]*Markup{}
	for name, field := range m.Fields {
		if field = field.WithoutIDs(); field != nil {
			out.Fields[name] = field
		}
	}
	if out.empty() {
		return nil
	}
	return &out
}

func (m *Markup) empty() bool {
	return !m.ID && !m.HTML && m.Link == "" && m.JSON == nil && len(m.Fields) == 0 && m.Items == nil
}

// merge adds the markup of another schema that the same value has to meet.
func (m *Markup) merge(other *Markup) {
	if other == nil {
		return
	}
	m.ID = m.ID || other.ID
	m.HTML = m.HTML || other.HTML
	if other.Link != "" {
		m.Link = other.Link
	}
	m.Required = m.Required || other.Required
	if other.JSON != nil {
		m.JSON = other.JSON
	}
	if other.Items != nil {
		if m.Items == nil {
			m.Items = &Markup{}
		}
		m.Items.merge(other.Items)
	}
	for name, field := range other.Fields {
		if m.Fields == nil {
			m.Fields = map[string]*Markup{}
		}
		if m.Fields[name] == nil {
			m.Fields[name] = &Markup{}
		}
		m.Fields[name].merge(field)
	}
}
