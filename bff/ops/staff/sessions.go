package staff

import (
	"context"
	"net/http"
	"regexp"
	"slices"
	"time"
	"unicode/utf8"

	"github.com/gin-gonic/gin"

	"croupier/bff"
	"croupier/bff/internal/device"
)

// Sessions lists and ends players' sessions.
type Sessions interface {
	// Active returns the active sessions of a brand's players with a name, newest first.
	Active(ctx context.Context, brand *bff.Brand, username string) ([]bff.ActiveSession, error)
	// Find returns the active session with an id, or nil.
	Find(ctx context.Context, id string) (*bff.ActiveSession, error)
	// End and EndAll are as in bff.Sessions.
	End(ctx context.Context, s *bff.Session) error
	EndAll(ctx context.Context, brand, player string) error
	// EndUsername ends every session of the brand's players with a name, also those that Active does
	// not list: the sessions of one mock world, or of all worlds if world is empty.
	EndUsername(ctx context.Context, brand, world, username string) error
	// QueuedRevocations returns how many of these ends the store has refused so far: they are in force
	// on this instance, and on the others once it accepts them.
	QueuedRevocations() int
	// Keys returns the keys of the ring, newest first, with the number of sessions of each. brands are
	// those whose sessions are valid.
	Keys(ctx context.Context, brands []*bff.Brand) ([]bff.SealingKey, error)
}

// sessionView is one session as the console shows it.
type sessionView struct {
	Session   string    `json:"session"` // the id that /sessions/revoke takes
	Brand     string    `json:"brand"`
	Username  string    `json:"username"`
	Begun     time.Time `json:"begun"`
	LastSeen  time.Time `json:"seen"`    // last renewal; at most a tenth of the idle limit ago while in use
	Until     time.Time `json:"until"`   // absolute end
	Address   string    `json:"address"` // address of the last renewal
	Agent     string    `json:"agent"`   // User-Agent of the last renewal
	Device    string    `json:"device,omitempty"`
	Pending   bool      `json:"pending"` // waiting for the authenticator code
	TwoFactor bool      `json:"two_factor"`
	World     string    `json:"world,omitempty"` // the mock world
}

// auditedSession is a session in the audit log, without address and device.
type auditedSession struct {
	Session  string    `json:"session"`
	Brand    string    `json:"brand"`
	Username string    `json:"username"`
	Begun    time.Time `json:"begun"`
	World    string    `json:"world,omitempty"`
}

// sessions replies with a player's sessions, of one brand or of all at which v is support.
func (s *server) sessions(c *gin.Context, v *visit) error {
	all, err := s.activeSessions(c, v, c.Query("username"), c.Query("brand"))
	if err != nil {
		return err
	}
	out := []sessionView{}
	for i := range all {
		out = append(out, viewOfSession(&all[i]))
	}
	reply(c, http.StatusOK, out)
	return nil
}

func viewOfSession(b *bff.ActiveSession) sessionView {
	return sessionView{
		Session: b.ID, Brand: b.Brand, Username: b.Identity.Username, Begun: b.LoginAt, LastSeen: b.IssuedAt, Until: b.ExpiresAt,
		Address: b.Visitor, Agent: b.UserAgent, Device: device.Describe(b.UserAgent), Pending: b.Pending, TwoFactor: b.TwoFactor, World: b.Identity.World,
	}
}

var sessionIDPattern = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}(\.[A-Za-z0-9_-]{1,64})?$`)

// revoke ends one login, or all sessions of a player, of one brand or of all at which v is support.
func (s *server) revoke(c *gin.Context, v *visit) error {
	var username, id, brand string
	if err := decodeBody(c, map[string]any{"username": &username, "session": &id, "brand": &brand}); err != nil {
		return err
	}
	switch {
	case id == "" && username == "":
		return fault("session", "required")
	case id != "" && username != "":
		return fault("session", "other")
	case id != "" && !sessionIDPattern.MatchString(id):
		return fault("session", "pattern")
	}
	if id != "" {
		return s.endOneSession(c, v, id, brand)
	}
	return s.endPlayer(c, v, username, brand)
}

// endOneSession ends all tokens of one login.
func (s *server) endOneSession(c *gin.Context, v *visit, id, brand string) error {
	one, err := s.Sessions.Find(c, id)
	if err != nil {
		return err
	}
	if one == nil || brand != "" && brand != one.Brand || !v.may(one.Brand, Support) || !visibleTo(v, s.brand(one.Brand), one) {
		return ReasonNotFound
	}
	d := Action{Action: "session ended", Brand: one.Brand, Subject: one.ID, Before: auditView([]bff.ActiveSession{*one})}
	err = s.audited(c, v, d, func(ctx context.Context) (any, error) { return auditView(nil), s.Sessions.End(ctx, &one.Session) })
	if err != nil {
		return err
	}
	s.replyEnded(c, 1)
	return nil
}

// endPlayer ends every session of the players with a name, also those that the index has lost. It
// replies with the number of sessions that were listed.
func (s *server) endPlayer(c *gin.Context, v *visit, username, brand string) error {
	known, err := s.activeSessions(c, v, username, brand)
	if err != nil {
		return err
	}
	selected, err := s.selectedBrands(v, brand)
	if err != nil {
		return err
	}
	d := Action{Action: "sessions ended", Brand: Everywhere, Subject: username, Before: auditView(known)}
	if len(selected) == 1 {
		d.Brand = selected[0].ID
	}
	err = s.audited(c, v, d, func(ctx context.Context) (any, error) {
		for _, b := range selected {
			world := ""
			if b.Upstream.Control {
				world = v.scope.World
			}
			if err := s.Sessions.EndUsername(ctx, b.ID, world, username); err != nil {
				return nil, err
			}
		}
		// Ending the listed players also informs their open pages.
		ended := map[[2]string]bool{}
		for _, b := range known {
			player := [2]string{b.Brand, b.Identity.Player()}
			if ended[player] {
				continue
			}
			if err := s.Sessions.EndAll(ctx, player[0], player[1]); err != nil {
				return nil, err
			}
			ended[player] = true
		}
		left, err := s.activeSessions(ctx, v, username, brand)
		return auditView(left), err
	})
	if err != nil {
		return err
	}
	s.replyEnded(c, len(known))
	return nil
}

// replyEnded replies with the number of listed sessions that were ended, and says so when they are
// not over on every instance yet.
func (s *server) replyEnded(c *gin.Context, n int) {
	reply(c, http.StatusOK, struct {
		Ended  int `json:"ended"`
		Queued int `json:"queued,omitempty"`
	}{n, s.Sessions.QueuedRevocations()})
}

// maxUsername is the maximum length of a user name in characters.
const maxUsername = 64

// activeSessions returns the active sessions of the players with a name, newest first: of one brand,
// or of all at which v is support where brand is empty.
func (s *server) activeSessions(ctx context.Context, v *visit, username, brand string) ([]bff.ActiveSession, error) {
	switch {
	case username == "":
		return nil, fault("username", "required")
	case !utf8.ValidString(username):
		return nil, fault("username", "pattern")
	case utf8.RuneCountInString(username) > maxUsername:
		return nil, fault("username", "max_length", "max", "64")
	}
	brands, err := s.selectedBrands(v, brand)
	if err != nil {
		return nil, err
	}
	var out []bff.ActiveSession
	for _, b := range brands {
		all, err := s.Sessions.Active(ctx, b, username)
		if err != nil {
			return nil, err
		}
		for _, one := range all {
			if visibleTo(v, b, &one) {
				out = append(out, one)
			}
		}
	}
	slices.SortStableFunc(out, func(x, y bff.ActiveSession) int { return y.LoginAt.Compare(x.LoginAt) })
	return out, nil
}

// selectedBrands returns the brand with an id, or all at which v is support where id is empty.
func (s *server) selectedBrands(v *visit, id string) ([]*bff.Brand, error) {
	switch b := s.brand(id); {
	case id == "":
		return s.visibleBrands(v, Support), nil
	case b == nil:
		return nil, fault("brand", "other")
	case !v.may(id, Support):
		return nil, ReasonForbidden
	default:
		return []*bff.Brand{b}, nil
	}
}

// visibleTo reports whether v may see a session: a request from a mock world sees only that
// world, others see every world.
func visibleTo(v *visit, b *bff.Brand, one *bff.ActiveSession) bool {
	return v.scope.World == "" || b == nil || !b.Upstream.Control || one.Identity.World == v.scope.World
}

// auditView converts sessions for the audit log.
func auditView(all []bff.ActiveSession) []auditedSession {
	out := []auditedSession{}
	for _, b := range all {
		out = append(out, auditedSession{b.ID, b.Brand, b.Identity.Username, b.LoginAt, b.Identity.World})
	}
	return out
}
