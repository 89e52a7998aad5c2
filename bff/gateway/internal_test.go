package gateway

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/maphash"
	"net/http"
	"net/netip"
	"os"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"
	"weak"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/contract"
	"croupier/bff/internal/strictjson"
	"croupier/bff/test/testkit"
)

const validBody = `{"api":{"class":"casino","method":"games_list"},"data":{"limit":48}}`

// with returns a valid body with the given data.
func with(data string) string {
	return `{"api":{"class":"casino","method":"games_list"},"data":` + data + `}`
}

func nested(opening, inner, closing string, depth int) string {
	return strings.Repeat(opening, depth) + inner + strings.Repeat(closing, depth)
}

// malformed contains the bodies of testdata/malformed.golden. Each line contains a name, a quoted
// body and the expected refusal.
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
	assert.GreaterOrEqual(t, len(malformed), 100)
	const tooDeep = "400 bad request, bad_request, nested too deeply at byte "
	for _, m := range append(malformed, []struct{ name, body, refusal string }{
		{"as deep as the body is long", nested("[", "", "]", contract.MaxBodyBytes/2), tooDeep + "17"},
		{"as deep as the body is long, unterminated", strings.Repeat(`{"a":`, 10_000), tooDeep + "81"},
	}...) {
		_, err := decode([]byte(m.body))
		assert.Equal(t, m.refusal, describe(err), "%s: %s", m.name, m.body)
		assert.NotContains(t, fmt.Sprint(err), "1000", "%s: the error quotes the body", m.name)
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
	type object = map[string]any
	number := func(s string) json.Number { return json.Number(s) }
	list := func(data object) callEnvelope { return callEnvelope{Class: "casino", Method: "games_list", Data: data} }
	numbers := object{
		"a": number("48.0"), "b": number("-0"), "c": number("1E2"), "d": number("12345678901234567890.123"),
		"e": number("2e-07"),
	}
	all := callEnvelope{Class: "a", Method: "b", Data: object{"Lang": "tr"}, User: object{"uid": "x"}}
	for _, row := range []struct {
		name, body string
		want       callEnvelope
	}{
		{
			"the minimum", `{"api":{"class":"system","method":"ping"}}`,
			callEnvelope{Class: "system", Method: "ping", Data: object{}},
		},
		{
			"user of null", `{"api":{"class":"a","method":"b"},"user":null}`,
			callEnvelope{Class: "a", Method: "b", Data: object{}},
		},
		{
			"all members",
			" {\"user\" : {\"uid\":\"x\"},\r\n\t\"data\":{\"Lang\":\"tr\"}, " +
				"\"api\":{\"method\":\"b\",\"class\":\"a\"}} ",
			all,
		},
		{
			"numbers keep their notation", with(`{"a":48.0,"b":-0,"c":1E2,"d":12345678901234567890.123,"e":2e-07}`),
			list(numbers),
		},
		{
			"every escape", with(`{"a":"\"\\\/\b\f\n\r\tş\u015f\u015F\ud83d\ude00\u0000"}`),
			list(object{"a": "\"\\/\b\f\n\r\tşşş😀\x00"}),
		},
		{
			"lists", with(`{"a":[],"b":[ ],"c":[1, null ,true,false,{}]}`),
			list(object{"a": []any{}, "b": []any{}, "c": []any{number("1"), nil, true, false, object{}}}),
		},
	} {
		got, err := decode([]byte(row.body))
		require.NoError(t, err, row.name)
		assert.Equal(t, &row.want, got, row.name)
	}
	// The maximum nesting is valid.
	for _, body := range []string{with(`{"a":` + nested("[", "", "]", 14) + `}`), with(nested(`{"a":`, "1", "}", 15))} {
		_, err := decode([]byte(body))
		assert.NoError(t, err, body)
	}
}

// FuzzDecode compares the decoder with encoding/json. Both must decode every accepted body to the
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
			want := bff.ReasonBadRequest
			if at.Key != "" {
				want = bff.ReasonInvalidPayload
			}
			_, err := decode(body)
			require.ErrorIs(t, err, want)
			return
		}
		got := decodeWithEncodingJSON(t, body)
		require.Equal(t, value, got, "encoding/json decodes %#v, Parse %#v", got, value)
		keys := countKeys(t, body)
		require.Equal(t, countMembers(value), keys, "%d keys became %d members", keys, countMembers(value))
		again, err := json.Marshal(value)
		require.NoError(t, err)
		if value2, err := strictjson.Parse(again, contract.MaxNesting); err != nil ||
			!reflect.DeepEqual(value2, value) {
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
		require.True(t, r.Class == api["class"] && r.Method == api["method"] && r.Class != "" &&
			r.Method != "" && r.Data != nil,
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
	type level struct{ object, value bool } // value: a value follows
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

func TestParsedCallsAreBounded(t *testing.T) {
	brand := weak.Make(&bff.Brand{ID: "marmara"})
	for name, size := range map[string]int{"many small bodies": 20, "long bodies": maxParsedBody} {
		p := newParsedCalls()
		add := func(i int) bodyKey {
			body := fmt.Sprintf("%*d", size, i)
			key := bodyKey{brand: brand, body: maphash.String(hashSeed, body)}
			p.Put(key, &parsedCall{body: body})
			return key
		}
		popular := add(-1)
		for i := range 3 * min(maxParsedCalls, maxParsedBytes/size) {
			add(i)
			_, ok := p.Get(popular)
			require.True(t, ok, "%s: a body in use was dropped after %d others", name, i)
			n := p.Len()
			require.True(t, n <= 2*maxParsedCalls && n*size <= 2*maxParsedBytes+size, "%s: %d bodies", name, n)
		}
	}
}

func TestServerSetsAllTimeouts(t *testing.T) {
	const longest = time.Minute
	s := NewServer(ServerOptions{Handler: http.NotFoundHandler(), LongestDeadline: longest}).http
	assert.Positive(t, min(s.ReadHeaderTimeout, s.ReadTimeout, s.IdleTimeout))
	assert.True(t, s.WriteTimeout > s.ReadTimeout+longest,
		"WriteTimeout %v would cut a call of %v with a slow body", s.WriteTimeout, longest)
	assert.True(t, s.MaxHeaderBytes > 0 && s.ErrorLog != nil, "MaxHeaderBytes or ErrorLog is not set")
}

// FuzzOrigin checks that accepted origins are origins of the brand.
func FuzzOrigin(f *testing.F) {
	testkit.AddCorpus(f)
	own := regexp.MustCompile(`(?i)^http://(localhost\.?|\[localhost\])(:[0-9]*)?$`)
	brand := &bff.Brand{Hosts: []string{"localhost"}}
	for _, origin := range []string{
		"http://localhost", "http://localhost:80", "http://LOCALHOST", "http://localhost.",
		"http://localhost:", "null", "",
		"http://localhost/", "http://localhost#", "http://localhost?", "http://a@localhost", "http://localhost:80:80",
		"http://localhost%00",
		"http://localhost\\.evil.example", "http://evil.example/http://localhost", "http://[localhost]",
		"//localhost", "HTTP://localhost",
	} {
		f.Add(origin, "localhost")
	}
	f.Fuzz(func(t *testing.T, origin, host string) {
		if isBrandOrigin(origin, "http", host, brand) && !own.MatchString(origin) {
			t.Errorf("%q was accepted as an origin of the brand", origin)
		}
	})
}

// FuzzVisitor checks that headers of untrusted peers are ignored. It also checks that headers of
// trusted proxies yield an address from the trusted end of the header.
func FuzzVisitor(f *testing.F) {
	testkit.AddCorpus(f)
	trusted := []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}
	f.Add("198.51.100.1", "203.0.113.5")
	f.Add("10.0.0.3, 198.51.100.1:80", "10.0.0.2,[2001:db8::1]:443")
	f.Add("unknown", "::ffff:10.0.0.1")
	f.Add(",,", " , ")
	f.Fuzz(func(t *testing.T, one, two string) {
		r := &http.Request{RemoteAddr: "192.0.2.1:1", Header: http.Header{"X-Forwarded-For": {one, two}}}
		if got, _ := visitorAddress(r, trusted); got != netip.MustParseAddr("192.0.2.1") {
			t.Fatalf("an untrusted peer set the address to %s", got)
		}
		r.RemoteAddr = "10.0.0.1:1"
		got, _ := visitorAddress(r, trusted)
		hops := strings.Split(one+","+two, ",")
		for i := len(hops) - 1; i >= 0; i-- {
			hop, ok := parseAddr(strings.TrimSpace(hops[i]))
			if ok && hop == got {
				return
			}
			if !ok || !trusted[0].Contains(hop) {
				break // earlier entries are not trusted
			}
		}
		if got != netip.MustParseAddr("10.0.0.1") && !trusted[0].Contains(got) {
			t.Fatalf("%s is not in the trusted part of the header", got)
		}
	})
}

func TestBalancesOfManyPlayersAreCompared(t *testing.T) {
	g := newGateway(Options{Contract: new(contract.Catalogue)})
	for round, want := range []bool{false, true, true} {
		for i := range 20_001 {
			require.Equal(t, want, g.balanceChanged(balanceKey{"marmara", strconv.Itoa(i)}, []byte{byte(round)}), i)
		}
	}
}

// A misspelt name would silently disable a limit or the check for used codes.
func TestHooksNameCallsAndFieldsOfTheContract(t *testing.T) {
	c, err := contract.Load()
	require.NoError(t, err)
	definitions := map[string]string{} // of schemas, by name
	for _, file := range c.Schemas() {
		for _, def := range file.Defs {
			definitions[fmt.Sprint(def.Key)] = fmt.Sprintf("%+v", def.Value)
		}
	}
	pending := &request{scope: &bff.Scope{Session: &bff.Session{Pending: true}}}
	for name, h := range newHooks() {
		class, method, _ := strings.Cut(name, "/")
		call, ok := c.Lookup(class, method)
		if !assert.True(t, ok, "hooks.go: the contract has no call %s", name) {
			continue
		}
		assert.Equal(t, call.Local, h.local != nil, "hooks.go: whether %s is answered here", name)
		if h.code != nil {
			request, _ := c.Definitions(call)
			assert.Contains(t, definitions[request], "{Key:"+h.code(pending)+" ",
				"hooks.go: the field of the code of %s", name)
		}
	}
}

// Writes by guests are guesses of secrets or cause costs, so each such call needs its own limit.
func TestWritesOfGuestsAreLimited(t *testing.T) {
	calls, err := contract.Load()
	require.NoError(t, err)
	hooks := newHooks()
	for _, c := range calls.Calls() {
		if c.Rules.Who == bff.WhoGuest && c.Rules.Kind == bff.KindWrite {
			require.Contains(t, hooks, c.Name())
			assert.NotEmpty(t, hooks[c.Name()].limits, c.Name())
		}
	}
}
