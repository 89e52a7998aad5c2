package gateway

import (
	"context"
	"errors"
	"net/http"
	"time"

	"croupier/bff"
	"croupier/bff/contract"
)

// openSession opens the session of a call that needs one. Guest calls travel without: an
// answer to a guest never depends on who asks.
func (g *gateway) openSession(x *exchange) error {
	who := x.scope.Rules.Who
	if who == bff.WhoGuest {
		return nil
	}
	s, err := g.presented(x)
	if err != nil {
		return err
	}
	if err := g.take(x, bff.LimitSession, s.ID); err != nil {
		return err
	}
	if s.Pending && who != bff.WhoPending {
		return bff.ReasonTwoFactorRequired
	}
	x.scope.Session = s
	x.out.Identity = &s.Identity

	touched, err := g.Sessions.Touch(x.ctx, s)
	if err != nil || touched == nil {
		return err
	}
	x.scope.Session = touched
	return g.keep(x, touched)
}

// transportBody lets a brand's clients without cookies send the user object of their login
// instead (calls.md §3).
const transportBody = "body"

// presented opens the session that a request comes with: the cookie's, or where there is no
// cookie and the brand allows it, that of the user object.
func (g *gateway) presented(x *exchange) (*bff.Session, error) {
	brand, value := x.scope.Brand, sessionToken(x.http, x.scope.Brand)
	if isClient(x.http, brand) {
		value = ""
	}
	if value == "" && brand.Sessions.Transport == transportBody && x.request.User != nil {
		return g.Sessions.OpenUser(x.ctx, brand, sealedUser(x.request.User))
	}
	return g.Sessions.Open(x.ctx, brand, value)
}

// sealedUser reads what a client sends back of its login. Whatever is not text opens nothing.
func sealedUser(user map[string]any) (u bff.SealedUser) {
	u.UID, _ = user["uid"].(string)
	u.SID, _ = user["sid"].(string)
	u.UIP, _ = user["uip"].(string)
	return u
}

// keep hands a session to the browser. A client without cookies gets none.
func (g *gateway) keep(x *exchange, s *bff.Session) error {
	value, err := g.Sessions.Token(x.ctx, s)
	if err != nil {
		return err
	}
	x.token = value
	if s.BodyTransport {
		return nil
	}
	x.cookie = sessionCookie(x.scope.Brand, value, max(int(s.ExpiresAt.Sub(g.Clock())/time.Second), 1))
	return nil
}

// rewrite does to the session, and to what of the answer concerns it, what the answer
// calls for.
func (g *gateway) rewrite(x *exchange, a *bff.Answer) (*bff.Answer, error) {
	if x.hook.after == nil && x.scope.Session == nil {
		return a, nil
	}
	// What the platform has done must be done here too, though the visitor may have gone.
	x.ctx = context.WithoutCancel(x.ctx)
	if x.hook.after != nil {
		var err error
		if a, err = x.hook.after(g, x, a); err != nil {
			return nil, err
		}
	}
	// The platform no longer knows the session, so neither do we.
	if x.scope.Session != nil && g.meaning(x, a).EndsSession {
		return a, g.end(x)
	}
	return a, nil
}

// debugUnauthorized is the debug word of the platform's "you may not do this" (calls.md §1).
const debugUnauthorized = "unauthorized"

// meaning tells what a refusal means for the session: by the platform's words, which may be
// the brand's own, or where it is brief, by its debug (specification §8).
func (g *gateway) meaning(x *exchange, a *bff.Answer) bff.KnownMessage {
	if a.Result {
		return bff.KnownMessage{}
	}
	known, ok := contract.NewMessageClassifier(x.scope.Brand, a.Message)
	if !ok {
		known, _ = g.Contract.ClassifyMessage(a.Message)
	}
	if known.Debug == "" {
		known.Debug = a.Debug
	}
	known.EndsSession = known.EndsSession || a.Debug == bff.ReasonAnonymous.Debug
	return known
}

// end makes the session useless everywhere and takes its cookie away.
func (g *gateway) end(x *exchange) error {
	x.cookie = endedCookie(x.scope.Brand)
	return g.Sessions.End(x.ctx, x.scope.Session)
}

// previous opens the session that a client still holds when it logs in anew; nil for none.
func (g *gateway) previous(x *exchange) *bff.Session {
	s, err := g.presented(x)
	if err != nil {
		return nil
	}
	return s
}

// sessionToken reads the session cookie; empty for none.
func sessionToken(r *http.Request, brand *bff.Brand) string {
	c, err := r.Cookie(cookieName(brand))
	if errors.Is(err, http.ErrNoCookie) {
		return ""
	}
	return c.Value
}

// cookieName is the session cookie's name. With the prefix a browser takes it over TLS
// only, from this very host, and no page of a sibling host can put one in its place.
func cookieName(brand *bff.Brand) string {
	if brand.Sessions.Secure {
		return "__Host-croupier"
	}
	return "croupier"
}

func sessionCookie(brand *bff.Brand, value string, maxAge int) *http.Cookie {
	return &http.Cookie{ //nolint:gosec // Secure wherever there is TLS; a demo on localhost has none
		Name:     cookieName(brand),
		Value:    value,
		Path:     "/",
		MaxAge:   maxAge,
		HttpOnly: true,
		Secure:   brand.Sessions.Secure,
		SameSite: http.SameSiteLaxMode,
	}
}

// endedCookie takes the session cookie away.
func endedCookie(brand *bff.Brand) *http.Cookie { return sessionCookie(brand, "", -1) }
