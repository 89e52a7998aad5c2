package recordid_test

import (
	"testing"

	"croupier/bff/internal/recordid"
)

func TestOf(t *testing.T) {
	for reference, want := range map[string]any{
		"7100042": int64(7100042), "0042": "0042", "P-1": "P-1", "1234567890123456": "1234567890123456",
		"": nil, "+5": nil, "-5": "-5", "ref of the bank": nil, "12 34": nil,
	} {
		if got := recordid.Of(reference); got != want {
			t.Errorf("%q: got %v, want %v", reference, got, want)
		}
	}
}
