package tape

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
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
var numbered = []string{"transactionid", "roundid", "couponid", "registrationid", "bankaccountid", "searchid"}

// called are the names of a person's names: texts that quote them are looked for even where
// they are short, and word by word.
var called = []string{"username", "firstname", "lastname", "owner", "sender"}

// Bounds of what is looked for in texts: other values that are shorter are too common to be
// told apart from words, and a long recording does not grow without end.
const (
	shortestName  = 2
	shortestValue = 4
	mostNames     = 5000
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
	out, _ := m.value(data, true).(map[string]any)
	return out
}

// answer masks an answer's data or message. strict is for what may be about a person: what
// the contract has no name for is taken out too. A code in an answer is a bank's.
func (m *mask) answer(v any, strict bool) any { return m.value(v, strict, "code") }

// again takes out of what was masked before what was learned since; false where that is nothing.
func (m *mask) again(v any) (any, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	before, _ := json.Marshal(v) // what was decoded encodes
	v = m.quoted(v)
	after, _ := json.Marshal(v)
	return v, string(before) != string(after)
}

// text masks what is said about an answer.
func (m *mask) text(s string) string {
	out, _ := m.value(s, true).(string)
	return out
}

// learned counts what was taken out and is looked for.
func (m *mask) learned() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.taken)
}

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

// foreign tells whether nobody knows what lies under a name, see answer.
func (m *mask) foreign(name string, strict bool) bool {
	_, secret := masks[name]
	return strict && name != "" && !secret && !m.known[name] && !slices.Contains(numbered, name)
}

func (m *mask) named(v any, name string, strict bool, keep []string) any {
	switch v := v.(type) {
	case map[string]any:
		out := make(map[string]any, len(v))
		strange := 0
		for _, key := range slices.Sorted(maps.Keys(v)) {
			// What lies within a secret is one, whatever it is called.
			inherited := name
			if _, secret := masks[name]; !secret && !m.foreign(name, strict) {
				inherited = plain(key)
			}
			inner := m.named(v[key], inherited, strict, keep)
			if m.foreign(plain(key), strict) {
				// A name that the contract does not have may be a person's.
				strange++
				key = hidden + strconv.Itoa(strange)
			}
			out[key] = inner
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
	switch v := v.(type) {
	case string:
		switch {
		case v == "":
			return v
		case slices.Contains(numbered, name):
			return "R" + m.number(v).String()
		case secret:
			m.learnValue(name, v, standIn)
			return standIn
		case m.foreign(name, strict):
			return hidden
		}
		return scrubbed(v, strict)
	case json.Number:
		switch {
		case slices.Contains(numbered, name):
			return m.number(v.String())
		case secret:
			m.remember(v.String(), "0", shortestValue)
			return json.Number("0")
		case m.foreign(name, strict):
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

// learnValue remembers what was taken out, and each word of it where it is what a person is called.
func (m *mask) learnValue(name, value, standIn string) {
	if !slices.Contains(called, name) {
		m.remember(value, standIn, shortestValue)
		return
	}
	m.remember(value, standIn, shortestName)
	for _, word := range strings.Fields(value) {
		m.remember(word, standIn, shortestName)
	}
}

func (m *mask) remember(value, standIn string, shortest int) {
	if utf8.RuneCountInString(value) < shortest || nobodys(value) || strings.Contains(standIn, value) || len(m.taken) >= mostNames ||
		slices.ContainsFunc(m.taken, func(n name) bool { return n.value == value }) {
		return
	}
	at := slices.IndexFunc(m.taken, func(n name) bool { return len(n.value) < len(value) })
	if at < 0 {
		at = len(m.taken)
	}
	m.taken = slices.Insert(m.taken, at, name{value, standIn})
}

// quoted replaces remembered values inside texts and foreign names, where they stand as words
// of their own, and numbers that are one.
func (m *mask) quoted(v any) any {
	switch v := v.(type) {
	case map[string]any:
		out := make(map[string]any, len(v))
		for key, inner := range v {
			if !m.known[plain(key)] {
				key = m.unquoted(key)
			}
			out[key] = m.quoted(inner)
		}
		return out
	case []any:
		for i, inner := range v {
			v[i] = m.quoted(inner)
		}
	case json.Number:
		if slices.ContainsFunc(m.taken, func(n name) bool { return n.value == v.String() }) {
			return json.Number("0")
		}
	case string:
		return m.unquoted(v)
	}
	return v
}

func (m *mask) unquoted(text string) string {
	plain := string(folded(text))
	for _, n := range m.taken {
		if strings.Contains(plain, string(folded(n.value))) {
			text = replaceWord(text, n.value, n.standIn)
			plain = string(folded(text))
		}
	}
	return text
}
