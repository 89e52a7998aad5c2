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
)

// Sessions are the players' sessions, for staff to look at and to end.
type Sessions interface {
	// Begun gives those of a brand that stand, of whoever has the name, the newest first.
	Active(ctx context.Context, brand *bff.Brand, username string) ([]bff.ActiveSession, error)
	// Find gives the one with an id; nil where there is none that has not been ended.
	Find(ctx context.Context, id string) (*bff.ActiveSession, error)
	// End and EndAll are those of gateway.Sessions.
	End(ctx context.Context, s *bff.Session) error
	EndAll(ctx context.Context, brand, player string) error
}

// session is what the console is shown of one.
type session struct {
	Session    string    `json:"session"` // what /sessions/revoke takes
	Brand      string    `json:"brand"`
	Username   string    `json:"username"`
	Begun      time.Time `json:"begun"`
	RequestLog time.Time `json:"seen"`    // when it was last renewed, at most a tenth of the idle limit ago while in use
	Until      time.Time `json:"until"`   // its absolute end
	Address    string    `json:"address"` // the visitor's, when last seen
	Agent      string    `json:"agent"`   // the User-Agent, when last seen
	Pending    bool      `json:"pending"` // the authenticator's code is still due
	TwoFactor  bool      `json:"two_factor"`
	World      string    `json:"world,omitempty"` // the mock world
}

// endedSession is what the trail is told of one: who may read the trail need not be told
// where players live.
type endedSession struct {
	Session  string    `json:"session"`
	Brand    string    `json:"brand"`
	Username string    `json:"username"`
	Begun    time.Time `json:"begun"`
	World    string    `json:"world,omitempty"`
}

// sessions answers a player's sessions, at all brands or at one.
func (s *server) sessions(c *gin.Context, v *visit) error {
	all, err := s.begun(c, v, c.Query("username"), c.Query("brand"))
	if err != nil {
		return err
	}
	out := []session{}
	for _, b := range all {
		out = append(out, session{
			Session: b.ID, Brand: b.Brand, Username: b.Identity.Username, Begun: b.LoginAt, RequestLog: b.IssuedAt, Until: b.ExpiresAt,
			Address: b.Visitor, Agent: b.Agent, Pending: b.Pending, TwoFactor: b.TwoFactor, World: b.Identity.World,
		})
	}
	reply(c, http.StatusOK, out)
	return nil
}

var sessionForm = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}(\.[A-Za-z0-9_-]{1,64})?$`)

// revoke ends a session with all that came of the same login, or all sessions of a player
// at all brands or at one.
func (s *server) revoke(c *gin.Context, v *visit) error {
	var username, id, brand string
	if err := read(c, map[string]any{"username": &username, "session": &id, "brand": &brand}); err != nil {
		return err
	}
	switch {
	case id == "" && username == "":
		return fault("session", "required")
	case id != "" && username != "":
		return fault("session", "other")
	case id != "" && !sessionForm.MatchString(id):
		return fault("session", "pattern")
	}
	if id != "" {
		return s.endSession(c, v, id, brand)
	}
	return s.endPlayer(c, v, username, brand)
}

// endSession ends what came of one login.
func (s *server) endSession(c *gin.Context, v *visit, id, brand string) error {
	one, err := s.Sessions.Find(c, id)
	if err != nil {
		return err
	}
	if one == nil || brand != "" && brand != one.Brand || !concerns(v, s.brand(one.Brand), one) {
		return ReasonNotFound
	}
	d := Action{Action: "session ended", Subject: one.ID, Before: trailed([]bff.ActiveSession{*one})}
	err = s.deed(c, v, d, func(ctx context.Context) (any, error) { return trailed(nil), s.Sessions.End(ctx, &one.Session) })
	if err != nil {
		return err
	}
	reply(c, http.StatusOK, map[string]int{"ended": 1})
	return nil
}

// endPlayer ends every session of whoever has a name, those that are not known here
// included: a player of whom one is known loses all.
func (s *server) endPlayer(c *gin.Context, v *visit, username, brand string) error {
	known, err := s.begun(c, v, username, brand)
	if err != nil {
		return err
	}
	d := Action{Action: "sessions ended", Subject: username, Before: trailed(known)}
	err = s.deed(c, v, d, func(ctx context.Context) (any, error) {
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
		left, err := s.begun(ctx, v, username, brand)
		return trailed(left), err
	})
	if err != nil {
		return err
	}
	reply(c, http.StatusOK, map[string]int{"ended": len(known)})
	return nil
}

// maxUsername is the longest name of a player, in characters.
const maxUsername = 64

// begun gives the sessions that stand of whoever has a name, at a brand or where that is
// empty at all, the newest first.
func (s *server) begun(ctx context.Context, v *visit, username, brand string) ([]bff.ActiveSession, error) {
	switch {
	case username == "":
		return nil, fault("username", "required")
	case !utf8.ValidString(username):
		return nil, fault("username", "pattern")
	case utf8.RuneCountInString(username) > maxUsername:
		return nil, fault("username", "max_length", "max", "64")
	case brand != "" && s.brand(brand) == nil:
		return nil, fault("brand", "other")
	}
	var out []bff.ActiveSession
	for _, b := range s.sorted() {
		if brand != "" && b.ID != brand {
			continue
		}
		all, err := s.Sessions.Active(ctx, b, username)
		if err != nil {
			return nil, err
		}
		for _, one := range all {
			if concerns(v, b, &one) {
				out = append(out, one)
			}
		}
	}
	slices.SortStableFunc(out, func(x, y bff.ActiveSession) int { return y.LoginAt.Compare(x.LoginAt) })
	return out, nil
}

// concerns tells whether a session is one for v to see: who comes in a mock world of their
// own has nothing to do with the players of other worlds. Everybody else sees all of them.
func concerns(v *visit, b *bff.Brand, one *bff.ActiveSession) bool {
	return v.scope.World == "" || b == nil || !b.Upstream.Control || one.Identity.World == v.scope.World
}

// trailed is what the trail is told of sessions.
func trailed(all []bff.ActiveSession) []endedSession {
	out := []endedSession{}
	for _, b := range all {
		out = append(out, endedSession{b.ID, b.Brand, b.Identity.Username, b.LoginAt, b.Identity.World})
	}
	return out
}
