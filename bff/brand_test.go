package bff_test

import (
	"testing"
	"time"

	"croupier/bff"
)

func TestABrandWithoutATimeZoneIsInUTC(t *testing.T) {
	istanbul := time.FixedZone("Istanbul", 3*60*60)
	for _, row := range []struct{ given, want *time.Location }{{nil, time.UTC}, {istanbul, istanbul}} {
		if got := (&bff.Brand{TimeZone: row.given}).Zone(); got != row.want {
			t.Errorf("%v: %v, want %v", row.given, got, row.want)
		}
	}
}
