package world

import (
	"fmt"
	"net/url"
	"time"

	"github.com/pquerna/otp"
	"github.com/pquerna/otp/totp"
)

var totpRules = totp.ValidateOpts{Period: 30, Skew: 1, Digits: otp.DigitsSix, Algorithm: otp.AlgorithmSHA1}

const base32Letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"

// GenerateAuthenticator makes a fresh secret. It is in force once a code of it was right.
func (p *Player) GenerateAuthenticator(issuer string) (secret, address string) {
	b := make([]byte, 32)
	for i := range b {
		b[i] = base32Letters[p.world.rng.IntN(len(base32Letters))]
	}
	p.pendingSecret = string(b)
	q := url.Values{"secret": {p.pendingSecret}, "issuer": {issuer}, "algorithm": {"SHA1"}, "digits": {"6"}, "period": {"30"}}
	return p.pendingSecret, "otpauth://totp/" + url.PathEscape(issuer+":"+p.Username) + "?" + q.Encode()
}

// CheckAuthenticator checks a code: of a fresh secret, which it puts in force, or of the
// one in force. It fails with ErrCode.
func (p *Player) CheckAuthenticator(code string) error {
	if p.pendingSecret != "" && p.codeFits(p.pendingSecret, code) {
		p.Secret, p.pendingSecret, p.Factor = p.pendingSecret, "", FactorAuthenticator
		p.mail("factor.on", securityPath, "")
		return nil
	}
	if p.Secret != "" && p.codeFits(p.Secret, code) {
		return nil
	}
	return ErrCode
}

// ClearAuthenticator takes the authenticator out of force by a last code of it.
func (p *Player) ClearAuthenticator(code string) error {
	if p.Secret == "" || !p.codeFits(p.Secret, code) {
		return ErrCode
	}
	p.Secret = ""
	if p.Factor == FactorAuthenticator {
		p.Factor = FactorNone
	}
	p.mail("factor.off", securityPath, "")
	return nil
}

// SetFactor chooses the second factor. It fails with ErrFactor where no authenticator is set
// up, and for a kind that there is not.
func (p *Player) SetFactor(kind int) error {
	if kind < FactorNone || kind > FactorAuthenticator || (kind == FactorAuthenticator && p.Secret == "") {
		return ErrFactor
	}
	p.Factor = kind
	return nil
}

func (p *Player) codeFits(secret, code string) bool {
	ok, err := totp.ValidateCustom(code, secret, p.now(), totpRules)
	return err == nil && ok
}

// AuthenticatorCode is the code that a player's authenticator shows now, and how long it still does. It
// fails with ErrNoRecords for a player who has none.
func (w *World) AuthenticatorCode(username string) (code string, left time.Duration, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	p := w.byUsername[Fold(username)]
	if p == nil {
		return "", 0, ErrNoRecords
	}
	secret := p.Secret
	if p.pendingSecret != "" {
		secret = p.pendingSecret
	}
	if secret == "" {
		return "", 0, ErrNoRecords
	}
	code, err = totp.GenerateCodeCustom(secret, p.now(), totpRules)
	if err != nil {
		return "", 0, fmt.Errorf("world: code of %s: %w", username, err)
	}
	period := time.Duration(totpRules.Period) * time.Second
	return code, period - time.Duration(p.now().Unix())*time.Second%period, nil
}
