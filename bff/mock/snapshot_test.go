package mock_test

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func (h *client) snapshot(query string) []byte {
	h.t.Helper()
	w := h.send(http.MethodGet, "/__mock/snapshot"+query, nil)
	require.Equal(h.t, http.StatusOK, w.Code, w.Body)
	return w.Body.Bytes()
}

// restore posts a snapshot and expects a status.
func (h *client) restore(body []byte, status int) {
	h.t.Helper()
	h.status(http.MethodPost, "/__mock/snapshot", body, status, "")
}

// populate changes everything in a world that a snapshot contains. It makes every call, plays
// rounds, and sets faults, a scenario and the clock. It returns the player's client.
func populate(t *testing.T, h *client) *client {
	t.Helper()
	player := h.login("demo")
	h.login("zengin")
	for _, a := range allCalls() {
		in := h
		if a.session {
			in = player
		}
		in.call(a.call, a.data)
	}
	url := player.slot(false)
	for range 5 {
		h.spin(url, http.StatusOK)
	}
	h.advance("26h")
	player = h.login("demo")
	player.call("finance/check_balance", nil) // settles due payments
	h.control("fault", map[string]any{
		"call": "user/sms_validate", "kind": "status", "status": 502, "rate": 0.5,
		"latency_ms": 1,
	})
	h.control("scenario", map[string]string{"name": "provider-down", "call": "virtualgames/init_game"})
	return player
}

// A world behaves the same after it is restored in a casino with another seed.
func TestRestoredWorldMatchesTheOriginal(t *testing.T) {
	h, other := openOwn(t, 3).in("a"), openOwn(t, 99).in("b")
	before := populate(t, h)
	other.restore(h.snapshot("?calls=1"), http.StatusOK)
	after := *other
	after.user = before.user
	for range 20 {
		data := map[string]any{"code": "000000"}
		require.Equal(t, before.raw("user/sms_validate", data).Code, after.raw("user/sms_validate", data).Code,
			"the random source")
	}
	// The first pass must change both worlds in the same way, so there are two passes.
	for _, turn := range []string{"first", "second"} {
		for _, a := range allCalls() {
			one, two := before, &after
			if !a.session {
				one, two = h, other
			}
			// Links into the casino contain the name of the world.
			want := strings.ReplaceAll(one.raw(a.call, a.data).Body.String(), "/a.", "/b.")
			assert.Equal(t, want, two.raw(a.call, a.data).Body.String(), "%s time, %s %v", turn, a.call, a.data)
		}
	}
	mails := func(h *client) string { return h.send(http.MethodGet, "/__mock/mail", nil).Body.String() }
	assert.Equal(t, mails(h), mails(other))
	b := other.state()
	assert.True(t, len(b.Faults) == 1 && len(b.Scenarios) == 1 && b.Clock.Equal(h.state().Clock), "%+v", b)
	logged := len(h.received("limit=10000"))
	assert.GreaterOrEqual(t, logged, 3*len(allCalls()))
	assert.Len(t, other.received("limit=10000"), logged)
	after.in("main").refuses("system/ping", nil, "Oturum Süresi Doldu") // sessions belong to a world
}

func TestInvalidSnapshotChangesNothing(t *testing.T) {
	h := openOwn(t, 3).in("a")
	h.login("demo").spin(h.login("demo").slot(false), http.StatusOK)
	good := string(h.snapshot("?calls=1"))
	before := h.state()
	// The server checks the first fields before the large world, so an empty world is enough here.
	var fields map[string]any
	require.NoError(t, json.Unmarshal([]byte(good), &fields))
	fields["world"] = map[string]any{}
	raw, err := json.MarshalIndent(fields, "", "  ")
	require.NoError(t, err)
	small := string(raw)
	for _, c := range []struct{ name, body, field string }{
		{"nothing", "", ""},
		{"no JSON", "hello", ""},
		{"a list", "[]", ""},
		{"a foreign object", `{"name":"demo"}`, "snapshot"},
		{"another version", strings.Replace(small, `"version": 3`, `"version": 1`, 1), "version"},
		{"a foreign field", strings.Replace(small, `"version": 3`, `"version": 3, "colour": "red"`, 1), "colour"},
		{"no seed", strings.Replace(small, `"seed": 3`, `"seed": "three"`, 1), "seed"},
		{"no clock", strings.Replace(small, `"clock": "`, `"clock": "at `, 1), "clock"},
		{"no world", strings.Replace(small, `"world": {`, `"world": [], "x": {`, 1), "x"},
		{"a field of the world", strings.Replace(good, `"world": {`, `"world": {"Colour": 1, `, 1), "world.Colour"},
		{
			"a field of the faults and scenarios", strings.Replace(good, `"active": {`, `"active": {"Colour": 1, `, 1),
			"active.Colour",
		},
		{"calls that are none", strings.Replace(small, `"calls": [`, `"calls": [7, `, 1), "calls[0]"},
		{"packed rubbish", "\x1f\x8bhello", "body"},
	} {
		h.names(c.name, "snapshot", []byte(c.body), cmp.Or(c.field, "*"))
	}
	h.restore(bytes.Repeat([]byte(" "), 33<<20), http.StatusRequestEntityTooLarge)
	var bomb bytes.Buffer
	z := gzip.NewWriter(&bomb)
	for range 33 {
		_, _ = z.Write(bytes.Repeat([]byte(" "), 1<<20))
	}
	_ = z.Close()
	h.restore(bomb.Bytes(), http.StatusRequestEntityTooLarge)
	after := h.state()
	assert.Equal(t, before.Clock, after.Clock)
	assert.Equal(t, before.Accounts, after.Accounts)

	w := h.send(http.MethodGet, "/__mock/snapshot", nil, "Accept-Encoding", "gzip")
	require.Equal(t, "gzip", w.Header().Get("Content-Encoding"))
	require.Contains(t, w.Header().Get("Content-Disposition"), "croupier-a-")
	packed := w.Body.Bytes()
	r, err := gzip.NewReader(bytes.NewReader(packed))
	require.NoError(t, err)
	plain, err := io.ReadAll(r)
	assert.True(t, err == nil && bytes.Equal(plain, h.snapshot("")), "decompressed file differs: %v", err)
	h.in("b").restore(packed, http.StatusOK)
	assert.NotRegexp(t, `.{1000}`, string(plain), "a long line")
}
