package calls

import (
	"croupier/bff/mock/world"
)

// access are the calls around logging in.
var access = map[string]Func{
	"user/login":            login,
	"user/logout":           player(logout),
	"user/refresh":          player(refresh),
	"user/register":         register,
	"user/register_confirm": confirm,
	"user/forgot":           forgot,
	"user/pass_reset":       resetPassword,
}

type session struct {
	RID       int    `json:"rid"`
	UID       string `json:"uid"`
	SID       string `json:"sid"`
	UIP       string `json:"uip"`
	GTM       string `json:"gtm"`
	Language  string `json:"language"`
	Username  string `json:"username"`
	LastLogin any    `json:"lastlogin"`
	GASecret  string `json:"gasecret"`
}

// offsetHours is the brand zone's offset to UTC.
const offsetHours = "3"

func login(r *Request) (Reply, error) {
	device := r.Data.text("SiteType")
	if device == "" {
		device = "desktop"
	}
	t, err := r.World.Login(r.Data.text("username"), r.Data.text("password"), r.IP, device)
	if err != nil {
		return Reply{}, err
	}
	return Reply{Data: session{
		RID: t.RID, UID: t.UID, SID: t.SID, UIP: r.IP, GTM: offsetHours, Language: r.Lang,
		Username: t.Username, LastLogin: momentOrNull(t.LastLogin), GASecret: t.Secret,
	}}, nil
}

// refresh gives the session that the player has; the BFF rotates its own around it.
func refresh(r *Request, p *world.Player) (Reply, error) {
	secret := ""
	if p.Factor == world.FactorAuthenticator {
		secret = p.Secret
	}
	return Reply{Data: session{
		RID: p.RID, UID: p.UID, SID: r.SID, UIP: r.IP, GTM: offsetHours, Language: r.Lang,
		Username: p.Username, LastLogin: momentOrNull(p.LastLogin), GASecret: secret,
	}}, nil
}

func logout(r *Request, p *world.Player) (Reply, error) {
	p.EndSession(r.SID)
	return Reply{}, nil
}

func register(r *Request) (Reply, error) {
	d := r.Data
	if d.text("password") != d.text("password_confirm") {
		return Reply{}, world.ErrPasswordSame
	}
	if d.has("email_confirm") && world.Fold(d.text("email")) != world.Fold(d.text("email_confirm")) {
		return Reply{}, world.ErrEmailSame
	}
	id, err := r.World.Register(r.origin(), world.Application{
		Profile: world.Profile{
			Username: d.text("username"), FirstName: d.text("firstname"), LastName: d.text("lastname"),
			Email: d.text("email"), Phone: d.text("phone"), Birthdate: d.text("birthdate"),
			NationalID: d.text("national_id"), Country: d.text("country"), City: d.text("city"),
			Address: d.text("address"), SMSNews: d.flag("sms_notification"), EmailNews: d.flag("email_notification"),
		},
		Password: d.text("password"), Promo: d.text("promo_code"),
	})
	if err != nil {
		return Reply{}, err
	}
	return Reply{Data: struct {
		RegistrationID string `json:"registrationID"`
	}{id}, Message: "Your registration is complete"}, nil
}

func confirm(r *Request) (Reply, error) { return Reply{}, r.World.Confirm(r.Data.text("token")) }

func forgot(r *Request) (Reply, error) {
	r.World.Forgot(r.origin(), r.Data.text("email"))
	return Reply{}, nil
}

func resetPassword(r *Request) (Reply, error) {
	if r.Data.text("password") != r.Data.text("password_confirm") {
		return Reply{}, world.ErrPasswordSame
	}
	return Reply{}, r.World.ResetPassword(r.Data.text("token"), r.Data.text("password"))
}
