package world

import (
	"cmp"
	"embed"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"croupier/bff/mock/webpage"
)

//go:embed texts
var textFiles embed.FS

// Texts are the casino's texts in every language.
type Texts struct {
	phrases map[string]map[string]string // by language and key
	pages   map[string]map[string]Page   // by language and name
}

// Page is an information page. Its file is HTML that begins with the title in <h1>.
type Page struct {
	Title, HTML string
}

// Phrase returns the phrase of a key with its placeholders filled from pairs, or an unknown key
// itself.
func (t *Texts) Phrase(lang, key string, pairs ...string) string {
	p, ok := t.phrases[webpage.Language(lang)][key]
	if !ok {
		return key
	}
	return fill(p, pairs)
}

// MethodName returns the name of a payment method or group in lang, by default its own name.
func (t *Texts) MethodName(lang string, id int, name string) string {
	return cmp.Or(t.phrases[webpage.Language(lang)]["method."+strconv.Itoa(id)], name)
}

// Page returns an information page in lang with its placeholders filled.
func (t *Texts) Page(lang, name string, pairs ...string) (Page, bool) {
	p, ok := t.pages[webpage.Language(lang)][name]
	return Page{fill(p.Title, pairs), fill(p.HTML, pairs)}, ok
}

func fill(s string, pairs []string) string {
	if len(pairs) == 0 || !strings.Contains(s, "{") {
		return s
	}
	pairs = slices.Clone(pairs)
	for i := 0; i < len(pairs); i += 2 {
		pairs[i] = "{" + pairs[i] + "}"
	}
	return strings.NewReplacer(pairs...).Replace(s)
}

var texts = sync.OnceValue(func() *Texts {
	t := &Texts{phrases: webpage.LoadTexts(textFiles, "texts"), pages: map[string]map[string]Page{}}
	for _, lang := range webpage.Languages {
		t.pages[lang] = map[string]Page{}
		files, _ := fs.Glob(textFiles, "texts/"+lang+"/*.html") // the pattern is valid
		for _, file := range files {
			raw, _ := textFiles.ReadFile(file) // it is embedded
			title, body, _ := strings.Cut(strings.ReplaceAll(string(raw), "\n", ""), "</h1>")
			t.pages[lang][strings.TrimSuffix(path.Base(file), ".html")] = Page{strings.TrimPrefix(title, "<h1>"), body}
		}
	}
	return t
})

const mailTokenLife = 24 * time.Hour

// Paths of the site linked in mails.
const (
	confirmPath      = "/register-account-confirm"
	resetPath        = "/account_reset"
	transactionsPath = "/profile/transactions"
	securityPath     = "/profile/security"
)

// Mail is an e-mail or SMS sent by the casino.
type Mail struct {
	At      time.Time `json:"at"`
	To      string    `json:"to"` // address or phone number
	Subject string    `json:"subject"`
	Text    string    `json:"text"`
	Link    string    `json:"link,omitempty"` // path of the site
	Token   string    `json:"token"`          // token of the link, or code of the SMS
}

// Locale is the brand and language in which mails are written.
type Locale struct {
	Brand *Brand
	Lang  string // two letters
}

type mailToken struct {
	UID, Path string
	Until     time.Time
}

// mail sends the phrases "mail.<key>.subject" and ".text" to the player. link and pairs fill
// placeholders.
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

func (p *Player) phrase(key string, pairs ...string) string {
	return p.world.Catalogue.Texts.Phrase(p.Locale.Lang, key,
		append(slices.Clip(pairs), p.Locale.Brand.Placeholders()...)...)
}

func (w *World) send(m Mail) {
	m.At = w.Now().In(Zone)
	w.Sent = appendBounded(w.Sent, maxMails, m)
}

// Mails returns the mails to an address, or all mails if it is empty, the newest first, never nil.
func (w *World) Mails(to string) []Mail {
	w.Players() // may send mails
	out := append([]Mail{}, filter(w.Sent, func(m Mail) bool { return to == "" || Fold(m.To) == Fold(to) })...)
	slices.Reverse(out)
	return out
}

// newToken creates a single-use token in place of the player's earlier one for the same path, and
// its link.
func (p *Player) newToken(path string) (token, link string) {
	p.revokeTokens(path)
	token = p.world.token(40)
	p.world.Tokens[token] = mailToken{UID: p.UID, Path: path, Until: p.Now().Add(mailTokenLife)}
	return token, path + "?token=" + token
}

func (p *Player) revokeTokens(path string) {
	maps.DeleteFunc(p.world.Tokens, func(_ string, t mailToken) bool { return t.UID == p.UID && t.Path == path })
}

func (w *World) redeem(token, path string) (*Player, error) {
	t, ok := w.Tokens[token]
	if !ok || t.Path != path || w.Now().After(t.Until) || w.byUID(t.UID) == nil {
		return nil, ErrToken
	}
	delete(w.Tokens, token)
	return w.byUID(t.UID), nil
}
