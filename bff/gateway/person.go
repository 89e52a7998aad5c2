package gateway

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"time"

	"croupier/bff"
	"croupier/bff/player/protection"
)

// fieldFirstLimit is the field of a registration with the requested deposit limit.
const fieldFirstLimit = "deposit_limit"

// usualRefusal is the assumed time of a registration refusal, until the platform has refused one.
const usualRefusal = 300 * time.Millisecond

// mayRegister refuses the registration of a self-excluded person. The response and its delay equal
// the platform's refusal of a known person, because exclusions must not become public.
func mayRegister(g *gateway, ctx context.Context, r *request) error {
	r.omit(fieldFirstLimit)
	var err error
	r.isKnown, err = g.Protection.MayRegister(ctx, r.scope.Brand, registrationData(r))
	if !errors.Is(err, bff.ReasonSelfExcluded) {
		r.began = g.Clock()
		return err
	}
	g.Log.InfoContext(ctx, "registration refused because the person is self-excluded", "brand", r.scope.Brand.ID)
	wait := usualRefusal
	if last, ok := g.registrationRefusals.Load(r.scope.Brand.ID); ok {
		wait = last.(time.Duration)
	}
	select {
	case <-time.After(wait):
	case <-ctx.Done():
	}
	return &refusalError{&bff.Answer{}}
}

// afterRegister records the personal data and the requested limit of a registration. Exclusions
// apply by personal data.
func afterRegister(g *gateway, ctx context.Context, r *request) error {
	if r.answer.Result {
		err := g.Protection.Registered(ctx, r.scope.Brand, registrationData(r), firstLimit(r))
		g.warn(ctx, "could not record the personal data of a registration", err)
		return nil
	}
	if !r.began.IsZero() {
		g.registrationRefusals.Store(r.scope.Brand.ID, g.Clock().Sub(r.began))
	}
	if r.isKnown {
		message := g.Contract.Message(r.scope.Lang, "registration_refused", nil)
		r.answer = &bff.Answer{Message: message, Code: http.StatusConflict, Debug: "registration refused"}
	}
	return nil
}

// firstLimit returns the requested limit of a registration. The contract has validated the data.
func firstLimit(r *request) protection.FirstLimit {
	out := protection.FirstLimit{LimitID: bff.LimitID{Kind: bff.LimitDeposit}, Username: r.text("username")}
	wanted, _ := r.parsed.data[fieldFirstLimit].(map[string]any)
	out.Period, _ = wanted["period"].(string)
	amount, _ := wanted["amount"].(json.Number)
	value, _ := bff.ParseMinorUnits(amount.String()) //nolint:errcheck // valid by the contract, or absent
	out.Value = int64(value)
	return out
}

// beginLimits records a player's personal data and activates the limit of the registration. If it
// fails, the next login retries.
func (g *gateway) beginLimits(ctx context.Context, scope *bff.Scope, id *bff.Identity) {
	profile := func() (protection.PersonalData, error) {
		d, err := g.askPerson(ctx, scope, id)
		if errors.Is(err, bff.ReasonUnsupported) {
			return protection.PersonalData{Partition: id.Partition}, nil
		}
		return d, err
	}
	err := g.Protection.LoggedIn(ctx, scope.Brand, *id, profile)
	g.warn(ctx, "could not set the limit of a registration, retrying at the player's next login", err)
}

func registrationData(r *request) protection.PersonalData {
	return protection.PersonalData{
		Email: r.text("email"), Phone: r.text("phone"), NationalID: r.text("national_id"),
		Birthdate: r.text("birthdate"), Partition: r.scope.Partition,
	}
}

// knowPersonOfGroup records a player's personal data before a deposit or a game, if the brand
// belongs to a group.
func (g *gateway) knowPersonOfGroup(ctx context.Context, scope *bff.Scope) error {
	if scope.Brand.Protection.Group == "" {
		return nil
	}
	return g.knowPerson(ctx, scope)
}

// knowPerson fetches the profile of a session's player and records the personal data, if due.
func (g *gateway) knowPerson(ctx context.Context, scope *bff.Scope) error {
	id := &scope.Session.Identity
	if !g.Protection.PersonDue(ctx, scope.Brand, id.Player()) {
		return nil
	}
	d, err := g.askPerson(ctx, scope, id)
	if errors.Is(err, bff.ReasonUnsupported) {
		return nil // exclusions apply to this player only
	}
	if err == nil {
		err = g.Protection.NotePerson(ctx, scope.Brand, id.Player(), d)
	}
	if err != nil {
		return bff.ReasonUnavailable.WithCause(err).WithDelivery(bff.DeliveryNotSent)
	}
	return nil
}

func (g *gateway) askPerson(ctx context.Context, scope *bff.Scope, id *bff.Identity) (protection.PersonalData, error) {
	a, err := g.ownCall(ctx, scope, id, "user", "get_user_profile", map[string]any{})
	if err != nil {
		return protection.PersonalData{}, err
	}
	return personOf(a, id.Partition)
}

var errNoProfile = errors.New("the platform returned no profile")

func personOf(a *bff.Answer, p bff.Partition) (protection.PersonalData, error) {
	var profile struct {
		Email      scalar `json:"email"`
		Phone      scalar `json:"phone"`
		NationalID scalar `json:"national_id"`
		Birthdate  scalar `json:"birthdate"`
		KYC        scalar `json:"kyc"`
	}
	if err := json.Unmarshal(a.Data, &profile); !a.Result || err != nil {
		return protection.PersonalData{}, errors.Join(errNoProfile, err)
	}
	return protection.PersonalData{
		Email: string(profile.Email), Phone: string(profile.Phone), NationalID: string(profile.NationalID),
		Birthdate: string(profile.Birthdate), Verified: profile.KYC == "verified", Partition: p,
	}, nil
}

// maxEmail is the maximum length of an email address in bytes (RFC 5321).
const maxEmail = 254

// noteProfile records the personal data of a profile in a response, because it may have changed. It
// returns the email address, or "".
func (g *gateway) noteProfile(ctx context.Context, scope *bff.Scope, a *bff.Answer) (email string) {
	if scope.Session == nil || !a.Result {
		return ""
	}
	id := &scope.Session.Identity
	d, err := personOf(a, id.Partition)
	if err == nil {
		err = g.Protection.NotePerson(context.WithoutCancel(ctx), scope.Brand, id.Player(), d)
	}
	g.warn(ctx, "could not record the personal data of a profile, retrying with the next profile", err)
	if len(d.Email) > maxEmail {
		return ""
	}
	return d.Email
}
