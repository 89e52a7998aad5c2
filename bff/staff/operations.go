package staff

import (
	"context"
	"net/http"
	"regexp"
	"slices"
	"strconv"

	"github.com/gin-gonic/gin"

	"croupier/bff"
)

// upstreamView is one upstream of a brand as the console shows it.
type upstreamView struct {
	Name     string              `json:"name"`
	Override bff.BreakerOverride `json:"override"`
	Circuits []bff.CircuitState  `json:"circuits"` // circuits that have been used
}

func (s *server) brands(c *gin.Context, _ *visit) error {
	type brandView struct {
		ID          string         `json:"id"`
		Name        string         `json:"name"`
		Hosts       []string       `json:"hosts"`
		Maintenance any            `json:"maintenance"`
		Upstreams   []upstreamView `json:"upstreams"`
	}
	circuits := s.Breakers.States()
	out := []brandView{}
	for _, b := range s.sortedBrands() {
		one := brandView{ID: b.ID, Name: b.Name, Hosts: b.Hosts, Maintenance: s.Maintenance.Status(b.ID)}
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

// purge drops cached responses.
func (s *server) purge(c *gin.Context, v *visit) error {
	var brand, call string
	if err := decodeBody(c, map[string]any{"brand": &brand, "call": &call}); err != nil {
		return err
	}
	if brand != "" && s.brand(brand) == nil {
		return fault("brand", "other")
	}
	// A class alone is refused, as entries are purged by call.
	if call != "" && (!s.KnownCall(call) || !callPattern.MatchString(call)) {
		return fault("call", "other")
	}
	var dropped map[string]int
	err := s.audited(c, v, Action{Action: "purge", Subject: brand + " " + call}, func(ctx context.Context) (any, error) {
		n, err := s.Purge(ctx, brand, call)
		dropped = map[string]int{"dropped": n}
		return dropped, err
	})
	if err != nil {
		return err
	}
	reply(c, http.StatusOK, dropped)
	return nil
}

var callPattern = regexp.MustCompile(`^[^/]+/[^/]+$`)

// setOverride sets the breaker override of a brand and an upstream.
func (s *server) setOverride(c *gin.Context, v *visit) error {
	brand, name, h := c.Param("brand"), c.Param("upstream"), bff.BreakerOverride(c.Param("override"))
	if !slices.Contains([]bff.BreakerOverride{bff.OverrideForcedOpen, bff.OverrideForcedClosed, bff.OverrideAuto}, h) {
		return ReasonNotFound
	}
	if b := s.brand(brand); b == nil || !slices.Contains(upstreamNames(b), name) {
		return ReasonNotFound
	}
	action := Action{"breaker", brand + "/" + name, s.Breakers.Of(brand, name), h}
	err := s.audited(c, v, action, func(ctx context.Context) (any, error) { return h, s.Breakers.SetOverride(ctx, brand, name, h) })
	if err != nil {
		return err
	}
	reply(c, http.StatusOK, map[string]bff.BreakerOverride{"override": h})
	return nil
}

// Lengths of a page of the trail.
const (
	pageLength = 50
	longest    = 500
)

// audit answers the trail, the newest first.
func (s *server) audit(c *gin.Context, _ *visit) error {
	limit := pageLength
	if text, ok := c.GetQuery("limit"); ok {
		n, err := strconv.Atoi(text)
		switch {
		case err != nil:
			return fault("limit", "type")
		case n < 1:
			return fault("limit", "min", "min", "1")
		case n > longest:
			return fault("limit", "max", "max", strconv.Itoa(longest))
		}
		limit = n
	}
	entries, err := s.AuditLog.page(c, limit, c.Query("before"))
	if err != nil {
		return bff.ReasonUnavailable.WithCause(err)
	}
	reply(c, http.StatusOK, entries)
	return nil
}
