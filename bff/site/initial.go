package site

import (
	"context"
	"encoding/json"
	"sync"
	"time"

	"croupier/bff"
	"croupier/bff/contract"
)

// InitialDataFunc returns the available initial data for the page at path: envelopes of guest calls
// by call name.
type InitialDataFunc func(ctx context.Context, s *bff.Scope, path string) map[string]json.RawMessage

// initialTimeout is the maximum time that a page waits for its initial data. Without the data, the
// page makes the calls itself.
const initialTimeout = 400 * time.Millisecond

var (
	callCategories = bff.GuestRead{Class: "casino", Method: "category_list"}
	callGames      = bff.GuestRead{Class: "casino", Method: "games_list"}
	callTables     = bff.GuestRead{Class: "livecasino", Method: "game_table_list"}
)

// initialCalls returns the calls to inline: the slides and lead row of the lobby, or the first page
// of a list.
func initialCalls(b *bff.Brand, path string) []bff.GuestRead {
	switch path {
	case "/":
	case "/slot":
		return []bff.GuestRead{callGames}
	case "/live":
		return []bff.GuestRead{callTables}
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
	row := callCategories
	if b.LobbyLead() == bff.LobbyLive {
		row = callTables
		row.Data = map[string]any{"limit": contract.CategoryItems}
	}
	return []bff.GuestRead{slides, row}
}

// NewInitialData returns an InitialDataFunc that makes its calls with readAll.
func NewInitialData(readAll bff.ReadGuestCalls) InitialDataFunc {
	return func(ctx context.Context, s *bff.Scope, path string) map[string]json.RawMessage {
		calls := initialCalls(s.Brand, path)
		if len(calls) == 0 {
			return nil
		}
		out := map[string]json.RawMessage{}
		for i, a := range readAll(ctx, s, initialTimeout, calls...) {
			if a != nil {
				out[calls[i].Name()] = a.Append(nil)
			}
		}
		return out
	}
}

// GuestReader makes guest calls for the server through the response cache.
type GuestReader struct {
	Calls       *contract.Catalogue
	Cache       func(ctx context.Context, r *bff.UpstreamRequest, next bff.Upstream) (bff.CacheResult, error)
	Upstream    bff.Upstream
	Maintenance func(brand, name string) bff.MaintenanceState
}

// read returns the response to a guest call with default data in the scope of s. It returns nil if
// the call fails, is refused, unknown, under maintenance or unsupported.
func (r *GuestReader) read(ctx context.Context, s *bff.Scope, want bff.GuestRead) *bff.Answer {
	call, ok := r.Calls.Lookup(want.Class, want.Method)
	if !ok || !s.Brand.Supports(call) || r.Maintenance(s.Brand.ID, call.Name()).On {
		return nil
	}
	data, rules, err := r.Calls.Prepare(call, want.Data, s.Lang)
	isForSome := rules.Protection == bff.ProtectionEmpty // the result must suit every visitor
	if err != nil || r.Maintenance(s.Brand.ID, string(rules.Part)).On || isForSome {
		return nil
	}
	result, err := r.Cache(ctx, &bff.UpstreamRequest{
		RequestID: s.RequestID, Brand: s.Brand, Call: call, Rules: rules,
		Data: data, Lang: s.Lang, Visitor: s.Visitor, Partition: s.Partition,
	}, r.Upstream)
	if err != nil || !result.Answer.Result {
		return nil
	}
	return result.Answer
}

// ReadAll implements bff.ReadGuestCalls.
func (r *GuestReader) ReadAll(
	ctx context.Context, s *bff.Scope, timeout time.Duration, calls ...bff.GuestRead,
) []*bff.Answer {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	answers := make([]*bff.Answer, len(calls))
	var all sync.WaitGroup
	for i, call := range calls {
		all.Go(func() { answers[i] = r.read(ctx, s, call) })
	}
	all.Wait()
	return answers
}
