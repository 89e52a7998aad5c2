package calls

import (
	"time"

	"croupier/bff/mock/world"
)

// security are the calls about passwords and second factors.
var security = map[string]Func{
	"user/pass_change":        player(changePassword),
	"user/two_auth_type":      player(factor),
	"user/sms_send":           player(sendSMS),
	"user/sms_validate":       player(checkSMS),
	"user/check_user_ga":      player(hasAuthenticator),
	"user/user_generate_ga":   player(generateAuthenticator),
	"user/check_ga":           player(checkAuthenticator),
	"user/clear_generated_ga": player(clearAuthenticator),
}

func changePassword(r *Request, p *world.Player) (Reply, error) {
	if r.Data.text("new_password") != r.Data.text("new_password_confirm") {
		return Reply{}, world.ErrPasswordSame
	}
	return Reply{}, p.ChangePassword(r.Data.text("password"), r.Data.text("new_password"), r.SID)
}

func factor(r *Request, p *world.Player) (Reply, error) {
	if r.Data.text("mode") == "set" {
		if err := p.SetFactor(r.Data.number("type", world.FactorNone)); err != nil {
			return Reply{}, err
		}
	}
	return Reply{Data: struct {
		Type int `json:"type"`
	}{p.Factor}}, nil
}

func sendSMS(r *Request, p *world.Player) (Reply, error) {
	phone := r.Data.text("phone")
	if phone == "" {
		phone = p.Phone
	}
	return Reply{Data: struct {
		Expires int `json:"expires"`
	}{int(p.SendSMS(phone) / time.Second)}}, nil
}

func checkSMS(r *Request, p *world.Player) (Reply, error) {
	return Reply{}, p.CheckSMS(r.Data.text("code"))
}

func hasAuthenticator(_ *Request, p *world.Player) (Reply, error) {
	return Reply{No: p.Secret == ""}, nil
}

func generateAuthenticator(r *Request, p *world.Player) (Reply, error) {
	secret, address := p.GenerateAuthenticator(r.Brand.Name)
	return Reply{Data: struct {
		Secret  string `json:"secret"`
		OTPAuth string `json:"otpauth"`
	}{secret, address}}, nil
}

func checkAuthenticator(r *Request, p *world.Player) (Reply, error) {
	return Reply{}, p.CheckAuthenticator(r.Data.text("ga_code"))
}

func clearAuthenticator(r *Request, p *world.Player) (Reply, error) {
	return Reply{}, p.ClearAuthenticator(r.Data.text("gacode"))
}
