package gateway

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"

	"croupier/bff"
)

// hook is the special treatment of one call. Most calls use the zero hook.
type hook struct {
	// local answers the call without the platform.
	local func(*gateway, context.Context, *request) error
	// after applies a response to the session. It may replace the response but must not modify it,
	// because the response may be shared. A call with after continues if its client disconnects,
	// because the platform may have executed it.
	after func(*gateway, context.Context, *request) error
	// afterUnknown returns the error for the browser if the platform may have executed the call but
	// sent no readable response.
	afterUnknown func(*gateway, context.Context, *request, error) error
	// bestEffort calls after even if the platform failed, as if the platform had accepted the call.
	bestEffort bool
	// limits are limits specific to the call.
	limits []limit
	// countFailures refunds the limits of successful attempts.
	countFailures bool
	// code returns the name of the data field with a one-time code, or "" if this request has none.
	code func(*request) string
	// limited reports whether one of limits applies to a request. If nil, all limits apply.
	limited func(*request, bff.LimitRule) bool
	// prepare runs after the limits are taken and before the call is sent. It may make other calls,
	// change the request or refuse it. If it returns a *refusalError, the player receives that
	// response.
	prepare func(*gateway, context.Context, *request) error
	// duringMaintenance allows the call during maintenance.
	duringMaintenance bool
	// pinSiteID replaces data.siteId by the brand's site id.
	pinSiteID bool
	// profile means that the response is the player's profile.
	profile bool
}

// isPlain reports whether the hook neither reads the received data nor changes the response.
func (h *hook) isPlain() bool {
	return h.local == nil && h.after == nil && h.prepare == nil && len(h.limits) == 0 && h.code == nil
}

// Croupier limits guesses by account and by address, because one address may try a password on many
// accounts.
var (
	passwordLimits    = []limit{{bff.LimitPassword, accountSubject}, {bff.LimitPasswordAddress, visitorSubject}}
	ownPasswordLimits = []limit{{bff.LimitPassword, playerSubject}, {bff.LimitPasswordAddress, visitorSubject}}
	codeLimits        = []limit{{bff.LimitCode, playerSubject}, {bff.LimitCodeAddress, visitorSubject}}
	profileLimits     = slices.Concat(codeLimits, ownPasswordLimits)
	tokenLimits       = []limit{{bff.LimitToken, visitorSubject}}
	registerLimits    = []limit{{bff.LimitRegister, visitorSubject}}
	forgotLimits      = []limit{{bff.LimitForgot, visitorSubject}, {bff.LimitForgotAccount, mailboxSubject}}
	resendLimits      = []limit{{bff.LimitForgot, visitorSubject}, {bff.LimitForgotAccount, accountSubject}}
)

// limitsCalls lists the calls of limits/* that Croupier answers.
var limitsCalls = []string{
	"get", "set", "confirm", "cancel_pending", "cool_off", "self_exclude", "reality_check", "history",
}

func newHooks() map[string]*hook {
	hooks := map[string]*hook{
		"maintenance/check_status": {local: checkStatus, duringMaintenance: true},

		"finance/payment_outcome": {local: paymentOutcome, duringMaintenance: true},

		"user/login": {
			prepare: checkBlockedName, after: afterLogin, limits: passwordLimits, countFailures: true,
		},
		"user/refresh":          {local: refresh},
		"user/register":         {prepare: mayRegister, after: afterRegister, limits: registerLimits},
		"user/register_confirm": {limits: tokenLimits, countFailures: true},
		"user/register_resend":  {after: afterMail("confirmation_sent"), limits: resendLimits},
		"user/pass_reset":       {limits: tokenLimits, countFailures: true},
		"user/logout":           {after: afterLogout, bestEffort: true, duringMaintenance: true},
		"user/check_ga": {
			prepare: requireDue(bff.FactorAuthenticator), after: afterCode, limits: codeLimits,
			countFailures: true, code: loginCode,
		},
		"user/pass_change": {
			after: afterPasswordChange, afterUnknown: afterUnknownPasswordChange, limits: ownPasswordLimits,
			countFailures: true,
		},

		"user/logout_all": {local: logoutAll, duringMaintenance: true},
		"user/sessions":   {local: listSessions},

		"search/suggest": {local: suggest},

		"limits/session":         {local: playedSession},
		"casino/init_game":       {prepare: mayPlay},
		"livecasino/init_game":   {prepare: mayPlay},
		"virtualgames/init_game": {prepare: mayPlay},

		"user/two_auth_type": {
			prepare: prepareFactorChange, limits: codeLimits, limited: isGuess, countFailures: true,
			code: codeIn("code"),
		},
		"user/user_generate_ga": {
			prepare: prepareAuthenticator, limits: codeLimits, limited: isGuess, countFailures: true,
			code: codeIn("code"),
		},
		"user/sms_send": {prepare: prepareSMS, limits: []limit{{bff.LimitSMS, playerSubject}}},
		"user/sms_validate": {
			prepare: requireDue(bff.FactorSMS), after: afterCode, limits: codeLimits, countFailures: true,
			code: codeIn("code"),
		},
		"user/clear_generated_ga": {limits: codeLimits, countFailures: true, code: codeIn("gacode")},
		"user/forgot":             {after: afterMail("forgot_sent"), limits: forgotLimits},

		"user/get_user_profile": {profile: true},
		"user/update_profile": {
			profile: true, prepare: preparePhoneChange, after: afterProfileChange, limits: profileLimits,
			limited: isGuess, countFailures: true, code: codeIn("code"),
		},

		"cmscontroller/popupInformation": {pinSiteID: true},
		"slider/get_active_items":        {pinSiteID: true},
		"slider/get_all_items":           {pinSiteID: true},
	}
	for _, method := range limitsCalls {
		hooks["limits/"+method] = &hook{local: limitsCall, duringMaintenance: true}
	}
	return hooks
}

// PinsSiteID reports whether the gateway replaces data.siteId of a call by the brand's site id.
func PinsSiteID(call *bff.Call) bool {
	h := newHooks()[call.Name()]
	return h != nil && h.pinSiteID
}

var noHook = &hook{}

func (g *gateway) hook(call *bff.Call) *hook {
	return cmp.Or(g.hooks[call.Name()], noHook)
}

// afterLogout ends the session regardless of the platform's response. It passes a refusal on only
// if the refusal says that the session has already ended.
func afterLogout(g *gateway, ctx context.Context, r *request) error {
	a := r.answer
	if known := g.classify(r.scope.Brand, a); !a.Result && !known.EndsSession && known.Debug != debugUnauthorized {
		g.Log.WarnContext(ctx, "the platform refused a logout, Croupier ends the session anyway", "answer_code", a.Code,
			"debug", a.Debug)
		r.answer = &bff.Answer{Result: true, Code: http.StatusOK}
	}
	return g.endSession(ctx, r)
}

// afterMail returns the same response whether or not the platform knows the account.
func afterMail(message string) func(*gateway, context.Context, *request) error {
	return func(g *gateway, _ context.Context, r *request) error {
		r.answer = &bff.Answer{
			Result: true, Message: g.Contract.Message(r.scope.Lang, message, nil), Code: http.StatusOK,
		}
		return nil
	}
}

func codeIn(field string) func(*request) string { return func(*request) string { return field } }

// loginCode returns the field of the code that completes a login. In a complete session, the code
// remains usable.
func loginCode(r *request) string {
	if r.scope.Session.Pending {
		return "ga_code"
	}
	return ""
}

// afterCode completes a pending session. In a complete session, it changes nothing.
func afterCode(g *gateway, ctx context.Context, r *request) error {
	if !r.answer.Result || !r.scope.Session.Pending {
		return nil
	}
	s, err := g.Sessions.Complete(ctx, r.scope.Session)
	if err != nil {
		return err
	}
	g.rememberDevice(ctx, r.scope, s.Identity.Player())
	_, err = g.issue(ctx, r, s)
	return err
}

// afterProfileChange updates the user name of the session, because staff find sessions by it.
func afterProfileChange(g *gateway, ctx context.Context, r *request) error {
	name := changedUsername(r)
	if s := r.scope.Session; name == "" || name == s.Identity.Username || g.overtaken(ctx, s) {
		return nil
	}
	r.scope.Session = g.Sessions.Rename(ctx, r.scope.Brand, r.scope.Session, name)
	_, err := g.issue(ctx, r, r.scope.Session)
	// The platform has changed the name, so the call succeeds. The session gets the name at its
	// next renewal.
	g.warn(ctx, "could not reissue a session with the new user name, its next renewal retries", err)
	return nil
}

// changedUsername returns the user name that a profile change has set, in the platform's spelling,
// or "".
func changedUsername(r *request) string {
	wanted, ok := r.parsed.data["username"].(string)
	if !ok || !r.answer.Result {
		return ""
	}
	var profile struct {
		Username string `json:"username"`
	}
	_ = json.Unmarshal(r.answer.Data, &profile) // the response may lack the profile
	return cmp.Or(profile.Username, wanted)
}

// afterPasswordChange ends every session of the player, in case someone else knew the old password.
func afterPasswordChange(g *gateway, ctx context.Context, r *request) error {
	if !r.answer.Result {
		return nil
	}
	r.cookie = endedCookie(r.scope.Brand)
	return g.Sessions.EndAll(ctx, r.scope.Brand.ID, r.scope.Session.Identity.Player())
}

// keyPasswordUnknown is the message key for a password change with an unknown outcome.
const keyPasswordUnknown = "password_outcome_unknown"

// afterUnknownPasswordChange ends every session of the player, as after a password change, and
// reports the unknown outcome.
func afterUnknownPasswordChange(g *gateway, ctx context.Context, r *request, err error) error {
	reason := bff.OutcomeUnknown(reasonOf(err)).WithCause(err)
	reason.Key, reason.Message, reason.EndSession = keyPasswordUnknown, "", true
	return errors.Join(reason, g.Sessions.EndAll(ctx, r.scope.Brand.ID, r.scope.Session.Identity.Player()))
}

// suggest answers search/suggest from the index of the brand's lists.
func suggest(g *gateway, ctx context.Context, r *request) error {
	q := bff.SearchQuery{Brand: r.scope.Brand, Lang: r.scope.Lang, Partition: r.scope.Partition}
	q.Text, _ = r.upstream.Data["q"].(string)
	if n, ok := r.upstream.Data["limit"].(json.Number); ok {
		limit, _ := n.Int64() // the schema bounds it
		q.Limit = int(limit)
	}
	data, err := g.Suggest(ctx, q)
	r.answer = &bff.Answer{Result: true, Code: http.StatusOK, Data: data}
	return err
}
