package world

import (
	"cmp"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"time"

	"github.com/pquerna/otp"
	"github.com/pquerna/otp/totp"
)

// sessionIdle is the idle timeout of a session. It is longer than the BFF's own limits, so that those apply.
const sessionIdle = 24 * time.Hour

type session struct {
	player *Player
	seen   time.Time
	number int // sequence number of the login
}

// LoginRecord is an attempt to log in.
type LoginRecord struct {
	At      time.Time
	IP      string
	Device  string
	Success bool
}

// Ticket is the session data of a login (calls.md §3).
type Ticket struct {
	RID       int
	UID, SID  string
	Username  string
	LastLogin time.Time // zero at the first login
	Secret    string    // of the authenticator; empty if it is not the second factor
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
	w.mu.Lock()
	defer w.mu.Unlock()
	p := w.byUsername[Fold(username)]
	if p == nil {
		return Ticket{}, ErrLogin
	}
	ok := p.hasPassword(password)
	previous := filter(p.Logins, func(l LoginRecord) bool { return l.Success })
	p.Logins = appendBounded(p.Logins, maxMails, LoginRecord{At: w.now(), IP: ip, Device: device, Success: ok && p.Active})
	switch {
	case !ok:
		return Ticket{}, ErrLogin
	case !p.Active:
		return Ticket{}, ErrInactive
	}
	p.LastLogin = time.Time{}
	if len(previous) > 0 {
		p.LastLogin = previous[len(previous)-1].At
	}
	t := p.Ticket(w.token(32))
	w.sessions[t.SID] = &session{player: p, seen: w.now(), number: w.nextID()}
	var own []string
	for sid, s := range w.sessions {
		if s.player == p {
			own = append(own, sid)
		}
	}
	if len(own) > maxSessions {
		delete(w.sessions, slices.MinFunc(own, func(a, b string) int { return w.sessions[a].number - w.sessions[b].number }))
	}
	return t, nil
}

// EndSession ends one session of the player.
func (p *Player) EndSession(sid string) {
	if s := p.world.sessions[sid]; s != nil && s.player == p {
		delete(p.world.sessions, sid)
	}
}

// EndSessions ends the sessions of the player but one; all for "".
func (p *Player) EndSessions(keep string) {
	maps.DeleteFunc(p.world.sessions, func(sid string, s *session) bool { return s.player == p && sid != keep })
}

// playerOf returns the player of a session and marks the session as used.
func (w *World) playerOf(uid, sid string) (*Player, error) {
	s := w.sessions[sid]
	if s == nil || s.player.UID != uid || !s.player.Active {
		return nil, ErrSession
	}
	if w.now().Sub(s.seen) > sessionIdle {
		delete(w.sessions, sid)
		return nil, ErrSession
	}
	s.seen = w.now()
	return s.player, nil
}

// Registration is the input of a registration.
type Registration struct {
	Profile
	Password string
	Promo    string // promotion code; may be empty
}

// Register creates an account that expires unless its mail is confirmed, and returns the registration number.
func (w *World) Register(at Locale, r Registration) (string, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.order = slices.DeleteFunc(w.order, func(p *Player) bool {
		expired := !p.confirmBy.IsZero() && w.now().After(p.confirmBy)
		if expired {
			delete(w.players, p.UID)
			delete(w.byUsername, Fold(p.Username))
		}
		return expired
	})
	if err := w.validate(at, r); err != nil {
		return "", err
	}
	p := w.addPlayer(r.Profile, r.Password)
	p.SetLocale(at)
	p.offerBonuses(w.now(), w.nextID)
	if o, ok := promoCode(r.Promo); ok {
		p.Bonuses = append(p.Bonuses, o.bonus(w.nextID(), w.now()))
	}
	p.mailConfirmation()
	return "K" + p.UID, nil
}

func (w *World) validate(at Locale, r Registration) error {
	born, err := time.ParseInLocation(time.DateOnly, r.Birthdate, Zone)
	_, knownPromo := promoCode(r.Promo)
	switch {
	case w.taken(r.Profile, nil) != nil:
		return w.taken(r.Profile, nil)
	case r.NationalID != "" && r.Country == "TR" && !ValidNationalID(r.NationalID):
		return ErrNationalID
	case r.NationalID != "" && slices.ContainsFunc(w.order, func(p *Player) bool { return p.NationalID == r.NationalID }):
		return ErrNationalIDTaken
	case err == nil && w.now().Before(born.AddDate(at.Brand.Age, 0, 0)):
		return ErrAge
	case r.Promo != "" && !knownPromo:
		return ErrPromo
	case len(w.order) >= maxPlayers:
		return ErrFull
	}
	return nil
}

// ValidNationalID validates the two check digits of a Turkish identity number.
func ValidNationalID(s string) bool {
	if len(s) != 11 || s[0] == '0' {
		return false
	}
	sum, weighted := 0, 0
	for i := range 10 {
		d := int(s[i]) - '0'
		if d < 0 || d > 9 {
			return false
		}
		sum += d
		if i < 9 {
			weighted += []int{7, -1}[i%2] * d
		}
	}
	return (weighted%10+10)%10 == int(s[9]-'0') && sum%10 == int(s[10])-'0'
}

func (p *Player) mailConfirmation() {
	p.confirmBy = p.now().Add(mailTokenLife)
	token, link := p.newToken(purposeConfirm, confirmPath)
	p.mail("confirm", link, token)
}

// Confirm activates the account of a confirmation token. It returns ErrToken for an invalid token.
func (w *World) Confirm(token string) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	p, err := w.redeem(token, purposeConfirm)
	if err != nil {
		return err
	}
	p.Active, p.confirmBy = true, time.Time{}
	p.mail("welcome", "/", "")
	return nil
}

// ResendConfirmation mails a new link to an unconfirmed account. It does not reveal whether the user name is known.
func (w *World) ResendConfirmation(at Locale, username string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if p := w.byUsername[Fold(username)]; p != nil && !p.confirmBy.IsZero() {
		p.SetLocale(at)
		p.mailConfirmation()
	}
}

// Forgot mails a password reset or the confirmation again. It does not reveal whether the address is known.
func (w *World) Forgot(at Locale, email string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	p := w.byEmail(email)
	if p == nil {
		return
	}
	p.SetLocale(at)
	if !p.confirmBy.IsZero() {
		p.mailConfirmation()
		return
	}
	token, link := p.newToken(purposeReset, resetPath)
	p.mail("reset", link, token)
}

// ResetPassword sets the password by a reset token and ends all sessions of the player.
func (w *World) ResetPassword(token, password string) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	p, err := w.redeem(token, purposeReset)
	if err != nil {
		return err
	}
	p.setPassword(password, "")
	return nil
}

// ChangePassword sets the password and ends the player's other sessions.
func (p *Player) ChangePassword(old, to, sid string) error {
	if !p.hasPassword(old) {
		return ErrPassword
	}
	p.setPassword(to, sid)
	return nil
}

// setPassword also ends all sessions but one and invalidates the reset tokens.
func (p *Player) setPassword(to, keepSID string) {
	p.password = hashPassword(p.UID, to)
	p.EndSessions(keepSID)
	p.revokeTokens(purposeReset)
	p.mail("password", securityPath, "")
}

func (w *World) byEmail(email string) *Player {
	p, _ := find(w.order, func(p *Player) bool { return Fold(p.Email) == Fold(email) })
	return p
}

// taken returns ErrUsername, ErrEmail or ErrPhone if a player other than p has that of a profile.
func (w *World) taken(by Profile, p *Player) error {
	phone := subscriberNumber(by.Phone)
	for _, other := range w.order {
		switch {
		case other == p:
		case Fold(other.Username) == Fold(by.Username):
			return ErrUsername
		case Fold(other.Email) == Fold(by.Email):
			return ErrEmail
		case phone != "" && subscriberNumber(other.Phone) == phone:
			return ErrPhone
		}
	}
	return nil
}

// subscriberNumber returns the digits of a phone number without the prefix of the country: +90, 0090 or 0.
func subscriberNumber(phone string) string {
	const length = 10
	number := digits(phone)
	return number[max(0, len(number)-length):]
}

var totpOptions = totp.ValidateOpts{Period: 30, Skew: 1, Digits: otp.DigitsSix, Algorithm: otp.AlgorithmSHA1}

// GenerateAuthenticator returns a new secret, which its first valid code activates, and its otpauth address.
func (p *Player) GenerateAuthenticator(issuer string) (secret, address string) {
	p.pendingSecret = p.world.random(32, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
	q := url.Values{"secret": {p.pendingSecret}, "issuer": {issuer}, "algorithm": {"SHA1"}, "digits": {"6"}, "period": {"30"}}
	return p.pendingSecret, "otpauth://totp/" + url.PathEscape(issuer+":"+p.Username) + "?" + q.Encode()
}

// CheckAuthenticator validates a code. One of the pending secret activates that secret.
func (p *Player) CheckAuthenticator(code string) error {
	if p.validCode(p.pendingSecret, code) {
		p.Secret, p.pendingSecret, p.Factor = p.pendingSecret, "", FactorAuthenticator
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
	if p == nil || p.Secret == "" && p.pendingSecret == "" {
		return "", 0, ErrNoRecords
	}
	code, err = totp.GenerateCodeCustom(cmp.Or(p.pendingSecret, p.Secret), p.now(), totpOptions)
	if err != nil {
		return "", 0, fmt.Errorf("generate code of %s: %w", username, err)
	}
	period := time.Duration(totpOptions.Period) * time.Second
	return code, period - time.Duration(p.now().Unix())*time.Second%period, nil
}
