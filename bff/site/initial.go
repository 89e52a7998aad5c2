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

// Reader reads guest calls concurrently; package content implements it. The result has the answer of
// each call at its index, nil for a call that failed.
type Reader interface {
	ReadAll(ctx context.Context, s *bff.Scope, timeout time.Duration, calls ...bff.GuestRead) []*bff.Answer
}

// initialTimeout bounds the wait of a page for its initial data. A page without it makes the
// calls itself.
const initialTimeout = 400 * time.Millisecond

// initialCalls returns the calls whose answers are inlined into the page at path: the slides of the hero
// first, then the lobby's lead row.
func initialCalls(b *bff.Brand, path string) []bff.GuestRead {
	if path != "/" {
		return nil
	}
	slides := bff.GuestRead{Class: "cmscontroller", Method: "getSlider"}
	switch b.HomeSlider {
	case bff.SliderOfActiveItems:
		slides = bff.GuestRead{Class: "slider", Method: "get_active_items", Data: map[string]any{"siteId": b.SiteID}}
	case bff.SliderOfSlots:
		slides = bff.GuestRead{Class: "cmscontroller", Method: "getIcSlider"}
	}
	row := bff.GuestRead{Class: "casino", Method: "category_list"}
	if b.LobbyLead() == bff.LobbyLive {
		row = bff.GuestRead{Class: "livecasino", Method: "game_table_list", Data: map[string]any{"limit": contract.CategoryItems}}
	}
	return []bff.GuestRead{slides, row}
}

// NewInitialData returns the InitialDataFunc that reads through r. now is the clock.
func NewInitialData(r Reader, now func() time.Time) InitialDataFunc {
	return func(ctx context.Context, s *bff.Scope, path string) InitialData {
		calls := initialCalls(s.Brand, path)
		if len(calls) == 0 {
			return InitialData{}
		}
		answers := r.ReadAll(ctx, s, initialTimeout, calls...)
		out := InitialData{Answers: map[string]json.RawMessage{}}
		for i, a := range answers {
			if a != nil {
				out.Answers[calls[i].Name()] = a.Append(nil)
			}
		}
		if slides := answers[0]; slides != nil {
			out.Image = heroImage(slides.Data, now().In(s.Brand.TimeZone).Format(contract.MomentLayout))
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
	var slides []slide
	if err := json.Unmarshal(data, &slides); err != nil {
		// getIcSlider wraps its slides.
		var wrapped struct {
			Items []slide `json:"items"`
		}
		if err := json.Unmarshal(data, &wrapped); err != nil {
			return ""
		}
		slides = wrapped.Items
	}
	slices.SortStableFunc(slides, func(a, b slide) int { return cmp.Compare(a.Order, b.Order) })
	for _, s := range slides {
		// Times in wire format sort chronologically.
		if s.On == 1 && s.Place == "sol" && s.Start <= now && now <= s.End {
			return s.Image
		}
	}
	return ""
}
