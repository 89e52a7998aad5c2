package staff

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strings"

	"github.com/gin-gonic/gin"

	"croupier/bff"
)

// sortedBrands returns the brands sorted by id.
func (s *server) sortedBrands() []*bff.Brand {
	all := slices.Clone(s.Brands())
	slices.SortFunc(all, func(a, b *bff.Brand) int { return strings.Compare(a.ID, b.ID) })
	return all
}

// brandsOf returns the brand that a path names, or all for Everywhere; nil for an unknown brand.
func (s *server) brandsOf(name string) []*bff.Brand {
	if name == Everywhere {
		return s.sortedBrands()
	}
	if b := s.brand(name); b != nil {
		return []*bff.Brand{b}
	}
	return nil
}

// statusesOf returns the maintenance status of a brand, or of all for Everywhere; nil for an
// unknown brand.
func (s *server) statusesOf(name string) []bff.MaintenanceStatus {
	brands := s.brandsOf(name)
	if brands == nil {
		return nil
	}
	out := make([]bff.MaintenanceStatus, len(brands))
	for i, b := range brands {
		out[i] = s.Maintenance.Status(b.ID)
	}
	return out
}

func (s *server) states(c *gin.Context, v *visit) error {
	reply(c, http.StatusOK, s.visibleStatuses(v))
	return nil
}

// visibleStatuses returns the maintenance status of the brands that v may see.
func (s *server) visibleStatuses(v *visit) []bff.MaintenanceStatus {
	out := []bff.MaintenanceStatus{}
	for _, b := range s.visibleBrands(v, Viewer) {
		out = append(out, s.Maintenance.Status(b.ID))
	}
	return out
}

func (s *server) state(c *gin.Context, _ *visit) error {
	found := s.statusesOf(c.Param("brand"))
	if len(found) != 1 || c.Param("brand") == Everywhere {
		return ReasonNotFound
	}
	reply(c, http.StatusOK, found[0])
	return nil
}

// setMaintenance turns the manual switch of a brand on or off and replies with the resulting states.
func (s *server) setMaintenance(c *gin.Context, v *visit) error {
	name := c.Param("brand")
	brands, before := s.brandsOf(name), s.statusesOf(name)
	if before == nil {
		return ReasonNotFound
	}
	var on *bool
	var from, until json.RawMessage
	n := bff.MaintenanceNotice{By: v.account.Name}
	if err := decodeBody(c, map[string]any{
		"on": &on, "message": &n.Message, "bypass": &n.Bypass, "parts": &n.Parts, "calls": &n.Calls, "why": &n.Why, "from": &from, "until": &until,
	}); err != nil {
		return err
	}
	for field, given := range map[string]json.RawMessage{"from": from, "until": until} {
		if given != nil {
			return fault(field, "use_window", "path", base+"/maintenance/"+name+"/windows")
		}
	}
	if on == nil {
		return fault("on", "required")
	}
	if err := s.validateNotice(&n, brands); err != nil {
		return err
	}
	requested := struct {
		On bool `json:"on"`
		bff.MaintenanceNotice
	}{*on, n}
	var after []bff.MaintenanceStatus
	err := s.audited(c, v, Action{Action: "maintenance", Brand: name, Subject: name, Before: before, Requested: requested}, func(ctx context.Context) (_ any, err error) {
		if *on {
			err = s.Maintenance.SetSwitch(ctx, name, n)
		} else {
			err = s.Maintenance.ClearSwitch(ctx, name, n.Closed())
		}
		after = s.statusesOf(name)
		return after, err
	})
	if err != nil {
		return err
	}
	reply(c, http.StatusOK, after)
	return nil
}
