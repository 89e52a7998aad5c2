package contract

import (
	"fmt"
	"io/fs"
	"strings"
	"unicode"

	"github.com/goccy/go-yaml"
	"golang.org/x/text/unicode/norm"

	"croupier/bff"
)

// recognisedRow is one row of messages/upstream.yaml.
type recognisedRow struct {
	Message     string `yaml:"message"`
	Debug       string `yaml:"debug"`
	EndsSession bool   `yaml:"ends_session"`
	Maintenance bool   `yaml:"maintenance"`
}

func readRecognised(files fs.FS) (map[string]bff.KnownMessage, error) {
	const name = "messages/upstream.yaml"
	raw, err := fs.ReadFile(files, name)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	var rows []recognisedRow
	if err := yaml.UnmarshalWithOptions(raw, &rows, yaml.Strict()); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	out := map[string]bff.KnownMessage{}
	for _, row := range rows {
		key := Normalise(row.Message)
		if _, twice := out[key]; twice || key == "" || row.Debug == "" {
			return nil, fmt.Errorf("%s: %q: want a message said once, with its debug", name, row.Message)
		}
		out[key] = bff.KnownMessage{Debug: row.Debug, EndsSession: row.EndsSession, Maintenance: row.Maintenance}
	}
	return out, nil
}

// ClassifyMessage tells what a platform's message means, where the contract knows it
// (calls.md §1). The comparison is that of Normalise.
func (c *Catalogue) ClassifyMessage(message string) (bff.KnownMessage, bool) {
	if len(message) > maxRecognised {
		return bff.KnownMessage{}, false
	}
	r, ok := c.known[Normalise(message)]
	return r, ok
}

// NewMessageClassifier tells what a brand's own platform means by a message (bff.Brand.Messages).
// The brand's words come before the contract's.
func NewMessageClassifier(brand *bff.Brand, message string) (bff.KnownMessage, bool) {
	if len(brand.Messages) == 0 || len(message) > maxRecognised {
		return bff.KnownMessage{}, false
	}
	said := Normalise(message)
	for text, known := range brand.Messages { // a handful, and failures only
		if Normalise(text) == said {
			return known, true
		}
	}
	return bff.KnownMessage{}, false
}

// maxRecognised is the longest message, in bytes, that is compared at all.
const maxRecognised = 512

// Normalise gives a message's form for comparison: composed Unicode, single spaces, no
// closing full stop or exclamation mark, lower case. The four Turkish letters I are one,
// so that OTURUM SÜRESİ DOLDU is the same whichever rules wrote it in capitals.
func Normalise(message string) string {
	s := strings.Join(strings.Fields(norm.NFC.String(message)), " ")
	s = strings.TrimRight(s, ".! ")
	return strings.Map(func(r rune) rune {
		switch r {
		case 'I', 'ı', 'İ':
			return 'i'
		}
		return unicode.ToLower(r)
	}, s)
}
