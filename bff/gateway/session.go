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

// openSession opens the session of a call and sets a cookie if the session was renewed. For calls
// of anyone, it ignores missing, ended and pending sessions.
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
	case r.forPage && s.Rotated:
		return bff.ReasonAnonymous
	}
	r.scope.Session, r.upstream.Identity = s, &s.Identity
	if r.forPage {
		return nil // the player's next call renews the session
	}
	renewed, err := g.Sessions.Touch(ctx, s)
	if err == nil && renewed != nil {
		r.scope.Session = renewed
		_, err = g.issue(ctx, r, renewed)
	}
	r.upstream.Identity = &r.scope.Session.Identity
	return err
}

// transportBody is the session transport for clients without cookies, which send a user object.
const transportBody = "body"

// presentedSession opens the session of the cookie. Without a cookie, it uses the user object if
// the brand allows it.
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

// ofPartition refuses a session from another partition.
func ofPartition(scope *bff.Scope, s *bff.Session, err error) (*bff.Session, error) {
	if err == nil && s.Identity.Partition != scope.Partition {
		err = bff.ReasonAnonymous
	}
	if err != nil {
		return nil, err
	}
	return s, nil
}

// sealedUser reads the user object of a client. Fields of other types are empty, which opens no
// session.
func sealedUser(user map[string]any) (u bff.SealedUser) {
	u.UID, _ = user["uid"].(string)
	u.SID, _ = user["sid"].(string)
	u.UIP, _ = user["uip"].(string)
	return u
}

// issue returns the token of a session and sets its cookie. It sets no cookie for clients without
// cookies.
func (g *gateway) issue(ctx context.Context, r *request, s *bff.Session) (token string, err error) {
	token, err = g.Sessions.Token(ctx, s)
	if err == nil && !s.BodyTransport {
		r.cookie = sessionCookie(r.scope.Brand, token, max(int(s.ExpiresAt.Sub(g.Clock())/time.Second), 1))
	}
	return token, err
}

// updateSession applies a response to the session. It always finishes, because the platform has
// already acted.
func (g *gateway) updateSession(ctx context.Context, r *request) error {
	isOfSession := r.scope.Session != nil && (!r.answer.Result || r.answer.Renewed != nil)
	if r.parsed.hook.after == nil && !isOfSession {
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
	// If the platform no longer knows the session, Croupier ends it too.
	if r.scope.Session != nil && g.classify(r.scope.Brand, r.answer).EndsSession {
		return g.endSession(ctx, r)
	}
	return nil
}

// renewIdentity issues the session again if the platform has replaced its token. Clients without
// cookies cannot receive it, so the adapter remembers the new token for them.
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

// debugUnauthorized is the debug code of a platform's refusal for lack of permission.
const debugUnauthorized = "unauthorized"

// classify returns the meaning of a refusal for the session, by known messages or the debug code.
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

// endSession ends the session everywhere and clears its cookie, unless the session has already
// ended.
func (g *gateway) endSession(ctx context.Context, r *request) error {
	if g.overtaken(ctx, r.scope.Session) {
		return nil
	}
	r.cookie = endedCookie(r.scope.Brand)
	return g.Sessions.End(ctx, r.scope.Session)
}

// overtaken reports whether the session of a call ended during the call. The browser may already
// have the next session's cookie, which a late response must not replace.
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

// newCookie returns a cookie that scripts cannot read. It expires after maxAge seconds. A negative
// maxAge deletes it.
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

// logoutAll ends every session of the player. If the store cannot record the end, the call fails
// and changes nothing.
func logoutAll(g *gateway, ctx context.Context, r *request) error {
	// The logout continues if the visitor disconnects.
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

// listSessions returns the player's sessions: the current one, then the others from the newest.
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
		visitor, _ := netip.ParseAddr(s.Visitor) // invalid if the index has none
		list = append(list, playerSession{
			ID: ref, Device: device.Describe(s.UserAgent), Address: device.Network(visitor),
			Since: momentText(r.scope.Brand, s.LoginAt), Current: isCurrent, NewDevice: s.NewDevice,
		})
	}
	return r.answerWith(list)
}

// sessionRef returns a public name for a login. It reveals nothing about internal ids.
func sessionRef(id string) string {
	login, _, _ := strings.Cut(id, ".")
	sum := sha256.Sum256([]byte("session list\x00" + login))
	return base64.RawURLEncoding.EncodeToString(sum[:12])
}
