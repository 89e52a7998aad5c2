package recording

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml"

	"croupier/bff/contract"
)

// masks are the names of personal data and secrets with their replacements, in the form of
// plain. The replacements match the contract's patterns, so that masked responses stay valid.
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

// identifiers are the names of identifiers of a person's records. Each value is replaced by a
// number, equal values by the same one.
var identifiers = []string{"transactionid", "roundid", "couponid", "registrationid", "bankaccountid", "searchid"}

// personNames are the names of a person's names. Texts are searched for each of their words, even short ones.
var personNames = []string{"username", "firstname", "lastname", "owner", "sender"}

// Bounds of the values that texts are searched for: shorter ones are too common.
const (
	minName   = 2 // letters
	minValue  = 4 // letters
	maxValues = 5000
)

// mask replaces personal data and secrets in requests and responses, and later in texts that quote them.
type mask struct {
	known   map[string]bool // the contract's property names, plain
	values  []replacement   // what texts are searched for, the longest first: whole names before their parts
	numbers map[string]int
}

type replacement struct{ value, by string }

func newMask(calls *contract.Catalogue) *mask {
	m := &mask{known: map[string]bool{}, numbers: map[string]int{}}
	for _, file := range calls.Schemas() {
		for _, def := range file.Defs {
			m.learn(def.Value)
		}
	}
	return m
}

// learn adds the property names of a schema.
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

// plain normalises the spelling of a name: newPassword and new_password are newpassword.
func plain(name string) string {
	return strings.ToLower(strings.NewReplacer("_", "", "-", "", ".", "", " ", "").Replace(name))
}

// request masks the data of a request.
func (m *mask) request(data map[string]any) map[string]any {
	out, _ := m.quoted(m.named(data, "", true, "")).(map[string]any)
	return out
}

// response masks the data or a text of a response. strict is set for responses that may be
// about a person: it masks the values of unknown names too. A code is a bank's there.
func (m *mask) response(v any, strict bool) any { return m.quoted(m.named(v, "", strict, "code")) }

// unknown reports whether the values of a name are masked because the contract lacks it.
func (m *mask) unknown(name string, strict bool) bool {
	_, secret := masks[name]
	return strict && name != "" && !secret && !m.known[name] && !slices.Contains(identifiers, name)
}

// named masks by the names of values, except those of the name keep.
func (m *mask) named(v any, name string, strict bool, keep string) any {
	switch v := v.(type) {
	case map[string]any:
		out := make(map[string]any, len(v))
		unknown := 0
		for _, key := range slices.Sorted(maps.Keys(v)) {
			// Everything within a secret is secret.
			inherited := name
			if _, secret := masks[name]; !secret && !m.unknown(name, strict) {
				inherited = plain(key)
			}
			inner := m.named(v[key], inherited, strict, keep)
			if m.unknown(plain(key), strict) {
				// The name itself may be personal.
				unknown++
				key = hidden + strconv.Itoa(unknown)
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
		if name != "" && name == keep {
			return v
		}
		return m.leaf(v, name, strict)
	}
}

func (m *mask) leaf(v any, name string, strict bool) any {
	by, secret := masks[name]
	switch v := v.(type) {
	case string:
		switch {
		case v == "":
			return v
		case slices.Contains(identifiers, name):
			return "R" + m.number(v).String()
		case secret:
			m.learnValue(name, v, by)
			return by
		case m.unknown(name, strict):
			return hidden
		}
		return scrubbed(v, strict)
	case json.Number:
		switch {
		case slices.Contains(identifiers, name):
			return m.number(v.String())
		case secret:
			m.remember(v.String(), "0", minValue)
			return json.Number("0")
		case m.unknown(name, strict):
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

// learnValue adds a masked value to the searched ones, and each word of a person's name.
func (m *mask) learnValue(name, value, by string) {
	if !slices.Contains(personNames, name) {
		m.remember(value, by, minValue)
		return
	}
	for _, word := range append(strings.Fields(value), value) {
		m.remember(word, by, minName)
	}
}

func (m *mask) remember(value, by string, shortest int) {
	if utf8.RuneCountInString(value) < shortest || isLoopback(value) || strings.Contains(by, value) || len(m.values) >= maxValues ||
		slices.ContainsFunc(m.values, func(n replacement) bool { return n.value == value }) {
		return
	}
	m.values = append(m.values, replacement{value, by})
	slices.SortStableFunc(m.values, func(a, b replacement) int { return len(b.value) - len(a.value) })
}

// quoted replaces searched values that are whole words of texts and unknown names, and equal numbers.
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
		if slices.ContainsFunc(m.values, func(n replacement) bool { return n.value == v.String() }) {
			return json.Number("0")
		}
	case string:
		return m.unquoted(v)
	}
	return v
}

func (m *mask) unquoted(text string) string {
	for _, n := range m.values {
		if strings.Contains(string(folded(text)), string(folded(n.value))) {
			text = replaceWord(text, n.value, n.by)
		}
	}
	return text
}
