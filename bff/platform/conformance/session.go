package conformance

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"croupier/bff"
)

// identity contains the fields of a login answer that later calls need.
type identity struct {
	RID any    `json:"rid"`
	UID any    `json:"uid"`
	SID string `json:"sid"`
	UIP string `json:"uip"`
	GTM any    `json:"gtm"`
	GMT any    `json:"gmt"` // used by some platforms instead of gtm
}

// login tries a wrong password, then the right one. It reports whether it received a session.
func (s *suite) login(ctx context.Context) bool {
	call := s.lookup("user", "login")
	if s.Username == "" {
		s.record(call, "login", Skipped, "no username given; calls that need a session were not sent")
		return false
	}
	data := map[string]any{"username": s.Username, "password": s.Password}
	if !s.ReadsOnly {
		s.expectRefusal(ctx, call, "login with a wrong password", with(data, "password", s.Password+"-yanlis1"), nil,
			"login failed")
	}
	var err error
	s.identity, err = s.logIn(ctx, call, data)
	return s.conclude(call, "login", err)
}

// logIn sends a login and returns the identity of the session.
func (s *suite) logIn(ctx context.Context, call *bff.Call, data map[string]any) (*bff.Identity, error) {
	var id identity
	_, a, err := s.ask(ctx, call, data, nil)
	if err == nil {
		s.deviations(call, a)
		err = json.Unmarshal(a.Data, &id)
	}
	if err != nil {
		return nil, err
	}
	if id.SID == "" || text(id.UID) == "" {
		return nil, errors.New("the response of the login has no uid or no sid")
	}
	gmt := cmp.Or(text(id.GTM), text(id.GMT))
	return &bff.Identity{
		UID: text(id.UID), SID: id.SID, UIP: id.UIP, GMT: gmt, RID: text(id.RID), Username: s.Username,
	}, nil
}

// Login logs a player in and returns the identity of the session.
func Login(ctx context.Context, o Options) (*bff.Identity, error) {
	s := newSuite(o)
	return s.logIn(ctx, s.lookup("user", "login"), map[string]any{"username": o.Username, "password": o.Password})
}

// Send sends one call as the gateway does.
func Send(ctx context.Context, o Options, call *bff.Call, data map[string]any, as *bff.Identity) (*bff.Answer, error) {
	return newSuite(o).send(ctx, call, data, as)
}

// text formats an id, which may be a number.
func text(v any) string {
	if v == nil {
		return ""
	}
	return fmt.Sprint(v)
}

// unknownGame starts a game that does not exist.
func (s *suite) unknownGame(ctx context.Context) {
	call := s.lookup("casino", "init_game")
	const check = "unknown game"
	a, err := s.send(ctx, call, map[string]any{"gameID": json.Number("9007199254740991")}, s.identity)
	if err == nil && a.Result {
		err = errors.New("the platform started the unknown game")
	}
	if err != nil {
		s.record(call, check, Failed, err.Error())
		return
	}
	s.refusal(call, check, a)
}

// sessionEnd checks that calls with an unknown session, and after the logout, are refused.
func (s *suite) sessionEnd(ctx context.Context) {
	profile, logout := s.lookup("user", "get_user_profile"), s.lookup("user", "logout")
	unknown := *s.identity
	unknown.SID = "not-a-session"
	s.expectRefusal(ctx, profile, "unknown session", nil, &unknown, "anonymous user")
	a, err := s.send(ctx, logout, nil, s.identity)
	if err == nil && !a.Result {
		err = fmt.Errorf("refused: %s", a.Message)
	}
	if !s.conclude(logout, "logout", err) {
		return
	}
	s.expectRefusal(ctx, profile, "session after logout", nil, s.identity, "anonymous user")
}

// expectRefusal sends a call that must be refused with a message that is classified as debug.
func (s *suite) expectRefusal(ctx context.Context, call *bff.Call, check string, data map[string]any, as *bff.Identity,
	debug string,
) {
	a, err := s.send(ctx, call, data, as)
	if err == nil && a.Result {
		err = errors.New("not refused")
	} else if err == nil {
		if known, _ := s.Calls.ClassifyMessage(a.Message); a.Debug != debug && known.Debug != debug {
			err = fmt.Errorf("refused with %q, which is not classified as %q", a.Message, debug)
		}
	}
	s.conclude(call, check, err)
}
