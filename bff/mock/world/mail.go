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
func (p *Player) SetLocale(l Locale) { p.locale = l }

// mailToken is a single-use mailed secret.
type mailToken struct {
	uid     string
	purpose string
	until   time.Time
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
	return p.world.Catalogue.Texts.Phrase(p.locale.Lang, key, append(slices.Clip(pairs), p.locale.Brand.Placeholders()...)...)
}

func (w *World) send(m Mail) {
	m.At = w.now()
	w.mails = appendBounded(w.mails, maxMails, m)
}

// Mails returns the mails to an address, or all mails if it is empty, the newest first.
func (w *World) Mails(to string) []Mail {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.settleAll() // may send mails
	out := filter(w.mails, func(m Mail) bool { return to == "" || Fold(m.To) == Fold(to) })
	slices.Reverse(out)
	return out
}

// newToken creates a single-use token in place of the player's earlier one of the same purpose, and its link.
func (p *Player) newToken(purpose, path string) (token, link string) {
	p.revokeTokens(purpose)
	token = p.world.token(40)
	p.world.tokens[token] = mailToken{uid: p.UID, purpose: purpose, until: p.now().Add(mailTokenLife)}
	return token, path + "?token=" + token
}

func (p *Player) revokeTokens(purpose string) {
	maps.DeleteFunc(p.world.tokens, func(_ string, t mailToken) bool { return t.uid == p.UID && t.purpose == purpose })
}

// redeem invalidates a token and returns its player.
func (w *World) redeem(token, purpose string) (*Player, error) {
	t, ok := w.tokens[token]
	if !ok || t.purpose != purpose || w.now().After(t.until) || w.players[t.uid] == nil {
		return nil, ErrToken
	}
	delete(w.tokens, token)
	return w.players[t.uid], nil
}
