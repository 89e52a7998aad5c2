package gateway

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"croupier/bff"
)

// secretMask replaces an authenticator secret. Clients ask for a code if it has more than 10
// characters. They send this code to user/check_ga, so a login by SMS has no mask.
var secretMask = strings.Repeat("*", 16)

// platformLogin is the data of the platform's response to a login.
type platformLogin struct {
	RID       scalar `json:"rid"`
	UID       scalar `json:"uid"`
	SID       scalar `json:"sid"`
	UIP       scalar `json:"uip"`
	GTM       scalar `json:"gtm"`
	GMT       scalar `json:"gmt"` // some platforms send it instead of gtm
	Language  scalar `json:"language"`
	Username  scalar `json:"username"`
	LastLogin scalar `json:"lastlogin"`
	GASecret  scalar `json:"gasecret"`
}

// loginView is the data of a login for the browser.
type loginView struct {
	RID int `json:"rid"`
	bff.SealedUser
	GTM       string  `json:"gtm"`
	Language  string  `json:"language"`
	Username  string  `json:"username"`
	LastLogin *string `json:"lastlogin"` // null on the first login
	GASecret  string  `json:"gasecret"`

	SecondFactors []string `json:"second_factors,omitempty"` // one of them completes a pending login
	NewDevice     bool     `json:"new_device,omitempty"`
}

// afterLogin creates the session of a login. It removes the unencrypted identity and the
// authenticator's secret from the response.
func afterLogin(g *gateway, ctx context.Context, r *request) error {
	if !r.answer.Result {
		return nil
	}
	var l platformLogin
	if err := json.Unmarshal(r.answer.Data, &l); err != nil {
		return bff.ReasonBadUpstreamAnswer.WithCause(fmt.Errorf("could not decode the login response: %w", redact(err)))
	}
	if l.UID == "" || l.SID == "" {
		return bff.ReasonBadUpstreamAnswer.WithCause(errors.New("the login response has no uid or sid"))
	}
	id := bff.Identity{
		UID: string(l.UID), SID: string(l.SID), UIP: string(l.UIP), GMT: string(cmp.Or(l.GTM, l.GMT)),
		RID: string(l.RID), Username: cmp.Or(string(l.Username), loginName(r)), Partition: r.scope.Partition,
	}
	if g.Blocks.Blocked(id) {
		_, err := g.ownCall(context.WithoutCancel(ctx), r.scope, &id, "user", "logout", map[string]any{})
		g.warn(ctx, "could not end a blocked player's session at the platform, it remains open there", err)
		return bff.ReasonBlocked
	}
	g.beginLimits(ctx, r.scope, &id)
	previous, _ := g.presentedSession(ctx, r) // nil on error
	due := g.factorsDue(ctx, r.scope, &id, l.GASecret != "")
	s, err := g.Sessions.Begin(ctx, r.scope.Brand, bff.NewSession{
		Identity: id, Due: due, TwoFactor: l.GASecret != "" || due == bff.FactorAuthenticator,
		NewDevice: g.isNewDevice(ctx, r.scope, id.Player()),
	})
	if err != nil {
		return err
	}
	token, err := g.issue(ctx, r, s)
	if err != nil {
		return err
	}
	r.player = &s.Identity
	// A browser has only one session, so the previous one ends.
	if previous != nil {
		if err := g.Sessions.End(ctx, previous); err != nil {
			return err
		}
	}
	view := loginView{
		Language: cmp.Or(string(l.Language), r.scope.Lang), SecondFactors: factorNames(due), NewDevice: s.NewDevice,
	}
	if l.LastLogin != "" {
		at := string(l.LastLogin)
		view.LastLogin = &at
	}
	if !s.Pending {
		g.rememberDevice(ctx, r.scope, id.Player())
	}
	r.answer, err = g.loginAnswer(r.scope.Brand, s, token, view, r.answer.Message)
	return err
}

// refresh rotates the session without calling the platform.
func refresh(g *gateway, ctx context.Context, r *request) error {
	s, err := g.Sessions.Refresh(ctx, r.scope.Session)
	if err != nil {
		return err
	}
	token, err := g.issue(ctx, r, s)
	if err != nil {
		return err
	}
	view := loginView{Language: r.scope.Lang, LastLogin: moment(r.scope.Brand, s.LoginAt)}
	r.answer, err = g.loginAnswer(r.scope.Brand, s, token, view, "")
	return err
}

// loginAnswer returns the response that passes a session to the browser. If the brand allows
// clients without cookies, sid is the session token, which is all that such clients store.
func (g *gateway) loginAnswer(
	brand *bff.Brand, s *bff.Session, token string, view loginView, message string,
) (*bff.Answer, error) {
	var err error
	if view.SealedUser, err = g.Sessions.Seal(s.Identity); err != nil {
		return nil, err
	}
	if brand.Sessions.Transport == transportBody {
		view.SID = token
	}
	view.RID, _ = strconv.Atoi(s.Identity.RID) // the contract requires a number, 0 if the RID is not one
	view.GTM, view.Username = s.Identity.GMT, s.Identity.Username
	if s.TwoFactor && (!s.Pending || s.Due&bff.FactorAuthenticator != 0) {
		view.GASecret = secretMask
	}
	data, err := json.Marshal(view)
	if err != nil {
		return nil, err
	}
	return &bff.Answer{Result: true, Message: message, Data: data, Code: http.StatusOK}, nil
}

// checkBlockedName refuses the login of a blocked user name. afterLogin checks the player's id.
func checkBlockedName(g *gateway, _ context.Context, r *request) error {
	if g.Blocks.Blocked(bff.Identity{Username: loginName(r), Partition: r.scope.Partition}) {
		return bff.ReasonBlocked.WithDelivery(bff.DeliveryNotSent)
	}
	return nil
}

// isNewDevice reports whether a login comes from a kind of device that the player has not used
// before. It returns false if that is not known.
func (g *gateway) isNewDevice(ctx context.Context, scope *bff.Scope, player string) bool {
	isNew, err := g.IsNewDevice(ctx, scope.Brand.ID, player, scope.UserAgent)
	g.warn(ctx, "could not look up the device of a login, treating it as known", err)
	return err == nil && isNew
}

func (g *gateway) rememberDevice(ctx context.Context, scope *bff.Scope, player string) {
	err := g.RememberDevice(ctx, scope.Brand.ID, player, scope.UserAgent)
	g.warn(ctx, "could not record the device of a login, its next login may report it as new", err)
}
