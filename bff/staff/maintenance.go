package staff

import (
	"context"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/gin-gonic/gin"

	"croupier/bff"
)

// sortedBrands returns the brands sorted by id.
func (s *server) sortedBrands() []*bff.Brand {
	all := slices.Clone(s.Brands())
	slices.SortFunc(all, func(a, b *bff.Brand) int { return strings.Compare(a.ID, b.ID) })
	return all
}

// statusesOf returns the maintenance status of a brand, or of all for Everywhere; nil for an
// unknown brand.
func (s *server) statusesOf(name string) []any {
	if name != Everywhere {
		if s.brand(name) == nil {
			return nil
		}
		return []any{s.Maintenance.Status(name)}
	}
	out := []any{}
	for _, b := range s.sortedBrands() {
		out = append(out, s.Maintenance.Status(b.ID))
	}
	return out
}

func (s *server) states(c *gin.Context, _ *visit) error {
	reply(c, http.StatusOK, s.statusesOf(Everywhere))
	return nil
}

func (s *server) state(c *gin.Context, _ *visit) error {
	found := s.statusesOf(c.Param("brand"))
	if len(found) != 1 || c.Param("brand") == Everywhere {
		return ReasonNotFound
	}
	reply(c, http.StatusOK, found[0])
	return nil
}

// maxMessage is the maximum length of a maintenance message in characters.
const maxMessage = 1000

// setMaintenance closes or opens a brand and replies with the resulting states.
func (s *server) setMaintenance(c *gin.Context, v *visit) error {
	name := c.Param("brand")
	before := s.statusesOf(name)
	if before == nil {
		return ReasonNotFound
	}
	var on *bool
	n := Notice{By: v.account.Name}
	if err := decodeBody(c, map[string]any{
		"on": &on, "message": &n.Message, "from": &n.From, "until": &n.Until, "bypass": &n.Bypass, "calls": &n.Calls,
	}); err != nil {
		return err
	}
	if on == nil {
		return fault("on", "required")
	}
	if *on {
		if err := s.validate(n); err != nil {
			return err
		}
	}
	requested := struct {
		On bool `json:"on"`
		Notice
	}{*on, n}
	var after []any
	err := s.audited(c, v, Action{"maintenance", name, before, requested}, func(ctx context.Context) (_ any, err error) {
		if *on {
			err = s.Maintenance.Close(ctx, name, n)
		} else {
			err = s.Maintenance.Open(ctx, name)
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

// validate returns a fault for the first invalid field of a notice.
func (s *server) validate(n Notice) error {
	for lang, text := range n.Message {
		if utf8.RuneCountInString(text) > maxMessage {
			return fault("message."+lang[:min(len(lang), 16)], "max_length", "max", strconv.Itoa(maxMessage))
		}
	}
	if !n.Until.IsZero() && (!n.Until.After(n.From) || !n.Until.After(s.Clock())) {
		return fault("until", "later")
	}
	for i, call := range n.Calls {
		if !s.KnownCall(call) {
			return fault("calls["+strconv.Itoa(i)+"]", "other")
		}
	}
	if i := slices.IndexFunc(n.Bypass, func(p netip.Prefix) bool { return !p.IsValid() }); i >= 0 {
		return fault("bypass["+strconv.Itoa(i)+"]", "pattern")
	}
	return nil
}

// bypassLink replies with a link that bypasses maintenance for an hour.
func (s *server) bypassLink(c *gin.Context, v *visit) error {
	b := s.brand(c.Param("brand"))
	if b == nil || len(b.Hosts) == 0 {
		return ReasonNotFound
	}
	var query string
	var until time.Time
	// The audit entry holds no link, which is a credential.
	err := s.audited(c, v, Action{Action: "bypass link", Subject: b.ID}, func(ctx context.Context) (_ any, err error) {
		query, until, err = s.Maintenance.BypassToken(ctx, b.ID)
		return map[string]time.Time{"until": until}, err
	})
	if err != nil {
		return err
	}
	scheme, host := "http", b.Hosts[0]
	if b.Sessions.Secure {
		scheme = "https"
	}
	if _, port, err := net.SplitHostPort(c.Request.Host); err == nil { // the console and the site share the port
		host = net.JoinHostPort(host, port)
	}
	reply(c, http.StatusOK, struct {
		Link  string    `json:"link"`
		Until time.Time `json:"until"`
	}{scheme + "://" + host + "/?" + query, until})
	return nil
}
