package gateway

import (
	"net/http"

	"croupier/bff"
)

// hook is what one call does beside being sent on and answered. The zero hook is right
// for nearly every call.
type hook struct {
	// own answers the call in the platform's stead.
	own func(*gateway, *exchange) (*bff.Answer, error)
	// after does to the session what the answer says, and gives the answer that the
	// browser gets. It never changes the answer it is given: others may hold it.
	after func(*gateway, *exchange, *bff.Answer) (*bff.Answer, error)
	// anyway: after is done though the platform gave no answer, as if it had said yes.
	anyway bool
	// limits are the call's own.
	limits []counted
	// failures: only attempts that fail count against the limits.
	failures bool
	// code names the field of data with a code that is right once; empty where this call
	// has none.
	code func(*exchange) string
	// always: the call is answered under maintenance too.
	always bool
	// site: data.siteId is the brand's own, whatever was sent.
	site bool
}

// Guesses are limited by the account that they are at, and by the address that they come
// from, which may try one password on many accounts.
var (
	guessesOfPassword = []counted{{bff.LimitPassword, accountOf}, {bff.LimitPasswordAddress, addressOf}}
	guessesOfOwn      = []counted{{bff.LimitPassword, playerOf}, {bff.LimitPasswordAddress, addressOf}}
	guessesOfCode     = []counted{{bff.LimitCode, playerOf}, {bff.LimitCodeAddress, addressOf}}
	forgets           = []counted{{bff.LimitForgot, addressOf}, {bff.LimitForgotAccount, mailboxOf}}
)

// hooks is the one table of calls that are more than a question to the platform.
func hooks() map[string]hook {
	return map[string]hook{
		"maintenance/check_status": {own: checkStatus, always: true},

		"user/login":       {after: loggedIn, limits: guessesOfPassword, failures: true},
		"user/refresh":     {own: refresh},
		"user/logout":      {after: loggedOut, anyway: true},
		"user/check_ga":    {after: codeChecked, limits: guessesOfCode, failures: true, code: codeOfLogin},
		"user/pass_change": {after: passwordChanged, limits: guessesOfOwn, failures: true},

		"user/sms_send":           {limits: []counted{{bff.LimitSMS, playerOf}}},
		"user/sms_validate":       {limits: guessesOfCode, failures: true, code: codeIn("code")},
		"user/clear_generated_ga": {limits: guessesOfCode, failures: true, code: codeIn("gacode")},
		"user/forgot":             {after: forgotten, limits: forgets},

		"cmscontroller/popupInformation": {site: true},
		"slider/get_active_items":        {site: true},
		"slider/get_all_items":           {site: true},
	}
}

// loggedOut ends the session where the platform ended it, or says that there is none. One
// that cannot be reached keeps nobody logged in here.
func loggedOut(g *gateway, x *exchange, a *bff.Answer) (*bff.Answer, error) {
	if a.Result || g.meaning(x, a).Debug == debugUnauthorized {
		return a, g.end(x)
	}
	return a, nil // an expired one is ended like that of any other call
}

// forgotten gives the same answer whether the platform knows the address or not (calls.md §2).
func forgotten(g *gateway, x *exchange, _ *bff.Answer) (*bff.Answer, error) {
	return &bff.Answer{Result: true, Message: g.Contract.Message(x.scope.Lang, "forgot_sent", nil), Code: http.StatusOK}, nil
}

func codeIn(field string) func(*exchange) string { return func(*exchange) string { return field } }

// codeOfLogin is the code that completes a login. A complete session that has one checked
// gains nothing by it, and may use it for what it was asked for.
func codeOfLogin(x *exchange) string {
	if x.scope.Session.Pending {
		return "ga_code"
	}
	return ""
}

// codeChecked completes a pending session. A complete one stays as it is: the player has
// confirmed a code, not logged in.
func codeChecked(g *gateway, x *exchange, a *bff.Answer) (*bff.Answer, error) {
	if !a.Result || !x.scope.Session.Pending {
		return a, nil
	}
	s, err := g.Sessions.Complete(x.ctx, x.scope.Session)
	if err != nil {
		return nil, err
	}
	x.scope.Session = s
	return a, g.keep(x, s)
}

// passwordChanged ends every session of the player: whoever knew the old password is out.
func passwordChanged(g *gateway, x *exchange, a *bff.Answer) (*bff.Answer, error) {
	if !a.Result {
		return a, nil
	}
	x.cookie = endedCookie(x.scope.Brand)
	return a, g.Sessions.EndAll(x.ctx, x.scope.Brand.ID, x.scope.Session.Identity.Player())
}
