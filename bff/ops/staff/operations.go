package staff

import (
	"cmp"
	"context"
	"net/http"
	"slices"
	"strings"

	"github.com/gin-gonic/gin"

	"croupier/bff"
)

// upstreamView is one upstream of a brand as the console shows it.
type upstreamView struct {
	Name     string              `json:"name"`
	Override bff.BreakerOverride `json:"override"`
	Circuits []bff.CircuitState  `json:"circuits"` // circuits that have been used
}

func (s *server) brands(c *gin.Context, v *visit) error {
	type brandView struct {
		ID          string         `json:"id"`
		Name        string         `json:"name"`
		Hosts       []string       `json:"hosts"`
		Languages   []string       `json:"languages"`
		Maintenance any            `json:"maintenance"`
		Upstreams   []upstreamView `json:"upstreams"`
	}
	circuits := s.Breakers.States()
	out := []brandView{}
	for _, b := range s.visibleBrands(v, Viewer) {
		one := brandView{ID: b.ID, Name: b.Name, Hosts: b.Hosts, Languages: []string{}, Maintenance: s.Maintenance.Status(b.ID)}
		for _, l := range b.Languages {
			one.Languages = append(one.Languages, l.Lang)
		}
		for _, name := range upstreamNames(b) {
			u := upstreamView{Name: name, Override: s.Breakers.Of(b.ID, name), Circuits: []bff.CircuitState{}}
			for _, l := range circuits {
				if l.Brand == b.ID && l.Upstream == name {
					u.Circuits = append(u.Circuits, l)
				}
			}
			one.Upstreams = append(one.Upstreams, u)
		}
		out = append(out, one)
	}
	reply(c, http.StatusOK, out)
	return nil
}

// upstreamNames returns the sorted names of the upstreams that a brand uses.
func upstreamNames(b *bff.Brand) []string {
	names := []string{b.Upstream.Name}
	for _, r := range b.Routing {
		names = append(names, r.Name)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// purge drops cached responses of one brand or of all, of one call, of a class or of all.
func (s *server) purge(c *gin.Context, v *visit) error {
	var brand, class, call string
	if err := decodeBody(c, map[string]any{"brand": &brand, "class": &class, "call": &call}); err != nil {
		return err
	}
	switch {
	case brand != "" && s.brand(brand) == nil:
		return fault("brand", "other")
	case call != "" && class != "":
		return fault("class", "other")
	case call != "" && (!s.KnownCall(call) || !strings.Contains(call, "/")):
		return fault("call", "other")
	case class != "" && (!s.KnownCall(class) || strings.Contains(class, "/")):
		return fault("class", "other")
	}
	at := cmp.Or(brand, Everywhere)
	if err := v.require(at, Support); err != nil {
		return err
	}
	var dropped map[string]int
	name := cmp.Or(call, class)
	err := s.audited(c, v, Action{Action: "purge", Brand: at, Subject: name}, func(ctx context.Context) (any, error) {
		n, err := s.Purge(ctx, brand, name)
		dropped = map[string]int{"dropped": n}
		return dropped, err
	})
	if err != nil {
		return err
	}
	reply(c, http.StatusOK, dropped)
	return nil
}

// setOverride sets the breaker override of a brand and an upstream.
func (s *server) setOverride(c *gin.Context, v *visit) error {
	brand, name, h := c.Param("brand"), c.Param("upstream"), bff.BreakerOverride(c.Param("override"))
	if !slices.Contains([]bff.BreakerOverride{bff.OverrideForcedOpen, bff.OverrideForcedClosed, bff.OverrideAuto}, h) {
		return ReasonNotFound
	}
	if b := s.brand(brand); b == nil || !slices.Contains(upstreamNames(b), name) {
		return ReasonNotFound
	}
	action := Action{Action: "breaker", Brand: brand, Subject: brand + "/" + name, Before: s.Breakers.Of(brand, name), Requested: h}
	err := s.audited(c, v, action, func(ctx context.Context) (any, error) { return h, s.Breakers.SetOverride(ctx, brand, name, h) })
	if err != nil {
		return err
	}
	reply(c, http.StatusOK, map[string]bff.BreakerOverride{"override": h})
	return nil
}
