package site

import (
	"context"
	"encoding/json"
	"time"

	"croupier/bff"
	"croupier/bff/contract"
)

// InitialData is the data that is inlined into a page.
type InitialData struct {
	Answers map[string]json.RawMessage // envelopes of guest calls, by call name
	Images  []string                   // URLs of the images to preload: the hero, or the first tiles of a list

	content values // what the shell of the page shows of the answers
}

// InitialDataFunc returns the initial data of the page at path. It omits what it cannot get.
type InitialDataFunc func(ctx context.Context, s *bff.Scope, path string) InitialData

// Reader reads guest calls concurrently; GuestReader implements it. The result has the answer of
// each call at its index, nil for a call that failed.
type Reader interface {
	ReadAll(ctx context.Context, s *bff.Scope, timeout time.Duration, calls ...bff.GuestRead) []*bff.Answer
}

// initialTimeout bounds the wait of a page for its initial data. A page without it makes the
// calls itself.
const initialTimeout = 400 * time.Millisecond

// initialCalls returns the calls whose answers are inlined into the page at path: in the lobby the slides of
// the hero first, then its lead row; in the lists of slots and tables their first page.
func initialCalls(b *bff.Brand, path string) []bff.GuestRead {
	switch path {
	case "/":
	case "/slot":
		return []bff.GuestRead{{Class: "casino", Method: "games_list"}}
	case "/live":
		return []bff.GuestRead{{Class: "livecasino", Method: "game_table_list"}}
	default:
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
	decoder := newContentDecoder()
	return func(ctx context.Context, s *bff.Scope, path string) InitialData {
		calls := initialCalls(s.Brand, path)
		if len(calls) == 0 {
			return InitialData{}
		}
		answers := r.ReadAll(ctx, s, initialTimeout, calls...)
		out := InitialData{Answers: map[string]json.RawMessage{}, content: values{}}
		for i, a := range answers {
			if a == nil {
				continue
			}
			name := calls[i].Name()
			out.Answers[name] = a.Append(nil)
			decoder.add(&out, s, path, name, a.Data, now)
		}
		return out
	}
}
