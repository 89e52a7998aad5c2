package world

import (
	"fmt"
	"time"
)

// How long what was sent stays good.
const (
	mailTokenLife = 24 * time.Hour
	smsLife       = 3 * time.Minute
)

// Mail is a message that the casino sent, by e-mail or SMS.
type Mail struct {
	At      time.Time
	To      string // an address or a phone number
	Subject string
	Text    string
	Token   string // what its link carries, or the code of an SMS
}

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
}

func (w *World) send(to, subject, text, token string) {
	w.mails = append(w.mails, Mail{At: w.now(), To: to, Subject: subject, Text: text, Token: token})
	if len(w.mails) > maxMails {
		w.mails = w.mails[1:]
	}
}

// Mails lists what was sent to an address, the newest first; to everybody where to is empty.
func (w *World) Mails(to string) []Mail {
	w.mu.Lock()
	defer w.mu.Unlock()
	out := []Mail{}
	for i := len(w.mails) - 1; i >= 0; i-- {
		if to == "" || Fold(w.mails[i].To) == Fold(to) {
			out = append(out, w.mails[i])
		}
	}
	return out
}

// issue makes a single-use token for a player.
func (w *World) issue(uid, purpose string) string {
	// The player's earlier tokens of that kind end, and so the number stays bounded.
	for t, m := range w.tokens {
		if m.uid == uid && m.purpose == purpose {
			delete(w.tokens, t)
		}
	}
	t := w.token(40)
	w.tokens[t] = mailToken{uid: uid, purpose: purpose, until: w.now().Add(mailTokenLife)}
	return t
}

// redeem spends a token.
func (w *World) redeem(token, purpose string) (*Player, error) {
	m, ok := w.tokens[token]
	if !ok || m.purpose != purpose || w.now().After(m.until) {
		return nil, ErrToken
	}
	delete(w.tokens, token)
	return w.players[m.uid], nil
}

// SendSMS sends a code to phone and tells how long it is good.
func (p *Player) SendSMS(phone string) time.Duration {
	p.sms = smsCode{code: fmt.Sprintf("%06d", p.world.rng.IntN(1_000_000)), until: p.now().Add(smsLife)}
	p.world.send(phone, "SMS", "Doğrulama kodunuz: "+p.sms.code, p.sms.code)
	return smsLife
}

// CheckSMS spends the code that came by SMS. It fails with ErrCode.
func (p *Player) CheckSMS(code string) error {
	if p.sms.code == "" || code != p.sms.code || p.now().After(p.sms.until) {
		return ErrCode
	}
	p.sms = smsCode{}
	return nil
}
