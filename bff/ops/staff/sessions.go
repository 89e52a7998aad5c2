package staff

import (
	"context"
	"regexp"
	"slices"
	"time"

	"github.com/gin-gonic/gin"

	"croupier/bff"
	"croupier/bff/internal/device"
	"croupier/bff/internal/lists"
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
	// EndUsername ends all sessions of a user name. A whole brand includes its testers.
	EndUsername(ctx context.Context, p bff.Partition, username string) error
	// QueuedRevocations returns the number of sessions that have ended only on this instance.
	QueuedRevocations() int
	// Keys returns the keys of the ring, newest first, with the number of valid sessions of each.
	Keys(ctx context.Context, brands []*bff.Brand) ([]bff.SealingKey, error)
}

type auditedSession struct {
	Session  string    `json:"session"` // the id that /sessions/revoke takes
	Brand    string    `json:"brand"`
	Username string    `json:"username"`
	Begun    time.Time `json:"begun"`
}

type sessionView struct {
	auditedSession
	LastSeen  time.Time `json:"seen"`    // last renewal, in an active session at most a tenth of the idle limit ago
	Until     time.Time `json:"until"`   // absolute end
	Address   string    `json:"address"` // address of the last renewal
	Agent     string    `json:"agent"`   // User-Agent of the last renewal
	Device    string    `json:"device,omitempty"`
	Pending   bool      `json:"pending"` // waiting for the authenticator code
	TwoFactor bool      `json:"two_factor"`
}

func (s *server) sessions(c *gin.Context, v *visit) (any, error) {
	all, err := s.activeSessions(c, v, c.Query("username"), c.Query("brand"))
	return lists.Map(all, viewOfSession), err
}

func viewOfSession(b bff.ActiveSession) sessionView {
	return sessionView{
		auditedSession: auditedSession{b.ID, b.Brand, b.Identity.Username, b.LoginAt}, LastSeen: b.IssuedAt,
		Until: b.ExpiresAt, Address: b.Visitor, Agent: b.UserAgent, Device: device.Describe(b.UserAgent),
		Pending: b.Pending, TwoFactor: b.TwoFactor,
	}
}

var sessionIDPattern = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}(\.[A-Za-z0-9_-]{1,64})?$`)

// revoke ends one session, or all sessions of a user name at the selectedBrands.
func (s *server) revoke(c *gin.Context, v *visit) (any, error) {
	var username, id, brand string
	if err := decodeBody(c, map[string]any{"username": &username, "session": &id, "brand": &brand}); err != nil {
		return nil, err
	}
	switch {
	case id == "" && username == "":
		return nil, fault("session", "required")
	case id != "" && username != "":
		return nil, fault("session", "other")
	case id != "" && !sessionIDPattern.MatchString(id):
		return nil, fault("session", "pattern")
	}
	ended, err := 1, error(nil)
	if id != "" {
		err = s.endOneSession(c, v, id, brand)
	} else {
		ended, err = s.endPlayer(c, v, username, brand)
	}
	return struct {
		Ended  int `json:"ended"`            // the number of ended sessions that were listed
		Queued int `json:"queued,omitempty"` // the number of sessions that have ended only on this instance
	}{ended, s.Sessions.QueuedRevocations()}, err
}

func (s *server) endOneSession(c *gin.Context, v *visit, id, brand string) error {
	one, err := s.Sessions.Find(c, id)
	if err != nil {
		return err
	}
	// An unknown session is not revoked blindly, because Croupier could not notify its open page.
	if one == nil || brand != "" && brand != one.Brand || !v.may(one.Brand, Support) ||
		!s.shows(v, one.Identity.Partition) {
		return ReasonNotFound
	}
	d := Action{
		Action: "session ended", Brand: one.Brand, Subject: one.ID, Before: auditView([]bff.ActiveSession{*one}),
	}
	_, err = s.audited(c, v, d,
		func(ctx context.Context) (any, error) { return auditView(nil), s.Sessions.End(ctx, &one.Session) })
	return err
}

// endPlayer ends all sessions of the players with a name and returns the number of listed sessions.
func (s *server) endPlayer(c *gin.Context, v *visit, username, brand string) (int, error) {
	known, err := s.activeSessions(c, v, username, brand)
	if err != nil {
		return 0, err
	}
	selected, err := s.selectedBrands(v, brand)
	if err != nil {
		return 0, err
	}
	d := Action{Action: "sessions ended", Brand: Everywhere, Subject: username, Before: auditView(known)}
	if len(selected) == 1 {
		d.Brand = selected[0].ID
	}
	_, err = s.audited(c, v, d, func(ctx context.Context) (any, error) {
		for _, b := range selected {
			if err := s.Sessions.EndUsername(ctx, v.partition(b), username); err != nil {
				return nil, err
			}
		}
		players := map[[2]string]bool{}
		for _, b := range known {
			players[[2]string{b.Brand, b.Identity.Player()}] = true
		}
		for p := range players { // also notifies their open pages
			if err := s.Sessions.EndAll(ctx, p[0], p[1]); err != nil {
				return nil, err
			}
		}
		left, err := s.activeSessions(ctx, v, username, brand)
		return auditView(left), err
	})
	return len(known), err
}

const maxUsername = 64

// activeSessions returns the active sessions of a user name at the selectedBrands, newest first.
func (s *server) activeSessions(ctx context.Context, v *visit, username, brand string) ([]bff.ActiveSession, error) {
	if err := checkText("username", username, maxUsername); err != nil {
		return nil, err
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
		shows := func(one bff.ActiveSession) bool { return s.shows(v, one.Identity.Partition) }
		out = append(out, lists.Filter(all, shows)...)
	}
	slices.SortStableFunc(out, func(x, y bff.ActiveSession) int { return y.LoginAt.Compare(x.LoginAt) })
	return out, nil
}

func auditView(all []bff.ActiveSession) []auditedSession {
	return lists.Map(all, func(b bff.ActiveSession) auditedSession {
		return auditedSession{b.ID, b.Brand, b.Identity.Username, b.LoginAt}
	})
}
