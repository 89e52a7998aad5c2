package site

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"time"

	"croupier/bff"
	"croupier/bff/contract"
)

// InitialData is the data that is inlined into a page.
type InitialData struct {
	Answers map[string]json.RawMessage // envelopes of guest calls, by call name
	Image   string                     // URL of the hero image to preload; may be empty
}

// InitialDataFunc returns the initial data of the page at path. It omits what it cannot get.
type InitialDataFunc func(ctx context.Context, s *bff.Scope, path string) InitialData

// Reader reads guest calls concurrently, each named by class and method; package content
// implements it. The result has no entry for a call that failed.
type Reader interface {
	ReadAll(ctx context.Context, s *bff.Scope, timeout time.Duration, calls ...[2]string) map[[2]string]*bff.Answer
}

// initialTimeout bounds the wait of a page for its initial data. A page without it makes the
// calls itself.
const initialTimeout = 400 * time.Millisecond

// heroCall returns the slides of the lobby's hero.
var heroCall = [2]string{"cmscontroller", "getIcSlider"}

// initialCalls are the calls whose answers are inlined, by path.
var initialCalls = map[string][][2]string{
	"/": {heroCall, {"casino", "category_list"}},
}

// NewInitialData returns the InitialDataFunc that reads through r. now is the clock.
func NewInitialData(r Reader, now func() time.Time) InitialDataFunc {
	return func(ctx context.Context, s *bff.Scope, path string) InitialData {
		calls := initialCalls[path]
		if len(calls) == 0 {
			return InitialData{}
		}
		out := InitialData{Answers: map[string]json.RawMessage{}}
		for call, a := range r.ReadAll(ctx, s, initialTimeout, calls...) {
			out.Answers[call[0]+"/"+call[1]] = a.Append(nil)
			if call == heroCall {
				out.Image = heroImage(a.Data, now().In(s.Brand.TimeZone).Format(contract.MomentLayout))
			}
		}
		return out
	}
}

// heroImage returns the image of the first slide of the left place that is active at now, a
// time in wire format; empty where there is none.
func heroImage(data json.RawMessage, now string) string {
	type slide struct {
		Image string `json:"image"`
		Place string `json:"sliderPlace"`
		On    int    `json:"Status"`
		Order int    `json:"order"`
		Start string `json:"Start_date"`
		End   string `json:"End_date"`
	}
	var sliders struct {
		Items []slide `json:"items"`
	}
	if err := json.Unmarshal(data, &sliders); err != nil {
		return ""
	}
	slices.SortStableFunc(sliders.Items, func(a, b slide) int { return cmp.Compare(a.Order, b.Order) })
	for _, s := range sliders.Items {
		// Times in wire format sort chronologically.
		if s.On == 1 && s.Place == "sol" && s.Start <= now && now <= s.End {
			return s.Image
		}
	}
	return ""
}
