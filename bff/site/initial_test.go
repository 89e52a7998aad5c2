package site

import (
	"encoding/json"
	"testing"
)

const heroSlides = `{"items":[
	{"title":"late","image":"/late.svg","sliderPlace":"sol","Status":1,"order":3,"Start_date":"2026-01-01 00:00:00","End_date":"2026-12-31 23:59:59"},
	{"title":"off","image":"/off.svg","sliderPlace":"sol","Status":0,"order":1,"Start_date":"2026-01-01 00:00:00","End_date":"2026-12-31 23:59:59"},
	{"title":"right","image":"/right.svg","sliderPlace":"sag","Status":1,"order":1,"Start_date":"2026-01-01 00:00:00","End_date":"2026-05-31 23:59:59"},
	{"title":"second","image":"/second.svg","sliderPlace":"sag","Status":1,"order":4,"Start_date":"2026-01-01 00:00:00","End_date":"2026-05-31 23:59:59"},
	{"title":"first","image":"/first.svg","sliderPlace":"sol","Status":1,"order":2,"Start_date":"2026-03-01 00:00:00","End_date":"2026-03-31 23:59:59"}]}`

func TestHeroBeginsWithTheFirstActiveSlide(t *testing.T) {
	slides := decodeSlides(json.RawMessage(heroSlides))
	for now, want := range map[string]struct {
		image string
		side  bool
	}{
		"2026-03-15 12:00:00": {"/first.svg", true},
		"2026-04-01 00:00:00": {"/late.svg", true},
		"2026-07-01 00:00:00": {"/late.svg", false},
		"2027-01-01 00:00:00": {"", false},
	} {
		hero, image := heroContent(slides, now)
		if image != want.image || hero["hero"] != (want.image != "") {
			t.Errorf("at %s: image %q, hero %v, want %q", now, image, hero["hero"], want.image)
		}
		if side, _ := hero["side"].(bool); side != want.side {
			t.Errorf("at %s: slides beside the wide one: %v, want %v", now, side, want.side)
		}
	}
	if _, image := heroContent(decodeSlides(json.RawMessage(`[]`)), "2026-03-15 12:00:00"); image != "" {
		t.Errorf("image without slides: %q", image)
	}
}
