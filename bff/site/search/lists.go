package search

import (
	"context"
	"encoding/json"
	"strconv"
	"time"

	"croupier/bff"
)

// Lists reads guest calls through the response cache; site.GuestReader implements it.
type Lists interface {
	// ReadAll returns the answer of each call at its index, nil where it failed.
	ReadAll(ctx context.Context, s *bff.Scope, timeout time.Duration, calls ...bff.GuestRead) []*bff.Answer
}

const (
	// maxItems bounds the games, tables and providers of an index.
	maxItems = 10_000
	pageSize = 250 // the most that a call returns
	// pageTimeout bounds one page, which the platform's own deadline usually does.
	pageTimeout = 25 * time.Second
)

// list is a list of a platform that is indexed.
type list struct {
	class, method string
	kind          Kind
	id, name      string // fields of an item
}

func (l list) call() string { return l.class + "/" + l.method }

// lists are the indexed lists. The longest one is the last, so that no other is cut off.
var lists = [...]list{
	slotProviders: {"casino", "provider_list", Provider, "providerID", "providerName"},
	liveProviders: {"livecasino", "provider_list", Provider, "providerID", "providerName"},
	liveTables:    {"livecasino", "game_table_list", Table, "tableID", "name"},
	slotGames:     {"casino", "games_list", Game, "gameID", "name"},
}

// The indexes of lists.
const (
	slotProviders = iota
	liveProviders
	liveTables
	slotGames
)

// row is an item of a list.
type row struct {
	id, name, owner string
	count           int // gameCount of a provider
	data            json.RawMessage
}

// readList reads all pages of a list, at most room items. ok is false where a page could not be read.
func readList(ctx context.Context, from Lists, s *bff.Scope, l list, room int) (rows []row, ok bool) {
	for offset := 0; len(rows) < room; offset += pageSize {
		a := from.ReadAll(ctx, s, pageTimeout, bff.GuestRead{Class: l.class, Method: l.method, Data: map[string]any{
			"limit": json.Number(strconv.Itoa(pageSize)), "offset": json.Number(strconv.Itoa(offset)),
		}})[0]
		var page []json.RawMessage
		if a == nil || json.Unmarshal(a.Data, &page) != nil {
			return nil, false
		}
		for _, data := range page {
			if r, ok := l.row(data); ok && len(rows) < room {
				rows = append(rows, r)
			}
		}
		if len(page) < pageSize || a.Pagination != nil && offset+pageSize >= a.Pagination.Total {
			break
		}
	}
	return rows, true
}

// row reads an item; ok is false without an id and a name, which a deviating platform may omit.
func (l list) row(data json.RawMessage) (r row, ok bool) {
	var fields map[string]json.RawMessage
	if json.Unmarshal(data, &fields) != nil {
		return r, false
	}
	r.id, r.data = string(fields[l.id]), data
	_ = json.Unmarshal(fields[l.name], &r.name)
	if l.kind == Provider {
		_ = json.Unmarshal(fields["gameCount"], &r.count)
	} else {
		_ = json.Unmarshal(fields["providerName"], &r.owner)
	}
	return r, r.id != "" && r.name != ""
}

// itemsOf returns the items of a list of games or tables.
func itemsOf(kind Kind, rows []row) (out []Item) {
	seen := map[string]bool{}
	for _, r := range rows {
		if !seen[r.id] { // a list may change between two pages
			seen[r.id] = true
			out = append(out, Item{kind, r.name, r.owner, r.data})
		}
	}
	return out
}

// providers joins the providers of both lobbies: gameCount counts the slots, tableCount the live tables.
func providers(slots, live []row) (out []Item) {
	tables, seen := map[string]int{}, map[string]bool{}
	for _, r := range live {
		tables[r.id] = r.count
	}
	add := func(r row, games int) {
		if seen[r.id] {
			return
		}
		seen[r.id] = true
		out = append(out, Item{Kind: Provider, Name: r.name, Data: withCounts(r.data, games, tables[r.id])})
	}
	for _, r := range slots {
		add(r, r.count)
	}
	for _, r := range live {
		add(r, 0)
	}
	return out
}

// withCounts returns a provider with its counts.
func withCounts(data json.RawMessage, games, tables int) json.RawMessage {
	var fields map[string]json.RawMessage
	if json.Unmarshal(data, &fields) != nil {
		return data // unreachable: it was decoded before
	}
	fields["gameCount"], fields["tableCount"] = json.RawMessage(strconv.Itoa(games)), json.RawMessage(strconv.Itoa(tables))
	out, err := marshal(fields)
	if err != nil {
		return data // unreachable: every field was decoded before
	}
	return out
}
