package tape

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/goccy/go-yaml"

	"croupier/bff/contract"
)

// masks are the names whose values belong to a person or open something, with what stands
// in their place. A name counts in any spelling (newPassword, new_password). The stand-ins
// keep the contract's patterns, so that a masked answer still is one.
var masks = map[string]string{
	"password": "", "newpassword": "", "newpasswordconfirm": "", "passwordconfirm": "",
	"gasecret": "masked-masked", "secret": "MASKEDMASKED", "gacode": "000000", "code": "000000", "otp": "000000",
	"otpauth": "otpauth://totp/masked", "token": "masked", "accesstoken": "masked", "refreshtoken": "masked", "jwt": "masked",
	"apikey": "masked", "authorization": "masked", "cookie": "masked",
	"uid": "1", "sid": "masked", "uip": "192.0.2.1", "ip": "192.0.2.1", "device": "desktop",
	"username": "oyuncu", "player": "oy***", "firstname": "Ad", "lastname": "Soyad", "owner": "Ad Soyad", "sender": "Ad Soyad",
	"email": "oyuncu@example.test", "emailconfirm": "oyuncu@example.test",
	"phone": "+905550000000", "senderphone": "+905550000000", "receiverphone": "+905550000000",
	"nationalid": "10000000146", "sendernationalid": "10000000146", "receivernationalid": "10000000146",
	"birthdate": "1990-01-01", "address": "Sokak 1", "city": "Şehir",
	"iban": "TR330006100519786457841326", "accountnumber": "0000000000", "account": "0000000000", "branchcode": "000", "branch": "000",
	"cardnumber": "0000 0000 0000 0000", "wallet": "masked-wallet", "voucher": "MASKED-0000",
	"referenceno": "masked", "promocode": "masked", "note": "masked", "qr": "masked", "url": "https://masked.example.test/",
}

// numbered are the names of numbers that name something of a person's; each gets a number
// of the recording's own, the same one for the same value.
var numbered = []string{"transactionid", "roundid", "couponid", "registrationid", "bankaccountid"}

// Bounds of what is looked for in texts: shorter values are too common to be told apart
// from words, and a long recording does not grow without end.
const (
	shortestName = 4
	mostNames    = 5000
)

// mask takes persons and secrets out of questions and answers. It remembers what it took
// out, and takes the same out of texts that quote it.
type mask struct {
	known map[string]bool // the contract's property names, plain

	mu      sync.Mutex
	taken   []name // the longest first, so that a whole name goes before its parts
	numbers map[string]int
}

// name is a value that was taken out, and what stands for it.
type name struct{ value, standIn string }

// newMask makes a mask that knows the names of a contract.
func newMask(calls *contract.Catalogue) *mask {
	m := &mask{known: map[string]bool{}, numbers: map[string]int{}}
	for _, file := range calls.Schemas() {
		for _, def := range file.Defs {
			m.learn(def.Value)
		}
	}
	return m
}

// learn gathers the property names of a schema.
func (m *mask) learn(schema any) {
	switch schema := schema.(type) {
	case yaml.MapSlice:
		for _, item := range schema {
			if properties, ok := item.Value.(yaml.MapSlice); ok && item.Key == "properties" {
				for _, p := range properties {
					if key, ok := p.Key.(string); ok {
						m.known[plain(key)] = true
					}
				}
			}
			m.learn(item.Value)
		}
	case []any:
		for _, inner := range schema {
			m.learn(inner)
		}
	}
}

// question masks a request's data.
func (m *mask) question(data map[string]any) map[string]any {
	out, _ := m.value(data, false).(map[string]any)
	return out
}

// answer masks an answer's data or message. strict is for what may be about a person: what
// the contract has no name for is taken out too. A code in an answer is a bank's.
func (m *mask) answer(v any, strict bool) any { return m.value(v, strict, "code") }

// plain gives a name's letters in lower case, without what spellings differ by.
func plain(name string) string {
	return strings.ToLower(strings.NewReplacer("_", "", "-", "", ".", "", " ", "").Replace(name))
}

// value masks a decoded JSON value in two walks: what goes by its name, then what quotes it.
func (m *mask) value(v any, strict bool, keep ...string) any {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.quoted(m.named(v, "", strict, keep))
}

func (m *mask) named(v any, name string, strict bool, keep []string) any {
	switch v := v.(type) {
	case map[string]any:
		out := make(map[string]any, len(v))
		for key, inner := range v {
			// What lies within a secret is one, whatever it is called.
			inherited := name
			if _, secret := masks[name]; !secret {
				inherited = plain(key)
			}
			out[key] = m.named(inner, inherited, strict, keep)
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i, inner := range v {
			out[i] = m.named(inner, name, strict, keep)
		}
		return out
	default:
		if slices.Contains(keep, name) {
			return v
		}
		return m.leaf(v, name, strict)
	}
}

func (m *mask) leaf(v any, name string, strict bool) any {
	standIn, secret := masks[name]
	unknown := strict && name != "" && !m.known[name]
	switch v := v.(type) {
	case string:
		switch {
		case v == "":
			return v
		case slices.Contains(numbered, name):
			return "R" + m.number(v).String()
		case secret:
			m.remember(v, standIn)
			return standIn
		case unknown:
			return "masked"
		}
	case json.Number:
		switch {
		case slices.Contains(numbered, name):
			return m.number(v.String())
		case secret, unknown:
			return json.Number("0")
		}
	}
	return v
}

func (m *mask) number(value string) json.Number {
	n, ok := m.numbers[value]
	if !ok {
		n = len(m.numbers) + 1
		m.numbers[value] = n
	}
	return json.Number(strconv.Itoa(n))
}

func (m *mask) remember(value, standIn string) {
	if utf8.RuneCountInString(value) < shortestName || value == standIn || len(m.taken) >= mostNames ||
		slices.ContainsFunc(m.taken, func(n name) bool { return n.value == value }) {
		return
	}
	at := slices.IndexFunc(m.taken, func(n name) bool { return len(n.value) < len(value) })
	if at < 0 {
		at = len(m.taken)
	}
	m.taken = slices.Insert(m.taken, at, name{value, standIn})
}

// quoted replaces remembered values inside texts, where they stand as words of their own.
func (m *mask) quoted(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for key, inner := range v {
			v[key] = m.quoted(inner)
		}
	case []any:
		for i, inner := range v {
			v[i] = m.quoted(inner)
		}
	case string:
		for _, n := range m.taken {
			if strings.Contains(v, n.value) {
				v = replaceWord(v, n.value, n.standIn)
			}
		}
		return v
	}
	return v
}

// replaceWord replaces value where no letter or digit touches it.
func replaceWord(text, value, standIn string) string {
	var b strings.Builder
	for {
		i := strings.Index(text, value)
		if i < 0 {
			b.WriteString(text)
			return b.String()
		}
		before, _ := utf8.DecodeLastRuneInString(text[:i])
		after, _ := utf8.DecodeRuneInString(text[i+len(value):])
		b.WriteString(text[:i])
		if inWord(before) || inWord(after) {
			b.WriteString(value)
		} else {
			b.WriteString(standIn)
		}
		text = text[i+len(value):]
	}
}

func inWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
