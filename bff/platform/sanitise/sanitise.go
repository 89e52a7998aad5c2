package sanitise

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"croupier/bff/contract"
)

// Origins are the allowed origins of links, by the use of the link.
type Origins map[contract.LinkTarget][]string

// errRequired is returned for data whose required link was refused.
var errRequired = errors.New("link refused")

// Pictures returns the smaller versions of a picture as in the HTML attribute srcset, and its colour
// as #rrggbb. Both are empty if there are none.
type Pictures func(source string, widest int) (srcset, color string)

// Data returns JSON data with sanitised HTML and emptied refused links, and the paths of the
// refused links. It writes ids beyond 2⁵³ as texts, because browsers would round them. It adds
// srcset and color after a picture if pictures is not nil. It fails if a required link is refused.
func Data(
	data []byte, markup *contract.Markup, origins Origins, pictures Pictures,
) (clean []byte, refused []string, err error) {
	if markup == nil || len(data) == 0 {
		return data, nil, nil
	}
	w := walker{in: data, all: string(data), origins: origins, pictures: pictures}
	w.decoder = jsontext.NewDecoder(bytes.NewBuffer(data), jsontext.AllowDuplicateNames(true),
		jsontext.AllowInvalidUTF8(true))
	if err := w.value(markup); err != nil {
		return nil, w.refused, fmt.Errorf("could not sanitise the answer: %w", err)
	}
	if w.from == 0 {
		return data, nil, nil
	}
	return append(w.out, data[w.from:]...), w.refused, nil
}

// walker copies JSON and replaces the strings that change.
type walker struct {
	decoder *jsontext.Decoder
	in, out []byte
	all     string // in
	from    int    // what precedes it in in has been copied
	origins Origins
	path    []string
	refused []string

	pictures Pictures // may be nil
}

func (w *walker) value(m *contract.Markup) error {
	kind := w.decoder.PeekKind()
	switch {
	case m == nil:
	case kind == '{' && m.Fields != nil, kind == '[' && m.Items != nil:
		return w.children(kind, m)
	case kind == '"' && (m.HTML || m.Link != ""):
		return w.text(m)
	case kind == '0' && m.ID:
		return w.id()
	}
	return w.decoder.SkipValue()
}

// children reads the values of an object or an array.
func (w *walker) children(kind jsontext.Kind, m *contract.Markup) error {
	depth := len(w.path)
	_, err := w.decoder.ReadToken()
	for err == nil && w.decoder.PeekKind() != '}' && w.decoder.PeekKind() != ']' {
		field := m.Items
		if kind == '{' {
			field, err = w.member(m)
		} else {
			w.path = append(w.path, "[]")
		}
		if err == nil {
			err = w.value(field)
		}
		w.path = w.path[:depth]
	}
	if err != nil {
		return err
	}
	_, err = w.decoder.ReadToken()
	return err
}

// member reads the name of a member and returns its markup, or nil.
func (w *walker) member(m *contract.Markup) (*contract.Markup, error) {
	name, _, err := w.readString()
	field := m.Fields[name]
	if field != nil {
		w.path = append(w.path, name)
	}
	return field, err
}

// readString reads a string. It copies nothing if the string has no escapes.
func (w *walker) readString() (text string, raw []byte, err error) {
	if raw, err = w.decoder.ReadValue(); err != nil {
		return "", nil, err
	}
	end := int(w.decoder.InputOffset()) - 1
	text = w.all[end-len(raw)+2 : end]
	if strings.Contains(text, `\`) || !utf8.ValidString(text) {
		err = json.Unmarshal(raw, &text)
	}
	return text, raw, err
}

// replace writes another value instead of the last one that was read.
func (w *walker) replace(raw, written []byte) {
	end := int(w.decoder.InputOffset())
	w.out = append(append(w.out, w.in[w.from:end-len(raw)]...), written...)
	w.from = end
}

// maxSafeInteger is the largest integer that every JSON reader represents exactly (RFC 8259 §6).
const maxSafeInteger = "9007199254740991"

// id reads a number and writes it as a text if browsers would round it.
func (w *walker) id() error {
	raw, err := w.decoder.ReadValue()
	if err != nil || len(raw) < len(maxSafeInteger) || bytes.ContainsAny(raw, "-.eE") ||
		len(raw) == len(maxSafeInteger) && string(raw) <= maxSafeInteger {
		return err
	}
	w.replace(raw, []byte(`"`+string(raw)+`"`))
	return nil
}

// text reads a string and writes it if it changes.
func (w *walker) text(m *contract.Markup) error {
	before, raw, err := w.readString()
	if err != nil {
		return err
	}
	after := w.clean(before, m)
	members := w.pictureMembers(after, m)
	if after == before && members == nil {
		return nil
	}
	if m.Link != "" && after == "" {
		w.refused = append(w.refused, strings.Join(w.path, "."))
		if m.Required {
			return fmt.Errorf("%s: %w", strings.Join(w.path, "."), errRequired)
		}
	}
	written, err := json.Marshal(after)
	w.replace(raw, append(written, members...))
	return err
}

// pictureMembers returns the members of an object that follow the member with a picture.
func (w *walker) pictureMembers(source string, m *contract.Markup) (members []byte) {
	inObject := len(w.path) > 0 && w.path[len(w.path)-1] != "[]"
	if w.pictures == nil || m.Link != contract.TargetImage || source == "" || !inObject {
		return nil
	}
	srcset, color := w.pictures(source, m.Width)
	for _, member := range [][2]string{{`,"srcset":`, srcset}, {`,"color":`, color}} {
		if member[1] != "" {
			members, _ = jsontext.AppendQuote(append(members, member[0]...), member[1]) // a link is valid UTF-8
		}
	}
	return members
}

// clean returns a text without the parts that its markup forbids.
func (w *walker) clean(text string, m *contract.Markup) string {
	switch {
	case m.Link != "":
		return Link(text, w.origins[m.Link])
	case m.JSON != nil && strings.HasPrefix(strings.TrimSpace(text), "{"):
		return w.links(text, m)
	default:
		return HTML(text, w.origins[contract.TargetPage], w.origins[contract.TargetImage])
	}
}

// links returns the JSON object in a text with its known links only. It treats another text as
// HTML.
func (w *walker) links(text string, m *contract.Markup) string {
	var given map[string]any
	if json.Unmarshal([]byte(text), &given) != nil {
		return HTML(text, w.origins[contract.TargetPage], w.origins[contract.TargetImage])
	}
	kept := map[string]string{}
	for name, field := range m.JSON.Fields {
		value, ok := given[name].(string)
		if !ok || field.Link == "" {
			continue
		}
		if kept[name] = Link(value, w.origins[field.Link]); kept[name] == "" && value != "" {
			w.refused = append(w.refused, strings.Join(append(w.path, name), "."))
		}
	}
	// The object is written again even if nothing was refused, because the text may repeat a name
	// or contain markup between the names.
	written, _ := json.Marshal(kept) // a map of strings
	return string(written)
}
