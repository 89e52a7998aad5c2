package world

import (
	"slices"
	"time"
)

// Registration is the input of a registration.
type Registration struct {
	Profile
	Password string
	Promo    string // promotion code; may be empty
}

// Register creates an account that expires unless its mail is confirmed, and returns the
// registration number.
func (w *World) Register(at Locale, r Registration) (string, error) {
	w.Order = slices.DeleteFunc(w.Order, func(p *Player) bool {
		return !p.ConfirmBy.IsZero() && w.Now().After(p.ConfirmBy)
	})
	if err := w.validate(at, r); err != nil {
		return "", err
	}
	p := w.addPlayer(r.Profile, r.Password)
	p.Locale = at
	p.offerBonuses(w.Now(), w.nextID)
	if o, ok := promoCode(r.Promo); ok {
		p.Bonuses = append(p.Bonuses, o.bonus(w.nextID(), w.Now()))
	}
	p.mailConfirmation()
	return "K" + p.UID, nil
}

func (w *World) validate(at Locale, r Registration) error {
	born, err := time.ParseInLocation(time.DateOnly, r.Birthdate, Zone)
	_, knownPromo := promoCode(r.Promo)
	switch taken := w.taken(r.Profile, nil); {
	case taken != nil:
		return taken
	case r.NationalID != "" && r.Country == "TR" && !ValidNationalID(r.NationalID):
		return ErrNationalID
	case r.NationalID != "" &&
		slices.ContainsFunc(w.Order, func(p *Player) bool { return p.NationalID == r.NationalID }):
		return ErrNationalIDTaken
	case err == nil && w.Now().Before(born.AddDate(at.Brand.Age, 0, 0)):
		return ErrAge
	case r.Promo != "" && !knownPromo:
		return ErrPromo
	case len(w.Order) >= maxPlayers:
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
	p.ConfirmBy = p.Now().Add(mailTokenLife)
	token, link := p.newToken(confirmPath)
	p.mail("confirm", link, token)
}

// Confirm activates the account of a confirmation token. It returns ErrToken for an invalid token.
func (w *World) Confirm(token string) error {
	p, err := w.redeem(token, confirmPath)
	if err != nil {
		return err
	}
	p.Active, p.ConfirmBy = true, time.Time{}
	p.mail("welcome", "/", "")
	return nil
}

// ResendConfirmation mails a new link to an unconfirmed account. It does not reveal whether the
// user name is known.
func (w *World) ResendConfirmation(at Locale, username string) {
	if p := w.byUsername(username); p != nil && !p.ConfirmBy.IsZero() {
		p.Locale = at
		p.mailConfirmation()
	}
}

// Forgot mails a password reset or the confirmation again. It does not reveal whether the address
// is known.
func (w *World) Forgot(at Locale, email string) {
	p, ok := find(w.Order, func(p *Player) bool { return Fold(p.Email) == Fold(email) })
	if !ok {
		return
	}
	p.Locale = at
	if !p.ConfirmBy.IsZero() {
		p.mailConfirmation()
		return
	}
	token, link := p.newToken(resetPath)
	p.mail("reset", link, token)
}

// ResetPassword sets the password by a reset token and ends all sessions of the player.
func (w *World) ResetPassword(token, password string) error {
	p, err := w.redeem(token, resetPath)
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
	p.Password = hashPassword(p.UID, to)
	p.EndSessions(keepSID)
	p.revokeTokens(resetPath)
	p.mail("password", securityPath, "")
}

// taken returns ErrUsername, ErrEmail or ErrPhone if another player than p has the value of a
// profile.
func (w *World) taken(by Profile, p *Player) error {
	phone := subscriberNumber(by.Phone)
	for _, other := range w.Order {
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

// subscriberNumber returns the digits of a phone number without the prefix of the country: +90,
// 0090 or 0.
func subscriberNumber(phone string) string {
	const length = 10
	number := digits(phone)
	return number[max(0, len(number)-length):]
}
