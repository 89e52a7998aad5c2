package site

import (
	"encoding/json"
	"testing"
)

func TestHeroImageIsOfFirstActiveSlide(t *testing.T) {
	const items = `{"items":[
		{"image":"/late.svg","sliderPlace":"sol","Status":1,"order":3,"Start_date":"2026-01-01 00:00:00","End_date":"2026-12-31 23:59:59"},
		{"image":"/off.svg","sliderPlace":"sol","Status":0,"order":1,"Start_date":"2026-01-01 00:00:00","End_date":"2026-12-31 23:59:59"},
		{"image":"/right.svg","sliderPlace":"sag","Status":1,"order":1,"Start_date":"2026-01-01 00:00:00","End_date":"2026-12-31 23:59:59"},
		{"image":"/first.svg","sliderPlace":"sol","Status":1,"order":2,"Start_date":"2026-03-01 00:00:00","End_date":"2026-03-31 23:59:59"}]}`
	for now, want := range map[string]string{
		"2026-03-15 12:00:00": "/first.svg",
		"2026-04-01 00:00:00": "/late.svg",
		"2027-01-01 00:00:00": "",
	} {
		if got := heroImage(json.RawMessage(items), now); got != want {
			t.Errorf("at %s: %q, want %q", now, got, want)
		}
	}
	if got := heroImage(json.RawMessage(`[]`), "2026-03-15 12:00:00"); got != "" {
		t.Errorf("image without slides: %q", got)
	}
}
