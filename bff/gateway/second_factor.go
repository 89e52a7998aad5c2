package gateway

import (
	"context"
	"encoding/json"
	"errors"
	"maps"

	"croupier/bff"
)

// The platform stores the second factor of a player, and user/two_auth_type returns it. The gateway
// requests it after every correct password, so a login requires the factor that the security page
// shows. It also requests it before every change, so an open session alone cannot weaken it.

// factorOfType maps a type of user/two_auth_type to its second factor.
var factorOfType = map[scalar]bff.SecondFactors{"0": 0, "1": bff.FactorSMS, "2": bff.FactorAuthenticator}

// factorInForce fetches the active second factor of a player from the platform. It may fail with a
// *refusalError.
func (g *gateway) factorInForce(ctx context.Context, scope *bff.Scope, id *bff.Identity) (bff.SecondFactors, error) {
	var active struct {
		Type scalar `json:"type"`
	}
	if _, err := g.ask(ctx, scope, id, "user", "two_auth_type", map[string]any{"mode": "get"}, &active); err != nil {
		return 0, err
	}
	factor, ok := factorOfType[active.Type]
	if !ok {
		return 0, bff.ReasonBadUpstreamAnswer.WithCause(errors.New("unknown type of second factor"))
	}
	return factor, nil
}

// factorsDue returns the second factors of which one completes a login, if any. If the platform
// does not report them, the login requires a code.
func (g *gateway) factorsDue(
	ctx context.Context, scope *bff.Scope, id *bff.Identity, hasAuthenticator bool,
) bff.SecondFactors {
	factor, err := g.factorInForce(ctx, scope, id)
	switch {
	case factor != 0:
		return factor
	case hasAuthenticator:
		return bff.FactorAuthenticator
	case err == nil, errors.Is(err, bff.ReasonUnsupported):
		return 0
	}
	g.Log.WarnContext(ctx, "could not fetch the second factor of a login, the login requires a code",
		"cause", err.Error())
	return bff.FactorAuthenticator | bff.FactorSMS
}

// factorNames returns the names of second factors for the response to a login.
func factorNames(factors bff.SecondFactors) (names []string) {
	if factors&bff.FactorAuthenticator != 0 {
		names = append(names, "authenticator")
	}
	if factors&bff.FactorSMS != 0 {
		names = append(names, "sms")
	}
	return names
}

// requireDue refuses a code of a factor that does not complete the pending session. One factor
// therefore cannot replace the other. A complete session accepts any factor.
func requireDue(factor bff.SecondFactors) func(*gateway, context.Context, *request) error {
	return func(_ *gateway, _ context.Context, r *request) error {
		if s := r.scope.Session; s.Pending && s.Due&factor == 0 {
			return bff.ReasonTwoFactorRequired.WithDelivery(bff.DeliveryNotSent)
		}
		return nil
	}
}

// prepareFactorChange requires a code of the active factor before a change of the factor.
func prepareFactorChange(g *gateway, ctx context.Context, r *request) error {
	if r.scope.Rules.Kind == bff.KindRead {
		return nil
	}
	r.omit("code")
	factor, err := g.factorInForce(ctx, r.scope, &r.scope.Session.Identity)
	if err != nil {
		return err
	}
	wanted, _ := r.parsed.data["type"].(json.Number)
	if to, ok := factorOfType[scalar(wanted)]; ok && to == factor {
		return nil
	}
	return g.confirmFactor(ctx, r, factor)
}

// prepareAuthenticator requires a code of the active factor, because the new authenticator's first
// code replaces that factor.
func prepareAuthenticator(g *gateway, ctx context.Context, r *request) error {
	r.omit("code")
	factor, err := g.factorInForce(ctx, r.scope, &r.scope.Session.Identity)
	if errors.Is(err, bff.ReasonUnsupported) {
		factor, err = g.authenticatorInForce(ctx, r.scope)
	}
	if err != nil {
		return err
	}
	return g.confirmFactor(ctx, r, factor)
}

// preparePhoneChange requires a code sent to the current number if SMS is the second factor.
func preparePhoneChange(g *gateway, ctx context.Context, r *request) error {
	r.omit("code")
	phone, ok := r.parsed.data["phone"].(string)
	if !ok {
		return nil
	}
	id := &r.scope.Session.Identity
	factor, err := g.factorInForce(ctx, r.scope, id)
	switch {
	case errors.Is(err, bff.ReasonUnsupported):
		return nil
	case err != nil:
		return err
	case factor != bff.FactorSMS:
		return nil
	}
	var profile struct {
		Phone string `json:"phone"`
	}
	_, err = g.ask(ctx, r.scope, id, "user", "get_user_profile", map[string]any{}, &profile)
	switch {
	case err != nil && !errors.Is(err, bff.ReasonUnsupported):
		return err
	case err == nil && profile.Phone == phone:
		return nil
	}
	return g.confirmFactor(ctx, r, factor)
}

// authenticatorInForce works like factorInForce, for platforms that do not report the type of the
// factor.
func (g *gateway) authenticatorInForce(ctx context.Context, scope *bff.Scope) (bff.SecondFactors, error) {
	a, err := g.ownCall(ctx, scope, &scope.Session.Identity, "user", "check_user_ga", map[string]any{})
	switch {
	case errors.Is(err, bff.ReasonUnsupported):
		if scope.Session.TwoFactor {
			return bff.FactorAuthenticator, nil
		}
		return 0, nil
	case err != nil:
		return 0, err
	case a.Result:
		return bff.FactorAuthenticator, nil
	case g.classify(scope.Brand, a).EndsSession:
		return 0, &refusalError{a}
	}
	return 0, nil
}

// confirmFactor lets the platform check data.code. For a wrong code, it returns a *refusalError
// that names the field.
func (g *gateway) confirmFactor(ctx context.Context, r *request, factor bff.SecondFactors) error {
	if factor == 0 {
		return nil
	}
	code := r.text("code")
	if code == "" {
		return fault("code", ruleRequired)
	}
	method, field := "check_ga", "ga_code"
	if factor == bff.FactorSMS {
		method, field = "sms_validate", "code"
	}
	a, err := g.ownCall(ctx, r.scope, &r.scope.Session.Identity, "user", method, map[string]any{field: code})
	switch {
	case err != nil:
		return err
	case a.Result:
		r.isCodeRight = true
		return nil
	case g.classify(r.scope.Brand, a).EndsSession:
		return &refusalError{a}
	}
	named := *a
	named.Data = fieldData(bff.FieldFault{Field: "code"})
	return &refusalError{&named}
}

// prepareSMS removes the phone number from a request for a second-factor code. The platform then
// sends the code to the known number.
func prepareSMS(g *gateway, ctx context.Context, r *request) error {
	if _, ok := r.parsed.data["phone"]; !ok {
		return nil
	}
	if s := r.scope.Session; !s.Pending {
		factor, err := g.factorInForce(ctx, r.scope, &s.Identity)
		if err == nil && factor != bff.FactorSMS || errors.Is(err, bff.ReasonUnsupported) {
			return nil
		}
	}
	r.omit("phone")
	return nil
}

// omit removes a field from the request to the platform.
func (r *request) omit(field string) {
	if _, ok := r.upstream.Data[field]; ok {
		r.upstream.Data = maps.Clone(r.upstream.Data)
		delete(r.upstream.Data, field)
	}
}

// isGuess reports whether a request contains the password or code that a rule limits.
func isGuess(r *request, rule bff.LimitRule) bool {
	if rule == bff.LimitPassword || rule == bff.LimitPasswordAddress {
		return r.text("password") != ""
	}
	return r.text("code") != ""
}
