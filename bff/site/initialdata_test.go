package site_test

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	"croupier/bff"
	"croupier/bff/site"
)

// reader answers the calls that it knows.
type reader map[[2]string]*bff.Answer

func (r reader) ReadAll(_ context.Context, _ *bff.Scope, _ time.Duration, calls ...[2]string) map[[2]string]*bff.Answer {
	out := map[[2]string]*bff.Answer{}
	for _, call := range calls {
		if a := r[call]; a != nil {
			out[call] = a
		}
	}
	return out
}

func TestInitialDataOfTheLobby(t *testing.T) {
	slides := json.RawMessage(`{"items":[{"image":"/first.svg","sliderPlace":"sol","Status":1,"order":1,` +
		`"Start_date":"2026-03-01 00:00:00","End_date":"2026-03-31 23:59:59"}]}`)
	read := reader{
		{"cmscontroller", "getIcSlider"}: {Result: true, Code: 200, Data: slides},
		{"casino", "provider_list"}:      {Result: true, Code: 200}, // not a call of the lobby
	}
	now := time.Date(2026, 3, 15, 12, 0, 0, 0, time.UTC)
	initial := site.NewInitialData(read, func() time.Time { return now })
	scope := &bff.Scope{Brand: &bff.Brand{ID: "marmara", TimeZone: time.UTC}, Lang: "tr"}

	got := initial(t.Context(), scope, "/")
	var envelope struct{ Data json.RawMessage }
	if err := json.Unmarshal(got.Answers["cmscontroller/getIcSlider"], &envelope); err != nil || string(envelope.Data) != string(slides) {
		t.Errorf("%s, %v", got.Answers["cmscontroller/getIcSlider"], err)
	}
	if len(got.Answers) != 1 || got.Image != "/first.svg" {
		t.Errorf("%d answers, image %q", len(got.Answers), got.Image)
	}
	if got := initial(t.Context(), scope, "/promotions"); len(got.Answers) != 0 || got.Image != "" {
		t.Errorf("another page has %+v", got)
	}
}
