package gateway

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff/testkit"

	"croupier/bff"
	"croupier/bff/contract"
	"croupier/bff/internal/strictjson"
)

const validBody = `{"api":{"class":"casino","method":"games_list"},"data":{"limit":48}}`

// with returns a valid body with the given data.
func with(data string) string {
	return `{"api":{"class":"casino","method":"games_list"},"data":` + data + `}`
}

func nested(opening, inner, closing string, depth int) string {
	return strings.Repeat(opening, depth) + inner + strings.Repeat(closing, depth)
}

// malformed are the bodies of testdata/malformed.golden, which must be refused. A line has the name, the quoted body
// and the refusal.
var malformed = func() (out []struct{ name, body, refusal string }) {
	raw, err := os.ReadFile("testdata/malformed.golden")
	if err != nil {
		panic(err)
	}
	for line := range strings.Lines(string(raw)) {
		column := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		body, err := strconv.Unquote(column[1])
		if err != nil {
			panic(err)
		}
		out = append(out, struct{ name, body, refusal string }{column[0], body, column[2]})
	}
	return out
}()

func TestMalformedBodies(t *testing.T) {
	assert.True(t, len(malformed) >= 100, "only %d bodies", len(malformed))
	const tooDeep = "400 bad request, bad_request, nested too deeply at byte "
	for _, m := range append(malformed, []struct{ name, body, refusal string }{
		{"as deep as the body is long", nested("[", "", "]", contract.MaxBodyBytes/2), tooDeep + "17"},
		{"as deep as the body is long, unterminated", strings.Repeat(`{"a":`, 10_000), tooDeep + "81"},
	}...) {
		_, err := decode([]byte(m.body))
		got := describe(err)
		assert.Equal(t, m.refusal, got, "%s: %s\ngot  %s\nwant %s", m.name, m.body, got, m.refusal)
		assert.NotContains(t, fmt.Sprint(err), "1000", "%s: the error quotes the body: %v", m.name, err)
	}
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
		got, err := decode([]byte(row.body))
		assert.True(t, err == nil && reflect.DeepEqual(*got, row.want),
			"%s: got  %#v, %v\nwant %#v", row.name, got, err, row.want)
	}
	// The maximum nesting is accepted.
	for _, body := range []string{
		with(`{"a":` + nested("[", "", "]", 14) + `}`),
		with(nested(`{"a":`, "1", "}", 15)),
	} {
		_, err := decode([]byte(body))
		assert.NoError(t, err, "%v: %s", err, body)
	}
}

// FuzzDecode compares the decoder with encoding/json, which must decode every accepted body to the
// same value.
func FuzzDecode(f *testing.F) {
	testkit.AddCorpus(f)
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
			at := new(strictjson.Error)
			require.True(t, errors.As(err, &at) && at.Offset <= int64(len(body)), "error %#v", err)
			if _, err := decode(body); !errors.Is(err, bff.ReasonBadRequest) {
				t.Fatalf("decode of invalid JSON: %v", err)
			}
			return
		}
		got := decodeWithEncodingJSON(t, body)
		require.Equal(t, value, got, "encoding/json decodes %#v, Parse %#v", got, value)
		keys := countKeys(t, body)
		require.Equal(t, countMembers(value), keys, "%d keys became %d members", keys, countMembers(value))
		again, err := json.Marshal(value)
		require.NoError(t, err)
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
		require.True(t, r.Class == api["class"] && r.Method == api["method"] && r.Class != "" && r.Method != "" && r.Data != nil,
			"request %#v", r)
	})
}

func decodeWithEncodingJSON(t *testing.T, body []byte) (v any) {
	t.Helper()
	dec := json.NewDecoder(bytes.NewReader(body))
	dec.UseNumber()
	require.NoError(t, dec.Decode(&v), "encoding/json refuses an accepted body")
	require.False(t, dec.More(), "bytes after the accepted value")
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
