package site_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"croupier/bff/internal/indexkey"
	"croupier/bff/site"
)

func TestPreviewPass(t *testing.T) {
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	passes := site.PreviewPasses{Key: indexkey.New(), Clock: func() time.Time { return now }}
	pass, until := passes.New("pera")
	assert.True(t, until.Equal(now.Add(time.Hour)), "until %v", until)
	seconds, signature, _ := strings.Cut(pass, ".")
	other := site.PreviewPasses{Key: indexkey.New(), Clock: passes.Clock}
	foreign, _ := other.New("pera")
	for _, row := range []struct {
		name, brand, pass string
		after             time.Duration
		want              bool
	}{
		{"the pass", "pera", pass, 0, true},
		{"just before its end", "pera", pass, time.Hour - time.Second, true},
		{"at its end", "pera", pass, time.Hour, false},
		{"for another brand", "zephyr", pass, 0, false},
		{"of another key", "pera", foreign, 0, false},
		{"prolonged", "pera", "9" + seconds + "." + signature, 0, false},
		{"without signature", "pera", seconds, 0, false},
		{"with an empty signature", "pera", seconds + ".", 0, false},
		{"nothing", "pera", "", 0, false},
		{"something else", "pera", "x.y", 0, false},
	} {
		later := site.PreviewPasses{Key: passes.Key, Clock: func() time.Time { return now.Add(row.after) }}
		_, ok := later.ValidUntil(row.brand, row.pass)
		assert.Equal(t, row.want, ok, row.name)
	}
}
