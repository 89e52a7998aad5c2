package sealed_test

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"

	"croupier/bff/internal/indexkey"
	"croupier/bff/internal/sealed"
)

func TestOpensOnlyWhatItSealed(t *testing.T) {
	key := indexkey.New()
	box := sealed.New(key.Derive("one"))
	value := box.Seal([]byte("plain text"), "place")
	assert.True(t, !bytes.Contains(value, []byte("plain")) &&
		!bytes.Equal(value, box.Seal([]byte("plain text"), "place")),
		"sealed: %q", value)
	got, err := sealed.New(key.Derive("one")).Open(value, "place")
	assert.True(t, err == nil && string(got) == "plain text", "opened: %q, %v", got, err)
	damaged := bytes.Clone(value)
	damaged[len(damaged)-1] ^= 1
	for name, open := range map[string]func() ([]byte, error){
		"another place":   func() ([]byte, error) { return box.Open(value, "other") },
		"another purpose": func() ([]byte, error) { return sealed.New(key.Derive("two")).Open(value, "place") },
		"another key": func() (
			[]byte, error,
		) {
			return sealed.New(indexkey.New().Derive("one")).Open(value, "place")
		},
		"a damaged value":     func() ([]byte, error) { return box.Open(damaged, "place") },
		"a value cut short":   func() ([]byte, error) { return box.Open(value[:10], "place") },
		"a value of no bytes": func() ([]byte, error) { return box.Open(nil, "place") },
	} {
		got, err := open()
		assert.Error(t, err, "%s opened to %q", name, got)
	}
}
