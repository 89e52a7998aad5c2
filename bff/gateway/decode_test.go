package gateway

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"

	"croupier/bff"
	"croupier/bff/contract"
	"croupier/bff/internal/strictjson"
)

var update = flag.Bool("update", false, "rewrite golden files")

const validBody = `{"api":{"class":"casino","method":"games_list"},"data":{"limit":48}}`

// with returns a valid body with the given data.
func with(data string) string {
	return `{"api":{"class":"casino","method":"games_list"},"data":` + data + `}`
}

func nested(opening, inner, closing string, depth int) string {
	return strings.Repeat(opening, depth) + inner + strings.Repeat(closing, depth)
}

// malformed are bodies that must be refused; testdata/malformed.golden has the expected errors.
var malformed = []struct{ name, body string }{
	// Not JSON.
	{"empty", ""},
	{"white space only", " \n\t "},
	{"a byte order mark", "\ufeff" + validBody},
	{"a form", "api=casino"},
	{"XML", "<api/>"},
	{"truncated within a key", validBody[:4]},
	{"truncated within a value", validBody[:20]},
	{"truncated before the last brace", validBody[:len(validBody)-1]},
	{"single quotes", `{'api':{}}`},
	{"a key without quotes", `{api:{}}`},
	{"a trailing comma in an object", with(`{"a":1,}`)},
	{"a trailing comma in an array", with(`{"a":[1,]}`)},
	{"a leading comma", with(`{,"a":1}`)},
	{"a missing comma", with(`{"a":1 "b":2}`)},
	{"a missing colon", with(`{"a" 1}`)},
	{"a missing value", with(`{"a":}`)},
	{"a key only", with(`{"a"}`)},
	{"a number as key", with(`{1:2}`)},
	{"a bracket instead of a brace", with(`{"a":[1}`)},
	{"a comment", with(`{/* */}`)},
	{"a vertical tab between values", with("{\v}")},
	{"a no-break space between values", with("{\u00a0}")},
	{"a NUL byte between values", with("{\x00}")},
	// Trailing bytes.
	{"a second value", validBody + validBody},
	{"an extra brace", validBody + "}"},
	{"a word after the value", validBody + " x"},
	{"a NUL byte after the value", validBody + "\x00"},
	// Words and numbers.
	{"True", with(`{"a":True}`)},
	{"nul", with(`{"a":nul}`)},
	{"truefalse", with(`{"a":truefalse}`)},
	{"NaN", with(`{"a":NaN}`)},
	{"Infinity", with(`{"a":-Infinity}`)},
	{"a leading zero", with(`{"a":01}`)},
	{"a leading plus", with(`{"a":+1}`)},
	{"a minus only", with(`{"a":-}`)},
	{"a leading point", with(`{"a":.5}`)},
	{"a trailing point", with(`{"a":1.}`)},
	{"an exponent without digits", with(`{"a":1e}`)},
	{"an exponent with a sign only", with(`{"a":1e+}`)},
	{"a hexadecimal number", with(`{"a":0x10}`)},
	{"a number with underscores", with(`{"a":1_000}`)},
	{"a number of 33 digits", with(`{"a":` + strings.Repeat("9", 33) + `}`)},
	{"an exponent of three digits", with(`{"a":1e100}`)},
	{"an exponent of many zeros", with(`{"a":1e0000001}`)},
	// Strings.
	{"a line break in a string", with("{\"a\":\"x\ny\"}")},
	{"a NUL byte in a string", with("{\"a\":\"\x00\"}")},
	{"an unterminated string", `{"api":"x`},
	{"a string that ends in a backslash", `{"api":"x\`},
	{"an unknown escape", with(`{"a":"\x41"}`)},
	{"an escaped quote of the wrong kind", with(`{"a":"\'"}`)},
	{"an escape with three digits", with(`{"a":"\u004"}`)},
	{"an escape with an invalid digit", with(`{"a":"\u004g"}`)},
	{"a truncated escape", `{"\u00`},
	{"a lone high surrogate", with(`{"a":"\ud83d"}`)},
	{"a lone low surrogate", with(`{"a":"\ude00"}`)},
	{"surrogates in reverse order", with(`{"a":"\ude00\ud83d"}`)},
	{"a high surrogate and a letter", with(`{"a":"\ud83d\u0041"}`)},
	{"a high surrogate and another escape", with(`{"a":"\ud83d\n"}`)},
	{"a surrogate in UTF-8", with("{\"a\":\"\xed\xa0\xbd\"}")},
	{"Latin-1", with("{\"a\":\"\xfc\"}")},
	{"an overlong slash", with("{\"a\":\"\xc0\xaf\"}")},
	{"a code point beyond Unicode", with("{\"a\":\"\xf4\x90\x80\x80\"}")},
	{"truncated UTF-8", with("{\"a\":\"\xe2\x82\"}")},
	{"invalid UTF-8 in a key", with("{\"\xff\":1}")},
	{"UTF-16", "{\x00\"\x00a\x00"},
	// Limits.
	{"17 arrays deep", with(`{"a":` + nested("[", "", "]", 15) + `}`)},
	{"17 objects deep", with(nested(`{"a":`, "1", "}", 16))},
	{"as deep as the body is long", nested("[", "", "]", contract.MaxBodyBytes/2)},
	{"as deep as the body is long, unterminated", strings.Repeat(`{"a":`, 10_000)},
	// Duplicate keys.
	{"api twice", `{"api":{"class":"a","method":"b"},"api":{"class":"c","method":"d"}}`},
	{"data twice", `{"api":{"class":"a","method":"b"},"data":{},"data":{}}`},
	{"class twice", `{"api":{"class":"a","class":"b","method":"c"}}`},
	{"method twice, once in escapes", `{"api":{"class":"a","method":"b","\u006dethod":"c"}}`},
	{"a field twice", with(`{"amount":1,"amount":1000}`)},
	{"a field twice, once in escapes", with(`{"a":1,"\u0061":2}`)},
	{"a nested field twice", with(`{"list":[{"x":{"id":1,"id":2}}]}`)},
	{"an empty key twice", with(`{"":1,"":2}`)},
	{"a key with a surrogate pair twice, once in escapes", with(`{"😀":1,"\ud83d\ude00":2}`)},
	// Not the envelope's shape.
	{"an array", `[]`},
	{"a string", `"api"`},
	{"a number", `1`},
	{"null", `null`},
	{"an empty object", `{}`},
	{"api of null", `{"api":null}`},
	{"api of text", `{"api":"casino/games_list"}`},
	{"api in an array", `{"api":[{"class":"a","method":"b"}]}`},
	{"class missing", `{"api":{"method":"games_list"}}`},
	{"method missing", `{"api":{"class":"casino"}}`},
	{"class empty", `{"api":{"class":"","method":"games_list"}}`},
	{"class a number", `{"api":{"class":1,"method":"games_list"}}`},
	{"method of null", `{"api":{"class":"casino","method":null}}`},
	{"method an array", `{"api":{"class":"casino","method":["games_list"]}}`},
	{"Class capitalized", `{"api":{"Class":"casino","method":"games_list"}}`},
	{"class with a long s, which encoding/json folds", `{"api":{"cla\u017f\u017f":"casino","method":"games_list"}}`},
	{"class twice, once with a long s", `{"api":{"class":"casino","claſſ":"user","method":"games_list"}}`},
	{"a third name in api", `{"api":{"class":"casino","method":"games_list","version":2}}`},
	{"API in upper case", `{"API":{"class":"casino","method":"games_list"}}`},
	{"a fourth key", `{"api":{"class":"casino","method":"games_list"},"meta":{}}`},
	{"two extra keys, of which the first by name is reported", `{"api":{},"zeta":1,"beta":2}`},
	{"a very long extra key", `{"api":{},"` + strings.Repeat("ğ", 200) + `":1}`},
	{"data of null", with(`null`)},
	{"data an array", with(`[]`)},
	{"data a text", with(`"{}"`)},
	{"user an array", `{"api":{"class":"a","method":"b"},"user":[]}`},
	{"user a text", `{"api":{"class":"a","method":"b"},"user":"x"}`},
}

func TestMalformedBodies(t *testing.T) {
	var got strings.Builder
	for _, m := range malformed {
		_, err := decode([]byte(m.body))
		fmt.Fprintf(&got, "%s: %s\n", m.name, describe(err))
		if strings.Contains(fmt.Sprint(err), "1000") {
			t.Errorf("%s: the error quotes the body: %v", m.name, err)
		}
	}
	golden(t, "testdata/malformed.golden", got.String())
}

// describe formats a refusal.
func describe(err error) string {
	var r *bff.Reason
	if !errors.As(err, &r) {
		return fmt.Sprintf("not a reason: %v", err)
	}
	s := fmt.Sprintf("%d %s, %s", r.Status, r.Debug, r.Key)
	if r.Fault != nil {
		s += fmt.Sprintf(", %q %s", r.Fault.Field, r.Fault.Rule)
	}
	if r.Err != nil {
		s += ", " + r.Err.Error()
	}
	return s
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(name, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if got == string(want) {
		return
	}
	g, w := strings.Split(got, "\n"), strings.Split(string(want), "\n")
	for i := range max(len(g), len(w)) {
		var a, b string
		if i < len(g) {
			a = g[i]
		}
		if i < len(w) {
			b = w[i]
		}
		if a != b {
			t.Errorf("%s:%d:\ngot  %s\nwant %s", name, i+1, a, b)
		}
	}
}

func TestDecode(t *testing.T) {
	number := func(s string) json.Number { return json.Number(s) }
	for _, row := range []struct {
		name, body string
		want       bff.Request
	}{
		{"the minimum", `{"api":{"class":"system","method":"ping"}}`, bff.Request{Class: "system", Method: "ping", Data: map[string]any{}}},
		{"user of null", `{"api":{"class":"a","method":"b"},"user":null}`, bff.Request{Class: "a", Method: "b", Data: map[string]any{}}},
		{
			"all members", " {\"user\" : {\"uid\":\"x\"},\r\n\t\"data\":{\"Lang\":\"tr\"}, \"api\":{\"method\":\"b\",\"class\":\"a\"}} ",
			bff.Request{Class: "a", Method: "b", Data: map[string]any{"Lang": "tr"}, User: map[string]any{"uid": "x"}},
		},
		{
			"numbers keep their notation", with(`{"a":48.0,"b":-0,"c":1E2,"d":12345678901234567890.123,"e":2e-07}`),
			bff.Request{Class: "casino", Method: "games_list", Data: map[string]any{
				"a": number("48.0"), "b": number("-0"), "c": number("1E2"), "d": number("12345678901234567890.123"), "e": number("2e-07"),
			}},
		},
		{
			"every escape", with(`{"a":"\"\\\/\b\f\n\r\tş\u015f\u015F\ud83d\ude00\u0000"}`),
			bff.Request{Class: "casino", Method: "games_list", Data: map[string]any{"a": "\"\\/\b\f\n\r\tşşş😀\x00"}},
		},
		{
			"keys that differ in case", with(`{"Type":1,"type":2}`),
			bff.Request{Class: "casino", Method: "games_list", Data: map[string]any{"Type": number("1"), "type": number("2")}},
		},
		{
			"lists", with(`{"a":[],"b":[ ],"c":[1, null ,true,false,{}]}`),
			bff.Request{Class: "casino", Method: "games_list", Data: map[string]any{
				"a": []any{}, "b": []any{}, "c": []any{number("1"), nil, true, false, map[string]any{}},
			}},
		},
	} {
		t.Run(row.name, func(t *testing.T) {
			got, err := decode([]byte(row.body))
			if err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(*got, row.want) {
				t.Errorf("got  %#v\nwant %#v", *got, row.want)
			}
		})
	}
}

func TestMaxNestingIsAccepted(t *testing.T) {
	for _, body := range []string{
		with(`{"a":` + nested("[", "", "]", 14) + `}`),
		with(nested(`{"a":`, "1", "}", 15)),
	} {
		if _, err := decode([]byte(body)); err != nil {
			t.Errorf("%v: %s", err, body)
		}
	}
}

// FuzzDecode compares the decoder with encoding/json, which must decode every accepted body to the
// same value.
func FuzzDecode(f *testing.F) {
	for _, m := range malformed {
		if len(m.body) < 1000 {
			f.Add([]byte(m.body))
		}
	}
	f.Add([]byte(validBody))
	f.Add([]byte(with(`{"a":[1,-0.5e+07,null,true,false,{"":"\ud83d\ude00ş\u0000\\"}],"b":{}}`)))
	f.Add([]byte(`{"user":{"uid":"x"},"api":{"class":"user","method":"login"},"data":{"Lang":"tr"}}`))
	f.Fuzz(func(t *testing.T, body []byte) {
		value, err := strictjson.Parse(body, contract.MaxNesting)
		if err != nil {
			if at := new(strictjson.Error); !errors.As(err, &at) || at.Offset > int64(len(body)) {
				t.Fatalf("error %#v", err)
			}
			if _, err := decode(body); !errors.Is(err, bff.ReasonBadRequest) {
				t.Fatalf("decode of invalid JSON: %v", err)
			}
			return
		}
		if got := decodeWithEncodingJSON(t, body); !reflect.DeepEqual(got, value) {
			t.Fatalf("encoding/json decodes %#v, Parse %#v", got, value)
		}
		if keys := countKeys(t, body); keys != countMembers(value) {
			t.Fatalf("%d keys became %d members", keys, countMembers(value))
		}
		again, err := json.Marshal(value)
		if err != nil {
			t.Fatal(err)
		}
		if value2, err := strictjson.Parse(again, contract.MaxNesting); err != nil || !reflect.DeepEqual(value2, value) {
			t.Fatalf("decoded again: %v, %#v", err, value2)
		}
		r, err := decode(body)
		if err != nil {
			if !errors.Is(err, bff.ReasonInvalidPayload) && !errors.Is(err, bff.ReasonBadRequest) {
				t.Fatalf("error %v", err)
			}
			return
		}
		top := value.(map[string]any)
		api := top["api"].(map[string]any)
		if r.Class != api["class"] || r.Method != api["method"] || r.Class == "" || r.Method == "" || r.Data == nil {
			t.Fatalf("request %#v", r)
		}
	})
}

func decodeWithEncodingJSON(t *testing.T, body []byte) (v any) {
	t.Helper()
	dec := json.NewDecoder(bytes.NewReader(body))
	dec.UseNumber()
	if err := dec.Decode(&v); err != nil {
		t.Fatalf("encoding/json refuses an accepted body: %v", err)
	}
	if dec.More() {
		t.Fatal("bytes after the accepted value")
	}
	return v
}

// countKeys counts the keys of a valid body, including duplicates.
func countKeys(t *testing.T, body []byte) int {
	t.Helper()
	type level struct{ object, value bool } // value: a value is next
	var stack []level
	keys := 0
	dec := json.NewDecoder(bytes.NewReader(body))
	dec.UseNumber()
	for {
		token, err := dec.Token()
		if err != nil {
			return keys
		}
		top := len(stack) - 1
		if token == json.Delim('}') || token == json.Delim(']') {
			stack = stack[:top]
			continue
		}
		if top >= 0 && stack[top].object {
			if !stack[top].value {
				keys++
			}
			stack[top].value = !stack[top].value
		}
		if d, ok := token.(json.Delim); ok {
			stack = append(stack, level{object: d == '{'})
		}
	}
}

func countMembers(v any) int {
	n := 0
	switch v := v.(type) {
	case map[string]any:
		for _, member := range v {
			n += 1 + countMembers(member)
		}
	case []any:
		for _, item := range v {
			n += countMembers(item)
		}
	}
	return n
}
