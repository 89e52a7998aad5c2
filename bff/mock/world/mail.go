package world

import (
	"maps"
	"slices"
	"time"
)

// mailTokenLife is the lifetime of mailed tokens.
const mailTokenLife = 24 * time.Hour

// Paths of the site linked in mails (spec §2).
const (
	confirmPath      = "/register-account-confirm"
	resetPath        = "/account_reset"
	transactionsPath = "/profile/transactions"
	securityPath     = "/profile/security"
	withdrawPath     = "/profile/withdraw"
)

// Mail is an e-mail or SMS sent by the casino.
type Mail struct {
	At      time.Time
	To      string // address or phone number
	Subject string
	Text    string
	Link    string // path of the site; may be empty
	Token   string // token of the link, or code of the SMS
}

// Locale is the brand and language in which mails are written.
type Locale struct {
	Brand *Brand
	Lang  string // two letters
}

// SetLocale sets the locale of the player's mails.
func (p *Player) SetLocale(l Locale) { p.Locale = l }

// mailToken is a single-use mailed secret.
type mailToken struct {
	UID     string
	Purpose string
	Until   time.Time
}

const (
	purposeConfirm = "confirm"
	purposeReset   = "reset"
)

// mail sends the phrases "mail.<key>.subject" and ".text" to the player. link and pairs fill placeholders.
func (p *Player) mail(key, link, token string, pairs ...string) {
	p.mailTo(p.Email, key, link, token, pairs...)
}

func (p *Player) mailTo(to, key, link, token string, pairs ...string) {
	pairs = append(pairs, "name", p.FirstName, "username", p.Username, "link", link)
	p.world.send(Mail{
		To: to, Subject: p.phrase("mail."+key+".subject", pairs...), Text: p.phrase("mail."+key+".text", pairs...),
		Link: link, Token: token,
	})
}

// phrase returns a phrase in the locale of the player.
func (p *Player) phrase(key string, pairs ...string) string {
	return p.world.Catalogue.Texts.Phrase(p.Locale.Lang, key, append(slices.Clip(pairs), p.Locale.Brand.Placeholders()...)...)
}

func (w *World) send(m Mail) {
	m.At = w.now()
	w.Sent = appendBounded(w.Sent, maxMails, m)
}

// Mails returns the mails to an address, or all mails if it is empty, the newest first.
func (w *World) Mails(to string) []Mail {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.settleAll() // may send mails
	out := filter(w.Sent, func(m Mail) bool { return to == "" || Fold(m.To) == Fold(to) })
	slices.Reverse(out)
	return out
}

// newToken creates a single-use token in place of the player's earlier one of the same purpose, and its link.
func (p *Player) newToken(purpose, path string) (token, link string) {
	p.revokeTokens(purpose)
	token = p.world.token(40)
	p.world.Tokens[token] = mailToken{UID: p.UID, Purpose: purpose, Until: p.now().Add(mailTokenLife)}
	return token, path + "?token=" + token
}

func (p *Player) revokeTokens(purpose string) {
	maps.DeleteFunc(p.world.Tokens, func(_ string, t mailToken) bool { return t.UID == p.UID && t.Purpose == purpose })
}

// redeem invalidates a token and returns its player.
func (w *World) redeem(token, purpose string) (*Player, error) {
	t, ok := w.Tokens[token]
	if !ok || t.Purpose != purpose || w.now().After(t.Until) || w.players[t.UID] == nil {
		return nil, ErrToken
	}
	delete(w.Tokens, token)
	return w.players[t.UID], nil
}
