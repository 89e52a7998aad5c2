package staff

import (
	"context"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"time"

	"github.com/gin-gonic/gin"

	"croupier/bff"
)

// upstream is what the console is shown of one upstream of a brand.
type upstream struct {
	Name  string              `json:"name"`
	Hold  bff.BreakerOverride `json:"override"`
	Lanes []bff.CircuitState  `json:"lanes"` // those that have been used
}

func (s *server) brands(c *gin.Context, _ *visit) error {
	type shown struct {
		ID          string     `json:"id"`
		Name        string     `json:"name"`
		Hosts       []string   `json:"hosts"`
		Maintenance any        `json:"maintenance"`
		Upstreams   []upstream `json:"upstreams"`
	}
	lanes := s.Breakers.States()
	out := []shown{}
	for _, b := range s.sorted() {
		one := shown{ID: b.ID, Name: b.Name, Hosts: b.Hosts, Maintenance: s.Maintenance.Status(b.ID)}
		for _, name := range upstreams(b) {
			u := upstream{Name: name, Hold: s.Breakers.Of(b.ID, name), Lanes: []bff.CircuitState{}}
			for _, l := range lanes {
				if l.Brand == b.ID && l.Upstream == name {
					u.Lanes = append(u.Lanes, l)
				}
			}
			one.Upstreams = append(one.Upstreams, u)
		}
		out = append(out, one)
	}
	reply(c, http.StatusOK, out)
	return nil
}

// upstreams are the names of those that a brand's calls go to.
func upstreams(b *bff.Brand) []string {
	names := []string{b.Upstream.Name}
	for _, r := range b.Routing {
		names = append(names, r.Name)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// purge drops kept answers.
func (s *server) purge(c *gin.Context, v *visit) error {
	var brand, call string
	if err := read(c, map[string]any{"brand": &brand, "call": &call}); err != nil {
		return err
	}
	if brand != "" && s.brand(brand) == nil {
		return fault("brand", "other")
	}
	// A class alone would drop nothing: answers are kept by call.
	if call != "" && (!s.KnownCall(call) || !isCall.MatchString(call)) {
		return fault("call", "other")
	}
	var dropped map[string]int
	err := s.deed(c, v, Action{Action: "purge", Subject: brand + " " + call}, func(ctx context.Context) (any, error) {
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

var isCall = regexp.MustCompile(`^[^/]+/[^/]+$`)

// hold decides over the breakers of a brand and an upstream.
func (s *server) hold(c *gin.Context, v *visit) error {
	brand, name, h := c.Param("brand"), c.Param("upstream"), bff.BreakerOverride(c.Param("override"))
	if !slices.Contains([]bff.BreakerOverride{bff.OverrideForcedOpen, bff.OverrideForcedClosed, bff.OverrideAuto}, h) {
		return ReasonNotFound
	}
	if b := s.brand(brand); b == nil || !slices.Contains(upstreams(b), name) {
		return ReasonNotFound
	}
	held := Action{"breaker", brand + "/" + name, s.Breakers.Of(brand, name), h}
	err := s.deed(c, v, held, func(ctx context.Context) (any, error) { return h, s.Breakers.SetOverride(ctx, brand, name, h) })
	if err != nil {
		return err
	}
	reply(c, http.StatusOK, map[string]bff.BreakerOverride{"override": h})
	return nil
}

// money is what the journal knows of a money call; never its key or its player.
type money struct {
	At    time.Time            `json:"at"`
	Brand string               `json:"brand"`
	State bff.IdempotencyState `json:"state"`
	Code  int                  `json:"code,omitempty"`
	Debug string               `json:"debug,omitempty"`
}

// request answers what is known of a request id: of money calls as long as the journal
// lasts, of others what this instance remembers.
func (s *server) request(c *gin.Context, _ *visit) error {
	id := c.Param("id")
	found := struct {
		Request *Request `json:"request"`
		Money   *money   `json:"money"`
	}{Request: s.RequestLog.find(id)}
	entry, err := s.IdempotencyStore.Find(c, id)
	if err != nil {
		return bff.ReasonUnavailable.WithCause(err)
	}
	if entry != nil {
		found.Money = &money{At: entry.At, Brand: entry.Key.Brand, State: entry.State}
		switch {
		case entry.Answer != nil:
			found.Money.Code, found.Money.Debug = entry.Answer.Code, entry.Answer.Debug
		case entry.Unknown != nil:
			found.Money.Code, found.Money.Debug = entry.Unknown.Status, entry.Unknown.Debug
		}
	}
	if found.Request == nil && found.Money == nil {
		return ReasonNotFound
	}
	reply(c, http.StatusOK, found)
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
