package world

import (
	"cmp"
	"fmt"
	"net/url"
	"slices"
	"time"

	"github.com/pquerna/otp"
	"github.com/pquerna/otp/totp"
)

// sessionIdle is the idle timeout of a session. It is longer than the BFF's own limits, so that
// those apply.
const sessionIdle = 24 * time.Hour

type session struct {
	SID  string
	Seen time.Time
}

// LoginRecord is an attempt to log in.
type LoginRecord struct {
	At         time.Time
	IP, Device string
	Success    bool
}

// Ticket is the session data of a login.
type Ticket struct {
	RID                int
	UID, SID, Username string
	LastLogin          time.Time // zero at the first login
	Secret             string    // of the authenticator; empty if it is not the second factor
}

// Ticket returns the data of a session of the player.
func (p *Player) Ticket(sid string) Ticket {
	t := Ticket{RID: p.RID, UID: p.UID, SID: sid, Username: p.Username, LastLogin: p.LastLogin}
	if p.Factor == FactorAuthenticator {
		t.Secret = p.Secret
	}
	return t
}

// Login opens a session. It returns ErrLogin for a wrong name or password, and ErrInactive.
func (w *World) Login(username, password, ip, device string) (Ticket, error) {
	p := w.byUsername(username)
	if p == nil {
		return Ticket{}, ErrLogin
	}
	ok := p.hasPassword(password)
	var previous time.Time
	for _, l := range p.Logins {
		if l.Success {
			previous = l.At
		}
	}
	p.Logins = appendBounded(p.Logins, maxMails,
		LoginRecord{At: w.Now(), IP: ip, Device: device, Success: ok && p.Active})
	switch {
	case !ok:
		return Ticket{}, ErrLogin
	case !p.Active:
		return Ticket{}, ErrInactive
	}
	p.LastLogin = previous
	t := p.Ticket(w.token(32))
	p.Sessions = appendBounded(p.Sessions, maxSessions, session{SID: t.SID, Seen: w.Now()})
	return t, nil
}

// EndSession ends one session of the player.
func (p *Player) EndSession(sid string) {
	p.Sessions = slices.DeleteFunc(p.Sessions, func(s session) bool { return s.SID == sid })
}

// EndSessions ends all sessions of the player except keep, or all if keep is "".
func (p *Player) EndSessions(keep string) {
	p.Sessions = slices.DeleteFunc(p.Sessions, func(s session) bool { return s.SID != keep })
}

// Player returns the player of a session, with everything settled that is due, or ErrSession.
func (w *World) Player(uid, sid string) (*Player, error) {
	p := w.byUID(uid)
	if p == nil || !p.Active {
		return nil, ErrSession
	}
	p.Sessions = slices.DeleteFunc(p.Sessions, func(s session) bool { return w.Now().Sub(s.Seen) > sessionIdle })
	i := slices.IndexFunc(p.Sessions, func(s session) bool { return s.SID == sid })
	if i < 0 {
		return nil, ErrSession
	}
	p.Sessions[i].Seen = w.Now()
	p.settle()
	return p, nil
}

// Kinds of second factor.
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
	p.SMS = smsCode{Code: fmt.Sprintf("%06d", p.world.RNG.IntN(1_000_000)), Until: p.Now().Add(smsLife)}
	p.world.send(Mail{To: phone, Subject: "SMS", Text: p.phrase("sms.code", "code", p.SMS.Code), Token: p.SMS.Code})
	return smsLife
}

// CheckSMS redeems an SMS code or returns ErrCode. smsTries wrong codes invalidate the right one.
func (p *Player) CheckSMS(code string) error {
	if p.SMS.Code == "" || p.Now().After(p.SMS.Until) {
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

// GenerateAuthenticator returns a new secret, which its first valid code activates, and its otpauth
// address.
func (p *Player) GenerateAuthenticator(issuer string) (secret, address string) {
	p.PendingSecret = p.world.random(32, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
	q := url.Values{
		"secret": {p.PendingSecret}, "issuer": {issuer}, "algorithm": {"SHA1"}, "digits": {"6"}, "period": {"30"},
	}
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

// ClearAuthenticator removes the authenticator. It requires a valid code and returns ErrCode
// otherwise.
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

// SetFactor selects the second factor. It returns ErrFactor for an authenticator that is not set
// up.
func (p *Player) SetFactor(kind int) error {
	if kind < FactorNone || kind > FactorAuthenticator || (kind == FactorAuthenticator && p.Secret == "") {
		return ErrFactor
	}
	p.Factor = kind
	return nil
}

func (p *Player) validCode(secret, code string) bool {
	ok, err := totp.ValidateCustom(code, secret, p.Now(), totpOptions)
	return err == nil && ok && secret != ""
}

// AuthenticatorCode returns the current code of a player's authenticator and its remaining
// lifetime.
func (w *World) AuthenticatorCode(username string) (code string, left time.Duration, err error) {
	p := w.byUsername(username)
	if p == nil || p.Secret == "" && p.PendingSecret == "" {
		return "", 0, ErrNoRecords
	}
	code, err = totp.GenerateCodeCustom(cmp.Or(p.PendingSecret, p.Secret), p.Now(), totpOptions)
	if err != nil {
		return "", 0, fmt.Errorf("could not generate the code of %s: %w", username, err)
	}
	period := time.Duration(totpOptions.Period) * time.Second
	return code, period - time.Duration(p.Now().Unix())*time.Second%period, nil
}
