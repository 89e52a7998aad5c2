package site

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"croupier/bff"
	"croupier/bff/internal/lists"
	"croupier/bff/internal/recordid"
)

const (
	maxRowGames      = 40
	maxFilteredGames = 20
	rowTimeout       = 10 * time.Second
	rowSearches      = 8 // searches for games at the same time
)

// filterFields maps the fields of filters to the fields of casino/games_list.
var filterFields = map[string]string{"category": "categoryID", "provider": "providerID", "type": "type"}

// ReadRow returns the games of a section of the lobby with games of its own. It looks for chosen
// and pinned games in the slot categories and searches for the others by name. The row is nil if the
// platform did not return its games in time.
func ReadRow(ctx context.Context, s *bff.Scope, readAll bff.ReadGuestCalls, section string) *bff.Row {
	ctx, cancel := context.WithTimeout(ctx, rowTimeout)
	defer cancel()
	read := func(calls ...bff.GuestRead) []*bff.Answer { return readAll(ctx, s, rowTimeout, calls...) }
	settings, limit := s.Brand.Sections[section], maxRowGames
	wanted := slices.Concat(settings.Pinned, settings.Games)
	ids := lists.Map(wanted, func(g bff.GameRef) string { return recordid.Text(g.ID) })
	found, row := foundGames{}, &bff.Row{Games: []json.RawMessage{}}
	var source *bff.Answer // the list that the row cannot do without
	if len(settings.Filter) > 0 {
		limit = maxFilteredGames
		filter := map[string]any{}
		for field, value := range settings.Filter {
			filter[filterFields[field]] = value
		}
		source = read(listGames(filter))[0]
		ids = append(ids, found.add(listOf[json.RawMessage](source))...)
	}
	if len(wanted) > 0 || len(settings.Filter) == 0 {
		categories := read(callCategories)[0]
		if len(settings.Filter) == 0 {
			source = categories
		}
		for _, c := range listOf[slotCategory](categories) {
			if games := found.add(c.Items); recordid.Text(c.CategoryID) == sectionCategory(section) {
				row.Name, ids = c.Name, append(ids, games...)
			}
		}
	}
	var searches []bff.GuestRead
	for _, g := range wanted {
		if found[recordid.Text(g.ID)] == nil {
			searches = append(searches, listGames(map[string]any{"searchGameName": g.Name}))
		}
	}
	for calls := range slices.Chunk(searches, rowSearches) {
		for _, a := range read(calls...) {
			found.add(listOf[json.RawMessage](a))
		}
	}
	isDone := map[string]bool{} // hidden or in the row
	for _, g := range settings.Hidden {
		isDone[recordid.Text(g.ID)] = true
	}
	for _, id := range ids {
		if game := found[id]; game != nil && !isDone[id] && len(row.Games) < limit {
			row.Games, isDone[id] = append(row.Games, game), true
		}
	}
	if source == nil && (len(settings.Games) == 0 || len(row.Games) == 0) {
		return nil
	}
	return row
}

func listGames(data map[string]any) bff.GuestRead {
	return bff.GuestRead{Class: "casino", Method: "games_list", Data: data}
}

type slotCategory struct {
	CategoryID bff.RecordID
	Name       string
	Items      []json.RawMessage
}

// listOf returns the records of a response, if there is one.
func listOf[T any](a *bff.Answer) (records []T) {
	if a != nil {
		_ = json.Unmarshal(a.Data, &records) // another format has no records
	}
	return records
}

// foundGames contains records of games by id.
type foundGames map[string]json.RawMessage

// add adds games and returns their ids.
func (f foundGames) add(games []json.RawMessage) (ids []string) {
	for _, game := range games {
		var record struct{ GameID bff.RecordID }
		if json.Unmarshal(game, &record) == nil && record.GameID != nil {
			f[recordid.Text(record.GameID)] = game
			ids = append(ids, recordid.Text(record.GameID))
		}
	}
	return ids
}

// listPath returns the path of the page with all games of a section, or "" if there is none.
func listPath(b *bff.Brand, section string) string {
	switch f := b.Sections[section].Filter; {
	case bff.ShowsCategory(section):
		return "/slot/category/" + pathSegment(sectionCategory(section))
	case len(f) == 1 && f["category"] != nil:
		return "/slot/category/" + pathSegment(recordid.Text(f["category"]))
	case len(f) == 1 && f["provider"] != nil:
		return "/slot/provider/" + pathSegment(recordid.Text(f["provider"]))
	}
	return ""
}
