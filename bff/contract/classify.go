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

// messageRow is one row of messages/upstream.yaml.
type messageRow struct {
	Message     string `yaml:"message"`
	Debug       string `yaml:"debug"`
	EndsSession bool   `yaml:"ends_session"`
	Maintenance bool   `yaml:"maintenance"`
}

func readKnownMessages(files fs.FS) (map[string]bff.KnownMessage, error) {
	const name = "messages/upstream.yaml"
	raw, err := fs.ReadFile(files, name)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	var rows []messageRow
	if err := yaml.UnmarshalWithOptions(raw, &rows, yaml.Strict()); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	out := map[string]bff.KnownMessage{}
	for _, row := range rows {
		key := NormalizeMessage(row.Message)
		if _, duplicate := out[key]; duplicate || key == "" || row.Debug == "" {
			return nil, fmt.Errorf("%s: %q: want a unique message with its debug", name, row.Message)
		}
		out[key] = bff.KnownMessage{Debug: row.Debug, EndsSession: row.EndsSession, Maintenance: row.Maintenance}
	}
	return out, nil
}

// ClassifyMessage returns the known message of the contract that equals message after normalization
// (calls.md §1).
func (c *Catalogue) ClassifyMessage(message string) (bff.KnownMessage, bool) {
	if len(message) > maxMessageLength {
		return bff.KnownMessage{}, false
	}
	known, ok := c.known[NormalizeMessage(message)]
	return known, ok
}

// ClassifyBrandMessage returns the known message of a brand (bff.Brand.Messages) that equals message
// after normalization. Messages of the brand take precedence over those of the contract.
func ClassifyBrandMessage(brand *bff.Brand, message string) (bff.KnownMessage, bool) {
	if len(brand.Messages) == 0 || len(message) > maxMessageLength {
		return bff.KnownMessage{}, false
	}
	normalized := NormalizeMessage(message)
	for text, known := range brand.Messages { // few entries, and only for failed calls
		if NormalizeMessage(text) == normalized {
			return known, true
		}
	}
	return bff.KnownMessage{}, false
}

// maxMessageLength bounds the messages that are classified, in bytes.
const maxMessageLength = 512

// NormalizeMessage returns the form of a message for comparison: NFC, single spaces, without trailing
// full stops and exclamation marks, in lower case. The Turkish letters I, ı, İ and i are equal, so that
// the result does not depend on the case rules that produced OTURUM SÜRESİ DOLDU.
func NormalizeMessage(message string) string {
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
