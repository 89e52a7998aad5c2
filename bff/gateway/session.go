package gateway

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"net/http"
	"net/netip"
	"strings"
	"time"

	"croupier/bff"
	"croupier/bff/contract"
	"croupier/bff/internal/device"
)

// openSession opens the session of a call that needs one, with a cookie when the session was renewed. A call of anyone
// gets the session of a player and none of a guest, whose login is missing, over or not complete.
func (g *gateway) openSession(ctx context.Context, r *request) error {
	who := r.scope.Rules.Who
	if who == bff.WhoGuest {
		return nil
	}
	s, err := g.presentedSession(ctx, r)
	switch {
	case who == bff.WhoAnyone && (errors.Is(err, bff.ReasonAnonymous) || err == nil && s.Pending):
		return nil
	case err != nil:
		return err
	case g.Blocks.Blocked(s.Identity):
		return bff.ReasonBlocked
	case s.Pending && who != bff.WhoPending:
		return bff.ReasonTwoFactorRequired
	}
	r.scope.Session = s
	renewed, err := g.Sessions.Touch(ctx, s)
	if err == nil && renewed != nil {
		r.scope.Session = renewed
		_, err = g.issue(ctx, r, renewed)
	}
	r.upstream.Identity = &r.scope.Session.Identity
	return err
}

// transportBody is the session transport of brands whose clients without cookies send a user object (calls.md §3).
const transportBody = "body"

// presentedSession opens the session of the cookie or, without one and if the brand allows it, of the user object.
func (g *gateway) presentedSession(ctx context.Context, r *request) (*bff.Session, error) {
	token, brand, user := "", r.scope.Brand, r.parsed.user
	if r.info.origin != originClient {
		token = sessionToken(r.http, brand)
	}
	if token == "" && brand.Sessions.Transport == transportBody && user != nil {
		s, err := g.Sessions.OpenUser(ctx, brand, sealedUser(user))
		return ofPartition(r.scope, s, err)
	}
	return g.openToken(ctx, r.scope, token)
}

func (g *gateway) openToken(ctx context.Context, scope *bff.Scope, token string) (*bff.Session, error) {
	s, err := g.Sessions.Open(ctx, scope.Brand, token)
	return ofPartition(scope, s, err)
}

// ofPartition refuses a session that began in another partition than that of the request.
func ofPartition(scope *bff.Scope, s *bff.Session, err error) (*bff.Session, error) {
	if err == nil && s.Identity.Partition != scope.Partition {
		err = bff.ReasonAnonymous
	}
	if err != nil {
		return nil, err
	}
	return s, nil
}

// sealedUser reads the user object of a client. Fields that are no strings are empty and open nothing.
func sealedUser(user map[string]any) (u bff.SealedUser) {
	u.UID, _ = user["uid"].(string)
	u.SID, _ = user["sid"].(string)
	u.UIP, _ = user["uip"].(string)
	return u
}

// issue returns the token of a session and hands its cookie to the browser, but none to clients without cookies.
func (g *gateway) issue(ctx context.Context, r *request, s *bff.Session) (token string, err error) {
	token, err = g.Sessions.Token(ctx, s)
	if err == nil && !s.BodyTransport {
		r.cookie = sessionCookie(r.scope.Brand, token, max(int(s.ExpiresAt.Sub(g.Clock())/time.Second), 1))
	}
	return token, err
}

// updateSession applies an answer to the session, to the end: the platform has acted already.
func (g *gateway) updateSession(ctx context.Context, r *request) error {
	if r.parsed.hook.after == nil && r.scope.Session == nil {
		return nil
	}
	ctx = context.WithoutCancel(ctx)
	if err := g.renewIdentity(ctx, r); err != nil {
		return err
	}
	if after := r.parsed.hook.after; after != nil {
		if err := after(g, ctx, r); err != nil {
			return err
		}
	}
	// A session that the platform no longer knows ends here too.
	if r.scope.Session != nil && g.classify(r.scope.Brand, r.answer).EndsSession {
		return g.endSession(ctx, r)
	}
	return nil
}

// renewIdentity hands the session to the browser again where the platform has replaced its token. A client without
// cookies cannot receive it; the adapter remembers the new token for it.
func (g *gateway) renewIdentity(ctx context.Context, r *request) error {
	if r.scope.Session == nil || r.answer == nil || r.answer.Renewed == nil {
		return nil
	}
	s, cookie := *r.scope.Session, r.cookie
	s.Identity = *r.answer.Renewed
	if _, err := g.issue(ctx, r, &s); err != nil {
		return err
	}
	r.scope.Session = &s
	if g.overtaken(ctx, &s) {
		r.cookie = cookie
	}
	return nil
}

// debugUnauthorized is the debug value of a platform's refusal for lack of rights (calls.md §1).
const debugUnauthorized = "unauthorized"

// classify returns what a refusal means for the session: by known messages or the debug value (specification §8).
func (g *gateway) classify(brand *bff.Brand, a *bff.Answer) bff.KnownMessage {
	if a.Result {
		return bff.KnownMessage{}
	}
	known, ok := contract.ClassifyBrandMessage(brand, a.Message)
	if !ok {
		known, _ = g.Contract.ClassifyMessage(a.Message)
	}
	if known.Debug == "" {
		known.Debug = a.Debug
	}
	known.EndsSession = known.EndsSession || a.Debug == bff.ReasonAnonymous.Debug
	return known
}

// endSession ends the session everywhere and clears its cookie, unless that has happened meanwhile.
func (g *gateway) endSession(ctx context.Context, r *request) error {
	if g.overtaken(ctx, r.scope.Session) {
		return nil
	}
	r.cookie = endedCookie(r.scope.Brand)
	return g.Sessions.End(ctx, r.scope.Session)
}

// overtaken reports whether the session of a call ended while the call was under way: its browser may have the cookie
// of the next session by now, which a late answer must not replace.
func (g *gateway) overtaken(ctx context.Context, s *bff.Session) bool {
	ended, err := g.Sessions.Ended(ctx, s)
	return err == nil && ended
}

func sessionToken(hr *http.Request, brand *bff.Brand) string {
	c, err := hr.Cookie(brand.SessionCookie())
	if errors.Is(err, http.ErrNoCookie) {
		return ""
	}
	return c.Value
}

func sessionCookie(brand *bff.Brand, value string, maxAge int) *http.Cookie {
	return newCookie(brand, brand.SessionCookie(), value, maxAge)
}

// newCookie returns a cookie that no script reads. It lives for maxAge seconds; a negative maxAge deletes it.
func newCookie(brand *bff.Brand, name, value string, maxAge int) *http.Cookie {
	return &http.Cookie{ //nolint:gosec // Secure with TLS; a demo on localhost has none
		Name:     name,
		Value:    value,
		Path:     "/",
		MaxAge:   maxAge,
		HttpOnly: true,
		Secure:   brand.Sessions.Secure,
		SameSite: http.SameSiteLaxMode,
	}
}

func endedCookie(brand *bff.Brand) *http.Cookie { return sessionCookie(brand, "", -1) }

// logoutAll ends every session of the player. Where the store cannot record it, nothing changes and the answer says so.
func logoutAll(g *gateway, ctx context.Context, r *request) error {
	// A visitor who disconnects meanwhile is logged out all the same.
	err := g.Sessions.EndAllDurably(context.WithoutCancel(ctx), r.scope.Brand.ID, r.scope.Session.Identity.Player())
	if err == nil {
		r.answer, r.cookie = &bff.Answer{Result: true, Code: http.StatusOK}, endedCookie(r.scope.Brand)
	}
	return err
}

type playerSession struct {
	ID        string `json:"id"`
	Device    string `json:"device"`
	Address   string `json:"address"`
	Since     string `json:"since"`
	Current   bool   `json:"current"`
	NewDevice bool   `json:"new_device,omitempty"`
}

// listSessions answers the player's sessions: the current one, then the newest first.
func listSessions(g *gateway, ctx context.Context, r *request) error {
	own := bff.ActiveSession{Session: *r.scope.Session, Visitor: r.scope.Visitor.String(), UserAgent: r.scope.UserAgent}
	active, err := g.Sessions.Siblings(ctx, r.scope.Brand, r.scope.Session)
	if err != nil {
		return err
	}
	list := []playerSession{}
	for i, s := range append([]bff.ActiveSession{own}, active...) {
		ref, isCurrent := sessionRef(s.ID), i == 0
		if !isCurrent && (s.Pending || ref == list[0].ID) {
			continue
		}
		visitor, _ := netip.ParseAddr(s.Visitor) // invalid where the index has none
		list = append(list, playerSession{
			ID: ref, Device: device.Describe(s.UserAgent), Address: device.Network(visitor),
			Since: momentText(r.scope.Brand, s.LoginAt), Current: isCurrent, NewDevice: s.NewDevice,
		})
	}
	return r.answerWith(list)
}

// sessionRef returns a name for a login that tells nothing of the ids that the server uses.
func sessionRef(id string) string {
	login, _, _ := strings.Cut(id, ".")
	sum := sha256.Sum256([]byte("session list\x00" + login))
	return base64.RawURLEncoding.EncodeToString(sum[:12])
}
