package site

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"croupier/bff"
	"croupier/bff/internal/lists"
)

const (
	maxRowGames      = 40
	maxFilteredGames = 20
	rowTimeout       = 10 * time.Second
	rowSearches      = 8 // searches for games at the same time

	// Bounds of the name in a search (SearchText in contracts/schemas/common.json).
	minSearch, maxSearch = 3, 64
)

// ReadRow returns the games of a section of the lobby with games of its own. It looks for chosen
// and pinned games in the slot categories and searches for the others by name. The row is nil if the
// platform did not return the games in time.
func ReadRow(ctx context.Context, s *bff.Scope, readAll bff.ReadGuestCalls, section string) *bff.Row {
	ctx, cancel := context.WithTimeout(ctx, rowTimeout)
	defer cancel()
	read := func(calls ...bff.GuestRead) []*bff.Answer { return readAll(ctx, s, rowTimeout, calls...) }
	settings, limit := s.Brand.Sections[section], maxRowGames
	isHidden := func(id string) bool {
		return slices.ContainsFunc(settings.Hidden, func(g bff.GameRef) bool { return idText(g.ID) == id })
	}
	wanted := slices.DeleteFunc(slices.Concat(settings.Pinned, settings.Games),
		func(g bff.GameRef) bool { return isHidden(idText(g.ID)) })

	var categories, list *bff.Answer
	if settings.Filter == nil {
		categories = read(callCategories)[0]
	} else {
		limit = maxFilteredGames
		filtered := callGames
		filtered.Data = filterData(settings.Filter)
		calls := []bff.GuestRead{filtered}
		if len(wanted) > 0 {
			calls = append(calls, callCategories)
		}
		answers := append(read(calls...), nil)
		list, categories = answers[0], answers[1]
	}
	found, row := foundGames{}, &bff.Row{Games: []json.RawMessage{}}
	var listed []string
	row.Name, listed = found.addCategories(categories, sectionCategory(section))
	listed = append(listed, found.add(list)...)
	failed := found.search(wanted, read)

	shown := map[string]bool{}
	for _, id := range append(lists.Map(wanted, func(g bff.GameRef) string { return idText(g.ID) }), listed...) {
		if game := found[id]; game != nil && !shown[id] && !isHidden(id) && len(row.Games) < limit {
			row.Games, shown[id] = append(row.Games, game), true
		}
	}
	switch {
	case settings.Filter != nil && list == nil,
		len(settings.Games) > 0 && len(row.Games) == 0 && failed,
		bff.ShowsCategory(section) && categories == nil:
		return nil
	}
	return row
}

// foundGames contains records of games by id.
type foundGames map[string]json.RawMessage

// add adds the games of a list and returns their ids.
func (f foundGames) add(list *bff.Answer) (ids []string) {
	var games []json.RawMessage
	if list == nil || json.Unmarshal(list.Data, &games) != nil {
		return nil
	}
	for _, game := range games {
		var record struct{ GameID bff.RecordID }
		if json.Unmarshal(game, &record) == nil && record.GameID != nil {
			f[idText(record.GameID)] = game
			ids = append(ids, idText(record.GameID))
		}
	}
	return ids
}

// addCategories adds the games of all categories. It returns the name of one category and the ids
// of its games.
func (f foundGames) addCategories(categories *bff.Answer, id string) (name string, ids []string) {
	var all []struct {
		CategoryID bff.RecordID
		Name       string
		Items      json.RawMessage
	}
	if categories == nil || json.Unmarshal(categories.Data, &all) != nil {
		return "", nil
	}
	for _, c := range all {
		if games := f.add(&bff.Answer{Data: c.Items}); idText(c.CategoryID) == id {
			name, ids = c.Name, games
		}
	}
	return name, ids
}

// search searches for the games that f lacks, and adds the results. It reports whether a search
// failed.
func (f foundGames) search(wanted []bff.GameRef, read func(...bff.GuestRead) []*bff.Answer) (failed bool) {
	var calls []bff.GuestRead
	for _, g := range wanted {
		name := strings.TrimSpace(g.Name)
		if f[idText(g.ID)] != nil || utf8.RuneCountInString(name) < minSearch {
			continue
		}
		if letters := []rune(name); len(letters) > maxSearch {
			name = strings.TrimSpace(string(letters[:maxSearch]))
		}
		call := callGames
		call.Data = map[string]any{"searchGameName": name}
		calls = append(calls, call)
	}
	for some := range slices.Chunk(calls, rowSearches) {
		for _, a := range read(some...) {
			f.add(a)
			failed = failed || a == nil
		}
	}
	return failed
}

// filterData returns the fields of casino/games_list for a filter.
func filterData(f *bff.GameFilter) map[string]any {
	data := map[string]any{}
	for field, id := range map[string]bff.RecordID{"categoryID": f.Category, "providerID": f.Provider} {
		if id != nil {
			data[field] = id
		}
	}
	if f.Type != "" {
		data["type"] = f.Type
	}
	return data
}

// rowList returns the path of the page that lists all games of a filter, or "" if there is none.
func rowList(f *bff.GameFilter) string {
	switch {
	case f == nil:
	case f.Category != nil && f.Provider == nil && f.Type == "":
		return "/slot/category/" + pathSegment(idText(f.Category))
	case f.Provider != nil && f.Category == nil && f.Type == "":
		return "/slot/provider/" + pathSegment(idText(f.Provider))
	}
	return ""
}

// idText returns the id of a record as text. Ids contain no escapes.
func idText(id bff.RecordID) string { return strings.Trim(string(id), `"`) }
