package world

import (
	"slices"
	"time"
)

// Application is what somebody registers with.
type Application struct {
	Profile
	Password string
	Promo    string // a promotion code; empty where there is none
}

// Register opens an account that waits for its mailed confirmation, and gives the
// registration's number. Where it is not confirmed in time, name, address and identity
// number are free again. It fails with what is wrong with the application or, in a full
// world, with ErrFull.
func (w *World) Register(at Locale, a Application) (string, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.forgetUnconfirmed()
	if err := w.admits(at, a); err != nil {
		return "", err
	}
	p := w.join(a.Profile, a.Password)
	p.Meet(at)
	p.offer(w.now(), w.nextID)
	p.promote(a.Promo, w.now())
	p.askToConfirm()
	return "K" + p.UID, nil
}

// admits says what is wrong with an application.
func (w *World) admits(at Locale, a Application) error {
	born, err := time.ParseInLocation(time.DateOnly, a.Birthdate, Zone)
	switch {
	case w.byUsername[Fold(a.Username)] != nil:
		return ErrUsername
	case w.byEmail(a.Email) != nil:
		return ErrEmail
	case a.NationalID != "" && a.Country == "TR" && !ValidNationalID(a.NationalID):
		return ErrNationalID
	case a.NationalID != "" && slices.ContainsFunc(w.order, func(p *Player) bool { return p.NationalID == a.NationalID }):
		return ErrNationalIDTaken
	case err == nil && w.now().Before(born.AddDate(at.Brand.Age, 0, 0)):
		return ErrAge
	case a.Promo != "" && !knownPromo(a.Promo):
		return ErrPromo
	case len(w.order) >= maxPlayers:
		return ErrFull
	}
	return nil
}

// ValidNationalID checks the two check digits of a Turkish identity number.
func ValidNationalID(s string) bool {
	if len(s) != 11 || s[0] == '0' {
		return false
	}
	sum, mixed := 0, 0
	for i := range 10 {
		d := int(s[i]) - '0'
		if d < 0 || d > 9 {
			return false
		}
		sum += d
		switch {
		case i < 9 && i%2 == 0:
			mixed += 7 * d
		case i < 9:
			mixed -= d
		}
	}
	return (mixed%10+10)%10 == int(s[9]-'0') && sum%10 == int(s[10])-'0'
}

func (p *Player) askToConfirm() {
	p.unconfirmed = p.now().Add(mailTokenLife)
	token, link := p.issue(purposeConfirm, confirmPath)
	p.mail("confirm", link, token)
}

// forgetUnconfirmed drops the registrations whose confirmation never came.
func (w *World) forgetUnconfirmed() {
	w.order = slices.DeleteFunc(w.order, func(p *Player) bool {
		gone := !p.unconfirmed.IsZero() && w.now().After(p.unconfirmed)
		if gone {
			delete(w.players, p.UID)
			delete(w.byUsername, Fold(p.Username))
		}
		return gone
	})
}

// Confirm spends the token of a registration and lets its player in. It fails with ErrToken.
func (w *World) Confirm(token string) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	p, err := w.redeem(token, purposeConfirm)
	if err != nil {
		return err
	}
	p.Active, p.unconfirmed = true, time.Time{}
	p.mail("welcome", "/", "")
	return nil
}

// Forgot mails the way back in; nothing tells whether the address is known. Who has yet to
// confirm their registration gets that mail again.
func (w *World) Forgot(at Locale, email string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	p := w.byEmail(email)
	if p == nil {
		return
	}
	p.Meet(at)
	if !p.unconfirmed.IsZero() {
		p.askToConfirm()
		return
	}
	token, link := p.issue(purposeReset, resetPath)
	p.mail("reset", link, token)
}

// ResetPassword spends a mailed token and ends every session of its player. It fails with
// ErrToken.
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

// ChangePassword sets a new password by the old one and ends the player's other sessions.
// It fails with ErrPassword where the old one is wrong.
func (p *Player) ChangePassword(old, to, sid string) error {
	if !p.knows(old) {
		return ErrPassword
	}
	p.setPassword(to, sid)
	return nil
}

// setPassword ends every session but keep, and what a mailed token could still do.
func (p *Player) setPassword(to, keep string) {
	p.password = hash(p.UID, to)
	p.EndOtherSessions(keep)
	for t, m := range p.world.tokens {
		if m.uid == p.UID && m.purpose == purposeReset {
			delete(p.world.tokens, t)
		}
	}
	p.mail("password", securityPath, "")
}

func (w *World) byEmail(email string) *Player {
	for _, p := range w.order {
		if Fold(p.Email) == Fold(email) {
			return p
		}
	}
	return nil
}
