package recordid_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"croupier/bff/internal/recordid"
)

func TestOf(t *testing.T) {
	for reference, want := range map[string]any{
		"7100042": int64(7100042), "0042": "0042", "P-1": "P-1", "1234567890123456": "1234567890123456",
		"": nil, "+5": nil, "-5": "-5", "ref of the bank": nil, "12 34": nil,
	} {
		got := recordid.Of(reference)
		assert.True(t, got == want, "%q: got %v, want %v", reference, got, want)
	}
}
