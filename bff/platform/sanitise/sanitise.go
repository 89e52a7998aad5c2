package sanitise

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"croupier/bff/contract"
)

// Origins are the origins that links may have, by what they are used for.
type Origins struct {
	Pages, Images, Frames []string
}

func (o *Origins) of(target contract.LinkTarget) []string {
	switch target {
	case contract.TargetImage:
		return o.Images
	case contract.TargetFrame:
		return o.Frames
	case contract.TargetPayment:
		return []string{AnyOrigin}
	default:
		return o.Pages
	}
}

// errRequired is returned for data whose required link was refused.
var errRequired = errors.New("link refused")

// Data returns JSON data with its HTML sanitised, its refused links emptied and its ids beyond 2⁵³ as
// texts, because browsers would round them, and the paths of the refused links. It returns data itself where nothing changes. It fails for a required link that is
// refused, and for data that is not JSON.
func Data(data []byte, markup *contract.Markup, origins *Origins) (clean []byte, refused []string, err error) {
	if markup == nil || len(data) == 0 {
		return data, nil, nil
	}
	w := walker{in: data, origins: origins}
	w.decoder = jsontext.NewDecoder(bytes.NewBuffer(data), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	if err := w.value(markup); err != nil {
		return nil, w.refused, fmt.Errorf("sanitise answer: %w", err)
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
	from    int // what precedes it in in has been copied
	origins *Origins
	path    []string
	refused []string
}

// value reads one value with its markup.
func (w *walker) value(m *contract.Markup) error {
	if m == nil {
		return w.decoder.SkipValue()
	}
	switch w.decoder.PeekKind() {
	case '{':
		if m.Fields == nil {
			return w.decoder.SkipValue()
		}
		return w.object(m)
	case '[':
		if m.Items == nil {
			return w.decoder.SkipValue()
		}
		return w.array(m)
	case '"':
		return w.text(m)
	case '0':
		return w.number(m)
	default:
		return w.decoder.SkipValue()
	}
}

// maxSafeInteger is the largest integer that every JSON reader represents exactly (RFC 8259 §6).
const maxSafeInteger = "9007199254740991"

// number reads a number and writes it as a text if it is an id that browsers would round.
func (w *walker) number(m *contract.Markup) error {
	raw, err := w.decoder.ReadValue()
	if err != nil || !m.ID || len(raw) < len(maxSafeInteger) || bytes.ContainsAny(raw, "-.eE") ||
		len(raw) == len(maxSafeInteger) && string(raw) <= maxSafeInteger {
		return err
	}
	end := int(w.decoder.InputOffset())
	w.out = append(append(append(append(w.out, w.in[w.from:end-len(raw)]...), '"'), raw...), '"')
	w.from = end
	return nil
}

// hasLongNumber reports whether data has 16 digits in a row, as every id beyond 2⁵³ has.
func hasLongNumber(data []byte) bool {
	isDigit := func(i int) bool { return i >= 0 && i < len(data) && data[i] >= '0' && data[i] <= '9' }
	for i := len(maxSafeInteger) - 1; i < len(data); i += len(maxSafeInteger) { // one of them is at each run of 16
		if !isDigit(i) {
			continue
		}
		from, to := i, i
		for isDigit(from - 1) {
			from--
		}
		for isDigit(to + 1) {
			to++
		}
		if to-from+1 >= len(maxSafeInteger) {
			return true
		}
	}
	return false
}

func (w *walker) object(m *contract.Markup) error {
	if _, err := w.decoder.ReadToken(); err != nil {
		return err
	}
	for w.decoder.PeekKind() != '}' {
		field, name, err := w.member(m)
		if err != nil {
			return err
		}
		w.path = append(w.path, name)
		if err := w.value(field); err != nil {
			return err
		}
		w.path = w.path[:len(w.path)-1]
	}
	_, err := w.decoder.ReadToken()
	return err
}

// member reads the name of a member and returns its markup, or nil.
func (w *walker) member(m *contract.Markup) (field *contract.Markup, name string, err error) {
	raw, err := w.decoder.ReadValue()
	if err != nil {
		return nil, "", err
	}
	if bytes.IndexByte(raw, '\\') < 0 { // most names are no fields: look them up without a copy
		if field = m.Fields[string(raw[1:len(raw)-1])]; field == nil {
			return nil, "", nil
		}
	}
	if err := json.Unmarshal(raw, &name); err != nil {
		return nil, "", err
	}
	return m.Fields[name], name, nil
}

func (w *walker) array(m *contract.Markup) error {
	if _, err := w.decoder.ReadToken(); err != nil {
		return err
	}
	w.path = append(w.path, "[]")
	for w.decoder.PeekKind() != ']' {
		if err := w.value(m.Items); err != nil {
			return err
		}
	}
	w.path = w.path[:len(w.path)-1]
	_, err := w.decoder.ReadToken()
	return err
}

// text reads a string and writes it if it changes.
func (w *walker) text(m *contract.Markup) error {
	raw, err := w.decoder.ReadValue()
	if err != nil || !m.HTML && m.Link == "" {
		return err
	}
	end := int(w.decoder.InputOffset())
	var before string
	if err := json.Unmarshal(raw, &before); err != nil {
		return err
	}
	after := w.clean(before, m)
	if after == before {
		return nil
	}
	if m.Link != "" && after == "" {
		w.refused = append(w.refused, strings.Join(w.path, "."))
		if m.Required {
			return fmt.Errorf("%s: %w", strings.Join(w.path, "."), errRequired)
		}
	}
	written, err := json.Marshal(after)
	if err != nil {
		return err
	}
	w.out = append(append(w.out, w.in[w.from:end-len(raw)]...), written...)
	w.from = end
	return nil
}

// clean returns a text as its markup allows.
func (w *walker) clean(text string, m *contract.Markup) string {
	switch {
	case m.Link != "":
		return Link(text, w.origins.of(m.Link))
	case m.JSON != nil && strings.HasPrefix(strings.TrimSpace(text), "{"):
		return w.links(text, m)
	default:
		return HTML(text, w.origins.Pages, w.origins.Images)
	}
}

// links returns a JSON object in a text with its known links only; a text that is none is HTML.
func (w *walker) links(text string, m *contract.Markup) string {
	var given map[string]any
	if json.Unmarshal([]byte(text), &given) != nil {
		return HTML(text, w.origins.Pages, w.origins.Images)
	}
	kept := map[string]string{}
	for name, field := range m.JSON.Fields {
		value, ok := given[name].(string)
		if !ok || field.Link == "" {
			continue
		}
		if kept[name] = Link(value, w.origins.of(field.Link)); kept[name] == "" && value != "" {
			w.refused = append(w.refused, strings.Join(append(w.path, name), "."))
		}
	}
	// Written anew even where nothing was refused: the text may repeat a name or hold markup between them.
	written, _ := json.Marshal(kept) // a map of strings
	return string(written)
}
