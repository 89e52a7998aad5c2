package search

import (
	"context"
	"encoding/json"
	"strconv"
	"time"

	"croupier/bff"
)

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
	count         string // the field of a provider in answers with the number of its items in this list
}

func (l list) call() string { return l.class + "/" + l.method }

// lists are the indexed lists. The longest one is the last, so that no other is cut off.
var lists = [...]list{
	{"casino", "provider_list", Provider, "providerID", "providerName", "gameCount"},
	{"livecasino", "provider_list", Provider, "providerID", "providerName", "tableCount"},
	{"livecasino", "game_table_list", Table, "tableID", "name", ""},
	{"casino", "games_list", Game, "gameID", "name", ""},
}

// readList reads all pages of a list, at most room items. ok is false where a page could not be read.
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
	known map[string]int // the index of an item by its kind and id
}

// add adds an item of a list with an id and a name. A list that changes between two pages may have it twice.
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
		(*items)[at].Data, _ = marshal(fields) // cannot fail: every field was decoded before
	}
}
