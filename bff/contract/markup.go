package contract

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"croupier/bff"
)

// LinkTarget is the use of a link in an answer (x-target of its schema). It decides which origins
// of the brand the link may have.
type LinkTarget string

// The targets of links.
const (
	TargetPage    LinkTarget = "page"    // followed by the player
	TargetImage   LinkTarget = "image"   // loaded as a picture
	TargetFrame   LinkTarget = "frame"   // loaded into a frame
	TargetPayment LinkTarget = "payment" // the page of a payment provider, of any origin
)

// Markup describes the places of HTML, links and ids in a value. A nil Markup has none.
type Markup struct {
	ID       bool       // the value is a number or a text (RecordID)
	HTML     bool       // the value is HTML
	Link     LinkTarget // the value is a link with this target; empty: it is none
	Required bool       // a value without the link is useless: the schema forbids an empty one
	Width    int        // largest width of the picture in pages, in pixels; 0: any (x-width)
	JSON     *Markup    // the text may be a JSON object of this form instead of HTML (x-json)
	Fields   map[string]*Markup
	Items    *Markup
}

// Markup returns the markup of the data of a call's answer, or nil.
func (c *Catalogue) Markup(call *bff.Call) *Markup {
	d := c.byCall[call].answer
	m := &Markup{}
	c.schemas.mark(m, d.file, d.raw)
	return m.orNil()
}

// mark adds the places of a schema of file to m. seen are the definitions that lead to the schema.
// A recursive definition ends at its repetition.
func (s *schemaSet) mark(m *Markup, file string, schema any, seen ...*definition) {
	object, _ := schema.(map[string]any)
	if object == nil {
		return
	}
	if target := s.follow(file, object, "$ref"); target != nil && !slices.Contains(seen, target) {
		s.mark(m, target.file, target.raw, append(seen, target)...)
	}
	if types, ok := object["type"].([]any); ok {
		m.ID = m.ID || slices.Contains(types, any("integer")) && slices.Contains(types, any("string"))
	}
	switch object["format"] {
	case "html": // a page renders it
		m.HTML = true
	case "link": // a page follows it as an address
		target, _ := object["x-target"].(string)
		m.Link = cmp.Or(LinkTarget(target), TargetPage)
		if length, ok := object["minLength"]; ok {
			m.Required = wireValue(length) != wireValue(0)
		}
	}
	if width, ok := object["x-width"]; ok {
		m.Width, _ = strconv.Atoi(fmt.Sprint(width))
	}
	if target := s.follow(file, object, "x-json"); target != nil {
		text := &Markup{}
		s.mark(text, target.file, target.raw, seen...)
		m.JSON = text.orNil()
	}
	properties, _ := object["properties"].(map[string]any)
	for name, property := range properties {
		field := cmp.Or(m.Fields[name], &Markup{})
		if s.mark(field, file, property, seen...); field.orNil() != nil {
			if m.Fields == nil {
				m.Fields = map[string]*Markup{}
			}
			m.Fields[name] = field
		}
	}
	item := cmp.Or(m.Items, &Markup{})
	s.mark(item, file, object["items"], seen...)
	m.Items = item.orNil()
	for _, keyword := range []string{"allOf", "anyOf", "oneOf"} {
		parts, _ := object[keyword].([]any)
		for _, part := range parts {
			s.mark(m, file, part, seen...)
		}
	}
	for _, keyword := range []string{"then", "else"} {
		s.mark(m, file, object[keyword], seen...)
	}
}

// orNil returns m, or nil if it has no places.
func (m *Markup) orNil() *Markup {
	if !m.ID && !m.HTML && m.Link == "" && m.JSON == nil && len(m.Fields) == 0 && m.Items == nil {
		return nil
	}
	return m
}
