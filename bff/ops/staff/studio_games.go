package staff

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/gin-gonic/gin"

	"croupier/bff"
	"croupier/bff/contract"
	"croupier/bff/internal/names"
)

// Limits of studioGames.
const (
	maxGames     = 60
	maxGameName  = 100 // characters
	guestTimeout = 5 * time.Second
)

type studioGame struct {
	ID       string `json:"id"`
	Name     string `json:"name"`
	Provider string `json:"provider,omitempty"`
	Image    string `json:"image,omitempty"`
}

type studioFilter struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// studioGames returns the slots that match a part of a name or ids, and the filters of rows. Without
// either it returns the first slots of the categories.
func (s *server) studioGames(c *gin.Context, v *visit) (any, error) {
	q, ids := strings.TrimSpace(c.Query("q")), strings.Split(c.Query("ids"), ",")
	if utf8.RuneCountInString(q) > maxGameName || !utf8.ValidString(q) {
		return nil, fault("q", "max_length", "max", strconv.Itoa(maxGameName))
	}
	if len(ids) > maxGames {
		return nil, fault("ids", "max_items", "max", strconv.Itoa(maxGames))
	}
	scope := &bff.Scope{
		RequestID: v.scope.RequestID, Brand: v.brand, Lang: v.brand.DefaultLang(), Partition: v.partition(v.brand),
		Visitor: v.scope.Visitor,
	}
	calls := []bff.GuestRead{
		{Class: "casino", Method: "category_list"},
		{Class: "casino", Method: "provider_list"},
		{Class: "casino", Method: "games_list", Data: map[string]any{"limit": maxGames}},
	}
	isSearch := utf8.RuneCountInString(q) >= contract.SearchMinimum // by the platform
	if isSearch {
		calls[2].Data["searchGameName"] = q
	}
	answers := s.ReadGuest(c, scope, guestTimeout, calls...)
	type game struct {
		GameID, ProviderID        json.RawMessage
		Name, ProviderName, Image string
		Type                      string
	}
	var categories []struct {
		CategoryID json.RawMessage
		Name       string
		Items      []game
	}
	var providers []struct {
		ProviderID   json.RawMessage
		ProviderName string
	}
	var found []game
	for i, into := range []any{&categories, &providers, &found} {
		if answers[i] == nil || json.Unmarshal(answers[i].Data, into) != nil {
			return nil, bff.ReasonUnavailable
		}
	}
	out := struct {
		Games      []studioGame   `json:"games"`
		Categories []studioFilter `json:"categories"`
		Providers  []studioFilter `json:"providers"`
		Types      []studioFilter `json:"types"`
	}{[]studioGame{}, []studioFilter{}, []studioFilter{}, []studioFilter{}}
	searched := len(found)
	id := func(raw json.RawMessage) string { return strings.Trim(string(raw), `"`) }
	for _, one := range categories {
		out.Categories = append(out.Categories, studioFilter{id(one.CategoryID), one.Name})
		found = append(found, one.Items...)
	}
	for _, one := range providers {
		out.Providers = append(out.Providers, studioFilter{id(one.ProviderID), one.ProviderName})
	}
	seen, types := map[string]bool{}, map[string]bool{}
	for i, g := range found {
		matches := strings.Contains(names.FoldCase(g.Name), names.FoldCase(q)) || isSearch && i < searched
		if key := id(g.GameID); !seen[key] && len(out.Games) < maxGames && matches &&
			(c.Query("ids") == "" || slices.Contains(ids, key)) {
			seen[key] = true
			out.Games = append(out.Games, studioGame{key, g.Name, g.ProviderName, g.Image})
		}
		if g.Type != "" && !types[g.Type] {
			types[g.Type] = true
			out.Types = append(out.Types, studioFilter{g.Type, g.Type})
		}
	}
	return out, nil
}
