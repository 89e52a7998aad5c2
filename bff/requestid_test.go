package bff_test

import (
	"regexp"
	"testing"
	"time"

	"croupier/bff"
)

func TestRequestIDsTellTheirTime(t *testing.T) {
	at := time.Date(2026, 11, 27, 7, 0, 0, 123e6, time.UTC)
	id := bff.NewRequestID(at)
	if !regexp.MustCompile(`^[A-Z2-7]{26}$`).MatchString(id) || id == bff.NewRequestID(at) {
		t.Errorf("id %q", id)
	}
	if got, ok := bff.RequestTime(id); !ok || !got.Equal(at) {
		t.Errorf("time %v, %v", got, ok)
	}
	for _, other := range []string{"", "req-1", "0b0c2b4e-0a7c-4b58-9d5b-3c1f5f0a1b2c", id[:25], id + "A", "ÄÄÄÄÄÄÄÄÄÄÄÄÄ"} {
		if got, ok := bff.RequestTime(other); ok {
			t.Errorf("%q has the time %v", other, got)
		}
	}
}
