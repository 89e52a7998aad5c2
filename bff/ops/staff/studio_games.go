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

// named is a game or a filter in a response of studioGames.
type named struct {
	ID       bff.RecordID `json:"id"`
	Name     string       `json:"name"`
	Provider string       `json:"provider,omitempty"`
	Image    string       `json:"image,omitempty"`
}

// listed is a game, a category or a provider of the platform.
type listed struct {
	GameID, CategoryID, ProviderID  bff.RecordID
	Name, ProviderName, Image, Type string
	Items                           []listed
}

// studioGames returns the slots that match a part of a name or ids, and the filters of rows. Without
// either it returns the first slots of the platform and of its categories.
func (s *server) studioGames(c *gin.Context, v *visit) (any, error) {
	q, ids := strings.TrimSpace(c.Query("q")), strings.Split(c.Query("ids"), ",")
	if utf8.RuneCountInString(q) > maxGameName {
		return nil, fault("q", "max_length", "max", strconv.Itoa(maxGameName))
	}
	if len(ids) > maxGames {
		return nil, fault("ids", "max_items", "max", strconv.Itoa(maxGames))
	}
	games := map[string]any{"limit": maxGames}
	isSearch := utf8.RuneCountInString(q) >= contract.SearchMinimum // by the platform
	if isSearch {
		games["searchGameName"] = q
	}
	answers := s.ReadGuest(c, &bff.Scope{
		RequestID: v.scope.RequestID, Brand: v.brand, Lang: v.brand.DefaultLang(), Partition: v.partition(v.brand),
		Visitor: v.scope.Visitor,
	}, guestTimeout,
		bff.GuestRead{Class: "casino", Method: "category_list"},
		bff.GuestRead{Class: "casino", Method: "provider_list"},
		bff.GuestRead{Class: "casino", Method: "games_list", Data: games})
	var lists [3][]listed
	for i, a := range answers {
		if a == nil || json.Unmarshal(a.Data, &lists[i]) != nil {
			return nil, bff.ReasonUnavailable
		}
	}
	out := map[string][]named{"games": {}, "categories": {}, "providers": {}, "types": {}}
	seen := map[string]bool{}
	add := func(list string, id bff.RecordID, one named) {
		if text := strings.Trim(string(id), `"`); !seen[list+text] && text != "" {
			seen[list+text], one.ID = true, id
			out[list] = append(out[list], one)
		}
	}
	found, searched := lists[2], len(lists[2])
	for _, one := range lists[0] {
		add("categories", one.CategoryID, named{Name: one.Name})
		found = append(found, one.Items...)
	}
	for _, one := range lists[1] {
		add("providers", one.ProviderID, named{Name: one.ProviderName})
	}
	for i, g := range found {
		matches := isSearch && i < searched || strings.Contains(names.FoldCase(g.Name), names.FoldCase(q))
		isChosen := c.Query("ids") == "" || slices.Contains(ids, strings.Trim(string(g.GameID), `"`))
		if matches && isChosen && len(out["games"]) < maxGames {
			add("games", g.GameID, named{Name: g.Name, Provider: g.ProviderName, Image: g.Image})
		}
		kind, _ := json.Marshal(g.Type) // a text
		add("types", kind, named{Name: g.Type})
	}
	return out, nil
}
