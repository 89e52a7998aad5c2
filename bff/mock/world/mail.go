package world

import (
	"fmt"
	"time"
)

// How long what was sent stays good, and how often a code of an SMS may be guessed.
const (
	mailTokenLife = 24 * time.Hour
	smsLife       = 3 * time.Minute
	smsTries      = 5
)

// Paths of the site that mails lead to (spec §2).
const (
	confirmPath      = "/register-account-confirm"
	resetPath        = "/account_reset"
	transactionsPath = "/profile/transactions"
	securityPath     = "/profile/security"
)

// Mail is a message that the casino sent, by e-mail or SMS.
type Mail struct {
	At      time.Time
	To      string // an address or a phone number
	Subject string
	Text    string
	Link    string // the path of the site that it leads to; empty where it leads nowhere
	Token   string // what its link carries, or the code of an SMS
}

// Locale is where a player was met last: their mails are in its name and language.
type Locale struct {
	Brand *Brand
	Lang  string // two letters
}

// Meet remembers where the player was met last.
func (p *Player) Meet(at Locale) { p.origin = at }

// mailToken is a single-use secret that was mailed.
type mailToken struct {
	uid     string
	purpose string
	until   time.Time
}

const (
	purposeConfirm = "confirm"
	purposeReset   = "reset"
)

type smsCode struct {
	code  string
	until time.Time
	tries int // wrong ones
}

// mail sends the player the phrases "mail.<key>.subject" and ".text" in their language. link
// and pairs fill the placeholders.
func (p *Player) mail(key, link, token string, pairs ...string) {
	p.mailTo(p.Email, key, link, token, pairs...)
}

func (p *Player) mailTo(to, key, link, token string, pairs ...string) {
	texts, lang := p.world.Catalogue.Texts, p.origin.Lang
	pairs = append(append(pairs, "name", p.FirstName, "username", p.Username, "link", link), p.origin.Brand.Placeholders()...)
	p.world.send(Mail{
		To: to, Subject: texts.Phrase(lang, "mail."+key+".subject", pairs...),
		Text: texts.Phrase(lang, "mail."+key+".text", pairs...), Link: link, Token: token,
	})
}

func (w *World) send(m Mail) {
	m.At = w.now()
	w.mails = append(w.mails, m)
	if len(w.mails) > maxMails {
		w.mails = w.mails[1:]
	}
}

// Mails lists what was sent to an address, the newest first; to everybody where to is empty.
func (w *World) Mails(to string) []Mail {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, p := range w.order {
		p.settle() // what the clock has settled meanwhile was mailed, too
	}
	out := []Mail{}
	for i := len(w.mails) - 1; i >= 0; i-- {
		if to == "" || Fold(w.mails[i].To) == Fold(to) {
			out = append(out, w.mails[i])
		}
	}
	return out
}

// issue makes a single-use token for a player and gives the path that carries it.
func (p *Player) issue(purpose, path string) (token, link string) {
	// The player's earlier tokens of that kind end, and so the number stays bounded.
	w := p.world
	for t, m := range w.tokens {
		if m.uid == p.UID && m.purpose == purpose {
			delete(w.tokens, t)
		}
	}
	token = w.token(40)
	w.tokens[token] = mailToken{uid: p.UID, purpose: purpose, until: w.now().Add(mailTokenLife)}
	return token, path + "?token=" + token
}

// redeem spends a token.
func (w *World) redeem(token, purpose string) (*Player, error) {
	m, ok := w.tokens[token]
	if !ok || m.purpose != purpose || w.now().After(m.until) || w.players[m.uid] == nil {
		return nil, ErrToken
	}
	delete(w.tokens, token)
	return w.players[m.uid], nil
}

// SendSMS sends a code to phone and tells how long it is good. The code before ends.
func (p *Player) SendSMS(phone string) time.Duration {
	p.sms = smsCode{code: fmt.Sprintf("%06d", p.world.rng.IntN(1_000_000)), until: p.now().Add(smsLife)}
	texts := p.world.Catalogue.Texts
	words := append([]string{"code", p.sms.code}, p.origin.Brand.Placeholders()...)
	p.world.send(Mail{To: phone, Subject: "SMS", Text: texts.Phrase(p.origin.Lang, "sms.code", words...), Token: p.sms.code})
	return smsLife
}

// CheckSMS spends the code that came by SMS. It fails with ErrCode; after smsTries wrong
// codes the right one is no longer good either.
func (p *Player) CheckSMS(code string) error {
	if p.sms.code == "" || p.now().After(p.sms.until) {
		return ErrCode
	}
	if code != p.sms.code {
		if p.sms.tries++; p.sms.tries >= smsTries {
			p.sms = smsCode{}
		}
		return ErrCode
	}
	p.sms = smsCode{}
	return nil
}
