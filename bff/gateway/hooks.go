package gateway

import (
	"context"
	"net/http"

	"croupier/bff"
)

// hook is the special treatment of one call. The zero hook is right for most calls.
type hook struct {
	// local answers the call instead of the platform.
	local func(*gateway, context.Context, *request) (outcome, error)
	// after applies an answer to the session, and returns the answer for the browser. It must not
	// modify the answer that it receives, which may be shared.
	after func(*gateway, context.Context, *request, *bff.Answer) (outcome, error)
	// bestEffort calls after even when the platform failed, as if it had accepted the call.
	bestEffort bool
	// limits are specific to the call.
	limits []limit
	// countFailures refunds the limits of attempts that did not fail.
	countFailures bool
	// code returns the field of data with a one-time code, or "" when this request has none.
	code func(*request) string
	// duringMaintenance allows the call during maintenance.
	duringMaintenance bool
	// pinSiteID replaces data.siteId with the brand's own.
	pinSiteID bool
}

// isPlain reports whether the hook neither reads the received data nor changes the answer.
func (h *hook) isPlain() bool {
	return h.local == nil && h.after == nil && len(h.limits) == 0 && h.code == nil
}

// Guesses are limited by account and by address, which may try one password on many accounts.
var (
	passwordLimits    = []limit{{bff.LimitPassword, accountSubject}, {bff.LimitPasswordAddress, visitorSubject}}
	ownPasswordLimits = []limit{{bff.LimitPassword, playerSubject}, {bff.LimitPasswordAddress, visitorSubject}}
	codeLimits        = []limit{{bff.LimitCode, playerSubject}, {bff.LimitCodeAddress, visitorSubject}}
	forgotLimits      = []limit{{bff.LimitForgot, visitorSubject}, {bff.LimitForgotAccount, mailboxSubject}}
)

// newHooks returns the hooks by call name.
func newHooks() map[string]*hook {
	return map[string]*hook{
		"maintenance/check_status": {local: checkStatus, duringMaintenance: true},

		"user/login":       {after: afterLogin, limits: passwordLimits, countFailures: true},
		"user/refresh":     {local: refresh},
		"user/logout":      {after: afterLogout, bestEffort: true},
		"user/check_ga":    {after: afterCode, limits: codeLimits, countFailures: true, code: loginCode},
		"user/pass_change": {after: afterPasswordChange, limits: ownPasswordLimits, countFailures: true},

		"user/sms_send":           {limits: []limit{{bff.LimitSMS, playerSubject}}},
		"user/sms_validate":       {limits: codeLimits, countFailures: true, code: codeIn("code")},
		"user/clear_generated_ga": {limits: codeLimits, countFailures: true, code: codeIn("gacode")},
		"user/forgot":             {after: afterForgot, limits: forgotLimits},

		"cmscontroller/popupInformation": {pinSiteID: true},
		"slider/get_active_items":        {pinSiteID: true},
		"slider/get_all_items":           {pinSiteID: true},
	}
}

var noHook = &hook{}

// hook returns the hook of a call.
func (g *gateway) hook(call *bff.Call) *hook {
	if h, ok := g.hooks[call.Name()]; ok {
		return h
	}
	return noHook
}

// afterLogout ends the session when the platform ended it or does not know it. With bestEffort it
// also ends when the platform cannot be reached.
func afterLogout(g *gateway, ctx context.Context, r *request, a *bff.Answer) (outcome, error) {
	if a.Result || g.classify(r.scope.Brand, a).Debug == debugUnauthorized {
		return g.endSession(ctx, r, a)
	}
	return outcome{answer: a}, nil // updateSession ends an expired session, as after any call
}

// afterForgot returns the same answer whether the platform knows the address or not (calls.md §2).
func afterForgot(g *gateway, _ context.Context, r *request, _ *bff.Answer) (outcome, error) {
	message := g.Contract.Message(r.scope.Lang, "forgot_sent", nil)
	return outcome{answer: &bff.Answer{Result: true, Message: message, Code: http.StatusOK}}, nil
}

func codeIn(field string) func(*request) string { return func(*request) string { return field } }

// loginCode returns the field of the code that completes a login. In a complete session the check
// has no effect, so the code remains usable.
func loginCode(r *request) string {
	if r.scope.Session.Pending {
		return "ga_code"
	}
	return ""
}

// afterCode completes a pending session. In a complete session the player has only confirmed a
// code, and nothing changes.
func afterCode(g *gateway, ctx context.Context, r *request, a *bff.Answer) (outcome, error) {
	if !a.Result || !r.scope.Session.Pending {
		return outcome{answer: a}, nil
	}
	s, err := g.Sessions.Complete(ctx, r.scope.Session)
	if err != nil {
		return outcome{}, err
	}
	_, cookie, err := g.issue(ctx, r.scope.Brand, s)
	return outcome{a, cookie}, err
}

// afterPasswordChange ends every session of the player, including those of somebody who knew the
// old password.
func afterPasswordChange(g *gateway, ctx context.Context, r *request, a *bff.Answer) (outcome, error) {
	if !a.Result {
		return outcome{answer: a}, nil
	}
	err := g.Sessions.EndAll(ctx, r.scope.Brand.ID, r.scope.Session.Identity.Player())
	return outcome{a, endedCookie(r.scope.Brand)}, err
}
