package world

import (
	"cmp"
	"fmt"
	"net/url"
	"time"

	"github.com/pquerna/otp"
	"github.com/pquerna/otp/totp"
)

// Kinds of second factor (calls.md §2, two_auth_type).
const (
	FactorNone          = 0
	FactorSMS           = 1
	FactorAuthenticator = 2
)

// Lifetime of SMS codes, and the number of wrong ones allowed.
const (
	smsLife  = 3 * time.Minute
	smsTries = 5
)

type smsCode struct {
	Code   string
	Until  time.Time
	Misses int
}

// SendSMS sends a code to a phone, invalidates the previous code and returns the code's lifetime.
func (p *Player) SendSMS(phone string) time.Duration {
	p.SMS = smsCode{Code: fmt.Sprintf("%06d", p.world.RNG.IntN(1_000_000)), Until: p.now().Add(smsLife)}
	p.world.send(Mail{To: phone, Subject: "SMS", Text: p.phrase("sms.code", "code", p.SMS.Code), Token: p.SMS.Code})
	return smsLife
}

// CheckSMS redeems an SMS code or returns ErrCode; smsTries wrong codes invalidate the right one.
func (p *Player) CheckSMS(code string) error {
	if p.SMS.Code == "" || p.now().After(p.SMS.Until) {
		return ErrCode
	}
	right := code == p.SMS.Code
	if p.SMS.Misses++; right || p.SMS.Misses >= smsTries {
		p.SMS = smsCode{}
	}
	if !right {
		return ErrCode
	}
	return nil
}

var totpOptions = totp.ValidateOpts{Period: 30, Skew: 1, Digits: otp.DigitsSix, Algorithm: otp.AlgorithmSHA1}

// GenerateAuthenticator returns a new secret, which its first valid code activates, and its otpauth address.
func (p *Player) GenerateAuthenticator(issuer string) (secret, address string) {
	p.PendingSecret = p.world.random(32, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
	q := url.Values{"secret": {p.PendingSecret}, "issuer": {issuer}, "algorithm": {"SHA1"}, "digits": {"6"}, "period": {"30"}}
	return p.PendingSecret, "otpauth://totp/" + url.PathEscape(issuer+":"+p.Username) + "?" + q.Encode()
}

// CheckAuthenticator validates a code. One of the pending secret activates that secret.
func (p *Player) CheckAuthenticator(code string) error {
	if p.validCode(p.PendingSecret, code) {
		p.Secret, p.PendingSecret, p.Factor = p.PendingSecret, "", FactorAuthenticator
		p.mail("factor.on", securityPath, "")
		return nil
	}
	if p.validCode(p.Secret, code) {
		return nil
	}
	return ErrCode
}

// ClearAuthenticator removes the authenticator. It requires a valid code and returns ErrCode otherwise.
func (p *Player) ClearAuthenticator(code string) error {
	if !p.validCode(p.Secret, code) {
		return ErrCode
	}
	p.Secret = ""
	if p.Factor == FactorAuthenticator {
		p.Factor = FactorNone
	}
	p.mail("factor.off", securityPath, "")
	return nil
}

// SetFactor selects the second factor. It returns ErrFactor for an authenticator that is not set up.
func (p *Player) SetFactor(kind int) error {
	if kind < FactorNone || kind > FactorAuthenticator || (kind == FactorAuthenticator && p.Secret == "") {
		return ErrFactor
	}
	p.Factor = kind
	return nil
}

func (p *Player) validCode(secret, code string) bool {
	ok, err := totp.ValidateCustom(code, secret, p.now(), totpOptions)
	return err == nil && ok && secret != ""
}

// AuthenticatorCode returns the current code of a player's authenticator and its remaining lifetime.
func (w *World) AuthenticatorCode(username string) (code string, left time.Duration, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	p := w.byUsername[Fold(username)]
	if p == nil || p.Secret == "" && p.PendingSecret == "" {
		return "", 0, ErrNoRecords
	}
	code, err = totp.GenerateCodeCustom(cmp.Or(p.PendingSecret, p.Secret), p.now(), totpOptions)
	if err != nil {
		return "", 0, fmt.Errorf("generate code of %s: %w", username, err)
	}
	period := time.Duration(totpOptions.Period) * time.Second
	return code, period - time.Duration(p.now().Unix())*time.Second%period, nil
}
