package site

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"croupier/bff"
	"croupier/bff/contract"
)

// InitialDataFunc returns the available initial data for the page at path: envelopes of guest calls
// by call name. The page is for a guest unless isPlayer.
type InitialDataFunc func(ctx context.Context, s *bff.Scope, path string, isPlayer bool) map[string]json.RawMessage

// initialTimeout is the maximum time that a page waits for its initial data. Without the data, the
// page makes the calls itself.
const initialTimeout = 400 * time.Millisecond

var (
	callCategories     = bff.GuestRead{Class: "casino", Method: "category_list"}
	callProviders      = bff.GuestRead{Class: "casino", Method: "provider_list"}
	callGames          = bff.GuestRead{Class: "casino", Method: "games_list"}
	callTables         = bff.GuestRead{Class: "livecasino", Method: "game_table_list"}
	callLiveCategories = bff.GuestRead{Class: "livecasino", Method: "category_list"}
	callStudios        = bff.GuestRead{Class: "livecasino", Method: "provider_list"}
	callJackpots       = bff.GuestRead{Class: "habanero", Method: "getJackpots"}
	callPromotions     = bff.GuestRead{Class: "cmscontroller", Method: "getPromotions", ForGuests: true}
	callTournaments    = bff.GuestRead{Class: "cmscontroller", Method: "getTournaments", ForGuests: true}
	callInformation    = bff.GuestRead{Class: "cmscontroller", Method: "getInformation"}
)

// informationTypes maps information pages to the types of their texts (web/src/lib/paths).
var informationTypes = map[string]string{
	"/about-us": "SiteInformation", "/info/AboutUs": "SiteInformation", "/info/FAQ": "SSSinformation",
	"/info/GeneralRules": "GenelKurallar", "/info/BetRules": "BahisKurallari", "/info/CasinoRules": "CasinoKurallari",
	"/info/BonusRules": "PromoSart", "/info/Privacy": "GizlilikBilgisi", "/info/Financial": "FinancialsInformation",
	"/info/ResponsibleGaming": "SorumluOyunculuk", "/contact": "SocialMediaLinks",
}

// initialCalls returns the calls to inline. Each page has the calls that its first screen shows.
func initialCalls(b *bff.Brand, path string) []bff.GuestRead {
	switch shellKind(path) {
	case shellHome:
		return lobbyCalls(b)
	case shellSlots:
		return []bff.GuestRead{callGames, callCategories, callProviders}
	case shellTables:
		return []bff.GuestRead{callTables, callLiveCategories, callStudios}
	case shellProviders:
		return []bff.GuestRead{callProviders, callStudios}
	case shellPlay:
		switch {
		case strings.HasPrefix(path, "/play/slot/"):
			return []bff.GuestRead{callGames, callCategories}
		case strings.HasPrefix(path, "/play/live/"):
			return []bff.GuestRead{callTables}
		}
	case shellPromotions, shellPromotion:
		return []bff.GuestRead{callPromotions}
	case shellTournaments, shellTournament:
		return []bff.GuestRead{callTournaments}
	case shellInfo, shellFAQ, shellContact:
		if informationTypes[path] != "" {
			call := callInformation
			call.Data = map[string]any{"InfType": informationTypes[path]}
			return []bff.GuestRead{call}
		}
	}
	return nil
}

// rowCall is the key of the envelope with the lobby's lead row in the initial data.
const rowCall = "/v1/rows"

// lobbyCalls returns the calls for the slides, the lead row and the jackpots of the lobby.
func lobbyCalls(b *bff.Brand) []bff.GuestRead {
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
	calls := []bff.GuestRead{slides}
	if !b.HasRow(b.LobbyLead()) {
		calls = append(calls, row)
	}
	if slices.Contains(b.Lobby, bff.LobbyTicker) && b.Features["slots"] {
		calls = append(calls, callJackpots)
	}
	return calls
}

// NewInitialData returns an InitialDataFunc that makes its calls with readAll.
func NewInitialData(readAll bff.ReadGuestCalls) InitialDataFunc {
	return func(ctx context.Context, s *bff.Scope, path string, isPlayer bool) map[string]json.RawMessage {
		calls := initialCalls(s.Brand, path)
		if len(calls) == 0 || calls[0].ForGuests && isPlayer {
			return nil
		}
		ctx, cancel := context.WithTimeout(ctx, initialTimeout)
		defer cancel()
		out := map[string]json.RawMessage{}
		read := func(calls ...bff.GuestRead) {
			for i, a := range readAll(ctx, s, initialTimeout, calls...) {
				if a != nil {
					out[calls[i].Name()] = a.Append(nil)
				}
			}
		}
		field, id := filterOf(path)
		if id == "" {
			var row *bff.Row
			var reads sync.WaitGroup
			if lead := s.Brand.LobbyLead(); shellKind(path) == shellHome && s.Brand.HasRow(lead) {
				reads.Go(func() { row = ReadRow(ctx, s, readAll, lead) })
			}
			read(calls...)
			if reads.Wait(); row != nil {
				data, _ := json.Marshal(row) //nolint:errchkjson // of texts and JSON
				out[rowCall] = (&bff.Answer{Result: true, Code: http.StatusOK, Data: data}).Append(nil)
			}
			return out
		}
		// A call for a filtered list has a known id only.
		read(calls[1:]...)
		list := map[string]bff.GuestRead{"categoryID": calls[1], "providerID": calls[2]}[field]
		for _, record := range records(out[list.Name()]) {
			if plainText(record[recordIDs[field]]) == id {
				calls[0].Data = map[string]any{field: record[recordIDs[field]]}
				read(calls[0])
				return out
			}
		}
		return nil
	}
}

// recordIDs maps filters to the field of their records.
var recordIDs = map[string]string{"categoryID": "CategoryID", "providerID": "providerID"}

// filterOf returns the filter of a list and its value, or "" for a page without a filter.
func filterOf(path string) (field, id string) {
	if kind := shellKind(path); kind != shellSlots && kind != shellTables {
		return "", ""
	}
	parts := strings.Split(path, "/")
	if len(parts) < 4 {
		return "", ""
	}
	return parts[2] + "ID", parts[3]
}

// inlined returns the answers by the keys under which the site looks for them: the call with its
// filter (web/src/lib/swr/inlined.ts).
func inlined(path string, answers map[string]json.RawMessage) map[string]json.RawMessage {
	key := map[string]string{}
	if _, id := filterOf(path); id != "" {
		key[callGames.Name()], key[callTables.Name()] = id, id
	}
	key[callInformation.Name()] = informationTypes[path]
	out := make(map[string]json.RawMessage, len(answers))
	for name, answer := range answers {
		out[name+key[name]] = answer
	}
	return out
}

// GuestReader makes guest calls for the server through the response cache.
type GuestReader struct {
	Calls       *contract.Catalogue
	Cache       func(ctx context.Context, r *bff.UpstreamRequest, next bff.Upstream) (bff.CacheResult, error)
	Upstream    bff.Upstream
	Maintenance func(brand, name string) bff.MaintenanceState
	Clock       func() time.Time
}

// read returns the response to a guest call with default data in the scope of s. It returns nil if
// the call fails, is refused, unknown, under maintenance or unsupported.
func (r *GuestReader) read(ctx context.Context, s *bff.Scope, want bff.GuestRead) *bff.Answer {
	call, ok := r.Calls.Lookup(want.Class, want.Method)
	if !ok || !s.Brand.Supports(call) || r.Maintenance(s.Brand.ID, call.Name()).On {
		return nil
	}
	data, rules, err := r.Calls.Prepare(call, want.Data, s.Lang)
	if rules.Cache.Cacheable() {
		rules.Cache = call.Rules.Cache // a search by the server is not new text of a visitor
	}
	isForSome := rules.Protection == bff.ProtectionEmpty && !want.ForGuests // the result must suit every visitor
	if err != nil || r.Maintenance(s.Brand.ID, string(rules.Part)).On || isForSome {
		return nil
	}
	own := s.Brand.Content.Select(call.Name(), data, s, r.Clock())
	if own.Replaces() {
		answer, _ := own.Merge(nil, nil) // no data of the platform, which could be invalid
		return answer
	}
	result, err := r.Cache(ctx, &bff.UpstreamRequest{
		RequestID: s.RequestID, Brand: s.Brand, Call: call, Rules: rules,
		Data: data, Lang: s.Lang, Visitor: s.Visitor, Partition: s.Partition,
	}, r.Upstream)
	answer := result.Answer
	if own != nil && ctx.Err() == nil { // a slow platform has not failed, and the page makes the call itself
		answer, err = own.Merge(answer, err)
	}
	if err != nil || !answer.Result {
		return nil
	}
	return answer
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
