package search

import (
	"context"
	"encoding/json"
	"strconv"
	"time"

	"croupier/bff"
	"croupier/bff/internal/strictjson"
)

const (
	// maxItems is the maximum number of games, tables and providers in an index.
	maxItems = 10_000
	pageSize = 250 // maximum that a call returns
	// pageTimeout is the maximum time for one page. The platform's deadline is usually shorter.
	pageTimeout = 25 * time.Second
)

// list is an indexed list of a platform.
type list struct {
	class, method string
	kind          Kind
	id, name      string // fields of an item
	count         string // provider field for the number of items in this list
}

// lists contains the indexed lists. The longest list is last, so it cannot crowd out the others.
var lists = [...]list{
	{"casino", "provider_list", Provider, "providerID", "providerName", "gameCount"},
	{"livecasino", "provider_list", Provider, "providerID", "providerName", "tableCount"},
	{"livecasino", "game_table_list", Table, "tableID", "name", ""},
	{"casino", "games_list", Game, "gameID", "name", ""},
}

// readList reads all pages of a list, up to room items. ok is false if reading a page failed.
func readList(
	ctx context.Context, readAll bff.ReadGuestCalls, s *bff.Scope, l list, room int,
) (rows []json.RawMessage, ok bool) {
	for len(rows) < room {
		a := readAll(ctx, s, pageTimeout, bff.GuestRead{Class: l.class, Method: l.method, Data: map[string]any{
			"limit": json.Number(strconv.Itoa(pageSize)), "offset": json.Number(strconv.Itoa(len(rows))),
		}})[0]
		var page []json.RawMessage
		if a == nil || json.Unmarshal(a.Data, &page) != nil {
			return nil, false
		}
		rows = append(rows, page...)
		if len(page) < pageSize || a.Pagination != nil && len(rows) >= a.Pagination.Total {
			break
		}
	}
	return rows[:min(len(rows), room)], true
}

type collection struct {
	items [kinds][]Item
	known map[string]int // index of an item by kind and id
}

// add adds an item of a list if it has an id and a name. It does not add known items again, but a
// provider gets the count of each list.
func (c *collection) add(l list, data json.RawMessage) {
	var fields map[string]json.RawMessage
	if json.Unmarshal(data, &fields) != nil {
		return
	}
	item := Item{Kind: l.kind, Data: data}
	_ = json.Unmarshal(fields[l.name], &item.Name)
	if fields[l.id] == nil || item.Name == "" {
		return
	}
	if l.kind != Provider {
		_ = json.Unmarshal(fields["providerName"], &item.Owner)
	}
	items, key := &c.items[l.kind], string('0'+rune(l.kind))+string(fields[l.id])
	at, isKnown := c.known[key]
	if !isKnown {
		at, c.known[key] = len(*items), len(*items)
		*items = append(*items, item)
	}
	if l.kind == Provider {
		var count int
		_ = json.Unmarshal(fields["gameCount"], &count)
		fields["gameCount"], fields["tableCount"] = json.RawMessage("0"), json.RawMessage("0")
		if isKnown {
			clear(fields)
			_ = json.Unmarshal((*items)[at].Data, &fields)
		}
		fields[l.count] = json.RawMessage(strconv.Itoa(count))
		(*items)[at].Data, _ = strictjson.Marshal(fields) // cannot fail, because every field was decoded before
	}
}
