package staff

import (
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
	var err error
	if *on {
		if err := s.check(n); err != nil {
			return err
		}
		err = s.Maintenance.Close(c, name, n)
	} else {
		err = s.Maintenance.Open(c, name)
	}
	if err != nil { // of the store: what staff say has been checked
		return bff.ReasonUnavailable.Because(err)
	}
	after := s.statuses(name)
	if err := s.note(c, v, "maintenance", name, before, after); err != nil {
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
	query, until, err := s.Maintenance.Pass(c, b.ID)
	if err != nil {
		return bff.ReasonUnavailable.Because(err)
	}
	scheme, host := "http", b.Hosts[0]
	if b.Sessions.Secure {
		scheme = "https"
	}
	if _, port, err := net.SplitHostPort(c.Request.Host); err == nil { // the console's own is the site's
		host = net.JoinHostPort(host, port)
	}
	if err := s.note(c, v, "bypass link", b.ID, nil, map[string]time.Time{"until": until}); err != nil {
		return err // the link stays a secret of its holder
	}
	reply(c, http.StatusOK, struct {
		Link  string    `json:"link"`
		Until time.Time `json:"until"`
	}{scheme + "://" + host + "/?" + query, until})
	return nil
}
