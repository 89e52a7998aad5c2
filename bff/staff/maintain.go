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

// sorted are the brands by id.
func (s *server) sorted() []*bff.Brand {
	all := slices.Clone(s.Brands())
	slices.SortFunc(all, func(a, b *bff.Brand) int { return strings.Compare(a.ID, b.ID) })
	return all
}

// statuses are the states of the brands that a name stands for; nil where it is no brand's.
func (s *server) statuses(name string) []any {
	if name != Everywhere {
		if s.brand(name) == nil {
			return nil
		}
		return []any{s.Maintenance.Status(name)}
	}
	out := []any{}
	for _, b := range s.sorted() {
		out = append(out, s.Maintenance.Status(b.ID))
	}
	return out
}

func (s *server) states(c *gin.Context, _ *visit) error {
	reply(c, http.StatusOK, s.statuses(Everywhere))
	return nil
}

func (s *server) state(c *gin.Context, _ *visit) error {
	found := s.statuses(c.Param("brand"))
	if len(found) != 1 || c.Param("brand") == Everywhere {
		return ReasonNotFound
	}
	reply(c, http.StatusOK, found[0])
	return nil
}

// maxMessage is the most characters of what players read.
const maxMessage = 1000

// maintain closes a brand, or opens it. It answers the states that came of it.
func (s *server) maintain(c *gin.Context, v *visit) error {
	name := c.Param("brand")
	before := s.statuses(name)
	if before == nil {
		return ReasonNotFound
	}
	var on *bool
	n := Notice{By: v.account.Name}
	if err := read(c, map[string]any{
		"on": &on, "message": &n.Message, "from": &n.From, "until": &n.Until, "bypass": &n.Bypass, "calls": &n.Calls,
	}); err != nil {
		return err
	}
	if on == nil {
		return fault("on", "required")
	}
	if *on {
		if err := s.check(n); err != nil {
			return err
		}
	}
	wanted := struct {
		On bool `json:"on"`
		Notice
	}{*on, n}
	var after []any
	err := s.deed(c, v, Action{"maintenance", name, before, wanted}, func(ctx context.Context) (_ any, err error) {
		if *on {
			err = s.Maintenance.Close(ctx, name, n)
		} else {
			err = s.Maintenance.Open(ctx, name)
		}
		after = s.statuses(name)
		return after, err
	})
	if err != nil {
		return err
	}
	reply(c, http.StatusOK, after)
	return nil
}

// check names the field of a notice that is not right.
func (s *server) check(n Notice) error {
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

// bypassLink answers a link that lets a tester in for an hour.
func (s *server) bypassLink(c *gin.Context, v *visit) error {
	b := s.brand(c.Param("brand"))
	if b == nil || len(b.Hosts) == 0 {
		return ReasonNotFound
	}
	var query string
	var until time.Time
	// The link stays a secret of its holder.
	err := s.deed(c, v, Action{Action: "bypass link", Subject: b.ID}, func(ctx context.Context) (_ any, err error) {
		query, until, err = s.Maintenance.Pass(ctx, b.ID)
		return map[string]time.Time{"until": until}, err
	})
	if err != nil {
		return err
	}
	scheme, host := "http", b.Hosts[0]
	if b.Sessions.Secure {
		scheme = "https"
	}
	if _, port, err := net.SplitHostPort(c.Request.Host); err == nil { // the console's own is the site's
		host = net.JoinHostPort(host, port)
	}
	reply(c, http.StatusOK, struct {
		Link  string    `json:"link"`
		Until time.Time `json:"until"`
	}{scheme + "://" + host + "/?" + query, until})
	return nil
}
