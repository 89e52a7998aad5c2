package mock_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"runtime/debug"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff/contract"
	"croupier/bff/mock"
)

// The many short-lived worlds make much garbage, so the tests collect it less often.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	os.Exit(m.Run())
}

// opening is the time of every casino under test.
var opening = time.Date(2026, 5, 14, 18, 0, 0, 0, time.UTC)

// theContract loads the contract only one time, because loading is slow.
var theContract = sync.OnceValues(contract.Load)

func loadContract(t testing.TB) *contract.Catalogue {
	t.Helper()
	c, err := theContract()
	require.NoError(t, err)
	return c
}

// client sends requests to a casino under test.
type client struct {
	t       testing.TB
	handler http.Handler
	site    string
	world   string
	user    map[string]string
	lang    string
}

var (
	casinos = map[uint64]http.Handler{}
	opened  int
)

// open returns a client of a new world in the casino of a seed. All tests share the casino, because
// making a catalogue takes long.
func open(t testing.TB, seed uint64) *client {
	t.Helper()
	if casinos[seed] == nil {
		casinos[seed] = openOwn(t, seed).handler
	}
	opened++
	return &client{t: t, handler: casinos[seed], site: "889", lang: "tr", world: fmt.Sprint("t", opened)}
}

// openOwn opens a casino with its control API.
func openOwn(t testing.TB, seed uint64) *client {
	t.Helper()
	return openWith(t, mock.Options{Seed: seed, Control: true})
}

func openWith(t testing.TB, options mock.Options) *client {
	t.Helper()
	options.Clock = func() time.Time { return opening }
	c, err := mock.New(options)
	require.NoError(t, err)
	return &client{t: t, handler: c, site: "889", lang: "tr"}
}

// in returns a client of another world.
func (h *client) in(world string) *client {
	other := *h
	if other.world = world; h.world != "" {
		other.world = h.world + "-" + world
	}
	return &other
}

// as returns a client with another language.
func (h *client) as(lang string) *client {
	other := *h
	other.lang = lang
	return &other
}

// answer is a decoded envelope.
type answer struct {
	Result     bool
	Message    string
	Data       json.RawMessage
	Code       int
	Debug      *string
	Pagination *struct{ Limit, Offset, Total int }
}

// send sends a request with a JSON body or given bytes, and with pairs of header names and values.
func (h *client) send(method, path string, body any, headers ...string) *httptest.ResponseRecorder {
	h.t.Helper()
	raw, given := body.([]byte)
	if !given && body != nil {
		var err error
		raw, err = json.Marshal(body)
		require.NoError(h.t, err)
	}
	r := httptest.NewRequest(method, path, bytes.NewReader(raw))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("X-Site-Id", h.site)
	if h.world != "" {
		r.Header.Set("X-Mock-World", h.world)
	}
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	h.handler.ServeHTTP(w, r)
	return w
}

// get decodes the response to a GET request.
func get[T any](h *client, path string) T {
	h.t.Helper()
	return decode[T](h, h.send(http.MethodGet, path, nil), http.StatusOK)
}

// post decodes the response to a POST request with a status.
func post[T any](h *client, path string, body any, status int) T {
	h.t.Helper()
	return decode[T](h, h.send(http.MethodPost, path, body), status)
}

func decode[T any](h *client, w *httptest.ResponseRecorder, status int) (out T) {
	h.t.Helper()
	require.Equal(h.t, status, w.Code, w.Body)
	require.NoError(h.t, json.Unmarshal(w.Body.Bytes(), &out), w.Body)
	return out
}

// status reports an unexpected status of a request, or a body without the text.
func (h *client) status(method, path string, body any, want int, text string) {
	h.t.Helper()
	w := h.send(method, path, body)
	assert.True(h.t, w.Code == want && strings.Contains(w.Body.String(), text),
		"%s %s: HTTP %d, want %d with %q: %.500s", method, path, w.Code, want, text, w.Body)
}

// envelope returns the body of a call.
func (h *client) envelope(call string, data map[string]any) map[string]any {
	class, method, _ := strings.Cut(call, "/")
	full := map[string]any{"Lang": h.lang}
	maps.Copy(full, data)
	body := map[string]any{"api": map[string]string{"class": class, "method": method}, "data": full}
	if h.user != nil {
		body["user"] = h.user
	}
	return body
}

// raw posts a call and returns the response.
func (h *client) raw(call string, data map[string]any, headers ...string) *httptest.ResponseRecorder {
	h.t.Helper()
	return h.send(http.MethodPost, "/endpoint/v1", h.envelope(call, data), headers...)
}

// call posts a call and decodes the envelope.
func (h *client) call(call string, data map[string]any, headers ...string) answer {
	h.t.Helper()
	return decode[answer](h, h.raw(call, data, headers...), http.StatusOK)
}

// must makes a call that must succeed and match the contract. It decodes the data.
func must[T any](h *client, call string, data map[string]any) (out T) {
	h.t.Helper()
	a := h.call(call, data)
	require.True(h.t, a.Result, "%s %v: %d %s", call, data, a.Code, a.Message)
	checkAnswer(h.t, call, a)
	require.NoError(h.t, json.Unmarshal(a.Data, &out), "%s: %s", call, a.Data)
	return out
}

// checkAnswer compares a response with the contract.
func checkAnswer(t testing.TB, call string, a answer) {
	t.Helper()
	known := loadContract(t)
	class, method, _ := strings.Cut(call, "/")
	row, ok := known.Lookup(class, method)
	require.True(t, ok, "%s is not in the contract", call)
	var data any
	d := json.NewDecoder(bytes.NewReader(a.Data))
	d.UseNumber()
	require.NoError(t, d.Decode(&data))
	assert.NoError(t, known.CheckAnswer(row, data), call)
	assert.Equal(t, row.Paginated, a.Pagination != nil, "pagination of %s", call)
}

// refuses posts a call and expects result false with a message.
func (h *client) refuses(call string, data map[string]any, message string) {
	h.t.Helper()
	got := h.call(call, data)
	assert.True(h.t, !got.Result && got.Message == message, "%s %v: %v %q, want %q", call, data, got.Result,
		got.Message, message)
}

// login returns a client with the session of a player.
func (h *client) login(username string) *client {
	h.t.Helper()
	got := must[struct{ UID, SID string }](h, "user/login", map[string]any{
		"username": username, "password": "Demo123", "SiteType": "desktop",
	})
	in := *h
	in.user = map[string]string{"uid": got.UID, "sid": got.SID, "uip": "203.0.113.5", "gmt": "3", "lang": h.lang}
	return &in
}

func (h *client) balance() string {
	h.t.Helper()
	return must[[]struct{ Balance json.Number }](h, "finance/check_balance", nil)[0].Balance.String()
}

// holds reports an unexpected balance.
func (h *client) holds(want string) {
	h.t.Helper()
	assert.Equal(h.t, want, h.balance(), "the balance")
}

// wallet returns a deposit with an immediate payment.
func wallet(amount int) map[string]any {
	return map[string]any{"Type": 1, "transferType": 7, "methodID": 31, "amount": amount, "phone": "+905551112233"}
}

const payment = "prepayServices/processTransaction"

// page opens a game and returns the address of its page.
func (h *client) page(call string, data map[string]any) string {
	h.t.Helper()
	return must[struct{ URL string }](h, call, data).URL
}

func (h *client) slot(demo bool) string {
	h.t.Helper()
	return h.page("casino/init_game", map[string]any{"gameID": 1001, "demo": demo})
}

// spin plays a round of a slot with a stake of two lira.
func (h *client) spin(url string, status int) *httptest.ResponseRecorder {
	h.t.Helper()
	w := h.send(http.MethodPost, url+"/spin", map[string]any{"stake": 2})
	require.Equal(h.t, status, w.Code, w.Body)
	return w
}

func (h *client) control(path string, body any) {
	h.t.Helper()
	h.status(http.MethodPost, "/__mock/"+path, body, http.StatusOK, "")
}

func (h *client) scenario(name string) {
	h.t.Helper()
	h.control("scenario", map[string]any{"name": name})
}

func (h *client) advance(d string) {
	h.t.Helper()
	h.control("clock", map[string]string{"advance": d})
}

type state struct {
	World     string
	Seed      uint64
	Clock     time.Time
	Scenarios []map[string]string
	Faults    []map[string]any
	Accounts  []map[string]any
	Forgotten *struct{ Why string }
}

func (h *client) state() state {
	h.t.Helper()
	return get[state](h, "/__mock/state")
}

type mail struct{ To, Subject, Text, Link, Token string }

// mailed returns the last message to an address.
func (h *client) mailed(to string) mail {
	h.t.Helper()
	mails := get[[]mail](h, "/__mock/mail?to="+url.QueryEscape(to))
	require.NotEmpty(h.t, mails, "no mail to %s", to)
	return mails[0]
}

// code returns the current code of the authenticator of a player.
func (h *client) code(username string) string {
	h.t.Helper()
	shown := get[struct {
		Code     string
		ValidFor int `json:"valid_for"`
	}](h, "/__mock/totp?username="+username)
	require.True(h.t, len(shown.Code) == 6 && shown.ValidFor >= 1, "%+v", shown)
	return shown.Code
}

func TestPagesOfOtherOriginsCallThePlatform(t *testing.T) {
	h := open(t, 1)
	preflight := h.send(http.MethodOptions, mock.EndpointPath, nil, "Origin", "http://localhost:3000")
	assert.Equal(t, http.StatusNoContent, preflight.Code)
	assert.Equal(t, "*", preflight.Header().Get("Access-Control-Allow-Headers"))
	call := h.send(http.MethodPost, mock.EndpointPath,
		map[string]any{"api": map[string]string{"class": "casino", "method": "providers"}}, "Origin",
		"http://localhost:3000")
	for _, w := range []*httptest.ResponseRecorder{preflight, call} {
		assert.Equal(t, "*", w.Header().Get("Access-Control-Allow-Origin"))
	}
}
