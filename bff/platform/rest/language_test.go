package rest

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
)

func TestFormsAndKeys(t *testing.T) {
	const mapping = `version: 1
idempotency_header: X-Reference
calls:
  c/m:
    method: POST
    path: /pay
    headers: { X-Copy: .key }
    form: { amount: .data.amount | minor, ref: .key, tag: .data.tags, note: .data.note }
`
	var got platform
	_, err := do(t, got.ServeHTTP, mapping, bff.KindMoney, `{"amount":12.5,"tags":["a b","c"]}`)
	require.NoError(t, err)
	assert.Equal(t, "amount=1250&ref=0b0c&tag=a+b&tag=c", got.body)
	assert.Equal(t, "0b0c 0b0c", got.Header.Get("X-Reference")+" "+got.Header.Get("X-Copy"))
	assert.Equal(t, "application/x-www-form-urlencoded", got.Header.Get("Content-Type"))
	_, err = do(t, got.ServeHTTP, mapping, bff.KindWrite, `{"amount":1}`)
	require.NoError(t, err)
	assert.Equal(t, "amount=100 ", got.body+" "+got.Header.Get("X-Reference"), "without a key")
}

func TestFixedAnswersAreSentNowhere(t *testing.T) {
	const mapping = `version: 1
calls:
  c/m:
    - { when: .data.whole, answer: '{result: true, message: "", data: [], code: 200, pagination: {limit: 10, offset: 0, total: 0}}' }
    - { data: '[.data.word, $in.lang]' }
`
	for data, want := range map[string]string{
		`{"word":"x"}`:   `{"result":true,"message":"","data":["x","tr"],"code":200,"debug":null,"pagination":null}`,
		`{"whole":true}`: `{"result":true,"message":"","data":[],"code":200,"debug":null,"pagination":{"limit":10,"offset":0,"total":0}}`,
	} {
		got, err := do(t, func(http.ResponseWriter, *http.Request) { t.Error("a request was sent") }, mapping,
			bff.KindRead, data)
		require.NoError(t, err, data)
		assert.Equal(t, want, string(got.Append(nil)), data)
	}
}

const chained = `version: 1
errors:
  - { status: 404, message: '"Kayıt Bulunamadı"' }
calls:
  c/m:
    first: { method: GET, path: '/wallets/{.data.user}' }
    method: POST
    path: '/wallets/{.first.body.id}/deposits'
    body: '{amount: .data.amount, currency: .first.body.currency}'
    data: '{id: .body.id}'
`

func TestSecondRequestUsesTheAnswerOfTheFirst(t *testing.T) {
	var sent []string
	got, err := do(t, func(w http.ResponseWriter, r *http.Request) {
		raw, _ := io.ReadAll(r.Body)
		sent = append(sent, r.Method+" "+r.URL.Path+" "+string(raw)+" "+r.Header.Get("Idempotency-Key"))
		body := `{"id":"w-7","currency":"EUR"}`
		if r.Method == http.MethodPost {
			body = `{"id":"d-1"}`
		}
		answer(200, "application/json", body)(w, r)
	}, chained, bff.KindMoney, `{"user":"u1","amount":5}`)
	require.True(t, err == nil && string(got.Data) == `{"id":"d-1"}`, "got %v, %v", got, err)
	// Only the payment request has the key.
	assert.Equal(t, []string{"GET /wallets/u1  ", `POST /wallets/w-7/deposits {"amount":5,"currency":"EUR"} 0b0c`},
		sent)
}

// If a chained payment fails before its payment request, it was not sent. If the payment request
// fails, the outcome may be unknown.
func TestDeliveryOfChainedPayments(t *testing.T) {
	for _, row := range []struct {
		name          string
		first, second int
		want          bff.Delivery
		reason        *bff.Reason
	}{
		{"the first fails", 500, 200, bff.DeliveryNotSent, bff.ReasonBadUpstreamAnswer},
		{"the first is limited", 429, 200, bff.DeliveryNoEffect, bff.ReasonRateLimited},
		{"the second is limited", 200, 429, bff.DeliveryAnswered, bff.ReasonRateLimited},
		{"the second fails", 200, 500, bff.DeliveryUnknown, bff.OutcomeUnknown(bff.ReasonBadUpstreamAnswer)},
	} {
		posts := 0
		got, err := do(t, func(w http.ResponseWriter, r *http.Request) {
			if r.Method == http.MethodPost {
				posts++
				answer(row.second, "application/json", `{}`)(w, r)
				return
			}
			answer(row.first, "application/json", `{"id":"w","currency":"EUR"}`)(w, r)
		}, chained, bff.KindMoney, `{"user":"u","amount":5}`)
		assert.ErrorIs(t, err, row.reason, row.name)
		assert.True(t, got == nil && bff.DeliveryOf(err) == row.want, "%s: got %v, %s", row.name, got,
			bff.DeliveryOf(err))
		assert.True(t, !row.want.HasNoEffect() || posts == 0, "%s: %d payments were sent", row.name, posts)
	}
	got, err := do(t, answer(404, "application/json", `{}`), chained, bff.KindMoney, `{"user":"u","amount":5}`)
	assert.True(t, err == nil && !got.Result && got.NoEffect && got.Message == "Kayıt Bulunamadı",
		"a refusal of the first: %v, %v", got, err)
}

func TestErrorsOfExpressionsHaveTheirPlaceWithoutValues(t *testing.T) {
	const mapping = "version: 1\ncalls:\n  c/m:\n    method: GET\n    path: /x\n    data: '.body.name | keys'\n"
	_, err := do(t, answer(200, "application/json", `{"name":"Gizli Ad"}`), mapping, bff.KindRead, `{}`)
	var failed *EvalError
	require.ErrorAs(t, err, &failed)
	assert.Equal(t, "m.yaml:6:12: calls.c/m.data .body.name | keys", failed.Place.String()+" "+failed.Place.Source)
	assert.NotContains(t, err.Error(), "Gizli")
	assert.Contains(t, err.Error(), "m.yaml:6:12")
	assert.Contains(t, failed.Detail, "Gizli Ad")
}

const refreshing = `version: 1
headers: { Authorization: '"Bearer " + (.user.sid | split("~")[0])' }
refresh:
  when: .status == 401 and .body.error == "token_expired"
  method: POST
  path: /oauth/token
  form: { grant_type: '"refresh_token"', refresh_token: '.user.sid | split("~")[1]' }
  sid: .body.access_token + "~" + .body.refresh_token
errors:
  - { status: 401, message: '"Oturum Süresi Doldu"', reason: anonymous user }
calls:
  c/m: { method: POST, path: /profile, data: .body.name }
`

// tokens is a platform that accepts each refresh token only one time.
type tokens struct {
	mu              sync.Mutex
	access          int  // number of the valid access token, earlier ones have expired
	expired         bool // the token above has expired too
	usedUp          bool // by other calls, so a new token has already expired
	renewals, calls atomic.Int64
	refuse          int // status of the renewal, 0 for success
}

func (p *tokens) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	p.mu.Lock()
	defer p.mu.Unlock()
	raw, _ := io.ReadAll(r.Body)
	if r.URL.Path == "/oauth/token" {
		p.renewals.Add(1)
		if p.refuse != 0 || string(raw) != fmt.Sprintf("grant_type=refresh_token&refresh_token=r%d", p.access) {
			answer(max(p.refuse, http.StatusBadRequest), "application/json", `{"error":"invalid_grant"}`)(w, r)
			return
		}
		p.access, p.expired = p.access+1, p.usedUp
		answer(200, "application/json",
			fmt.Sprintf(`{"access_token":"a%d","refresh_token":"r%d"}`, p.access, p.access))(w, r)
		return
	}
	p.calls.Add(1)
	if p.expired || r.Header.Get("Authorization") != fmt.Sprintf("Bearer a%d", p.access) {
		answer(401, "application/json", `{"error":"token_expired"}`)(w, r)
		return
	}
	answer(200, "application/json", `{"name":"Ece"}`)(w, r)
}

// renewing returns a function that sends a call of a player with the sid of a session.
func renewing(t *testing.T, p *tokens) func(kind bff.Kind, sid string) (*bff.Answer, error) {
	t.Helper()
	return sending(t, adapterTo(t, serve(t, p.ServeHTTP), refreshing))
}

func sending(t *testing.T, a *Adapter) func(kind bff.Kind, sid string) (*bff.Answer, error) {
	return func(kind bff.Kind, sid string) (*bff.Answer, error) {
		r := request(t, kind, `{}`)
		r.Identity = &bff.Identity{UID: "u1", SID: sid}
		return a.Do(t.Context(), r)
	}
}

func TestExpiredSessionsAreRenewedOnce(t *testing.T) {
	p := &tokens{access: 1}
	send := renewing(t, p)
	var running sync.WaitGroup
	for range 16 {
		running.Go(func() {
			got, err := send(bff.KindRead, "old~r1")
			if assert.NoError(t, err) && assert.NotNil(t, got.Renewed) {
				assert.Equal(t, `"Ece" a2~r2 u1`, string(got.Data)+" "+got.Renewed.SID+" "+got.Renewed.UID)
			}
		})
	}
	running.Wait()
	assert.EqualValues(t, 1, p.renewals.Load())
	// The adapter does not renew a valid sid, even if the platform replaced the sid itself.
	p.mu.Lock()
	p.access = 3 // the platform has replaced a2 by a3 without notice
	p.mu.Unlock()
	before := p.calls.Load()
	got, err := send(bff.KindRead, "a3~r3")
	assert.True(t, err == nil && got.Renewed == nil && p.calls.Load() == before+1, "a valid session: %+v, %v", got, err)
}

func TestExpiredWritesAreNotRepeated(t *testing.T) {
	for _, kind := range []bff.Kind{bff.KindWrite, bff.KindMoney} {
		p := &tokens{access: 1}
		send := renewing(t, p)
		got, err := send(kind, "old~r1")
		require.ErrorIs(t, err, bff.ReasonUnavailable, kind)
		assert.True(t, got == nil && bff.DeliveryOf(err) == bff.DeliveryNoEffect, "%s: %v, %s", kind, got,
			bff.DeliveryOf(err))
		assert.Equal(t, [2]int64{1, 1}, [2]int64{p.calls.Load(), p.renewals.Load()}, kind)
		got, err = send(kind, "old~r1")
		assert.True(t, err == nil && got.Renewed != nil && got.Renewed.SID == "a2~r2", "%s, repeated: %+v, %v", kind,
			got, err)
	}
}

func TestRefusedRenewalEndsTheSession(t *testing.T) {
	p := &tokens{access: 1, refuse: http.StatusBadRequest}
	got, err := renewing(t, p)(bff.KindRead, "old~r1")
	assert.True(t, err == nil && got.Debug == "anonymous user" && got.Renewed == nil && p.calls.Load() == 1,
		"got %+v, %v", got, err)
}

func TestFailedRenewalKeepsTheSession(t *testing.T) {
	for _, kind := range []bff.Kind{bff.KindRead, bff.KindMoney} {
		for name, p := range map[string]*tokens{
			"no renewal": {access: 1, refuse: http.StatusServiceUnavailable},
			"used up":    {access: 1, usedUp: true},
		} {
			got, err := renewing(t, p)(kind, "old~r1")
			assert.True(t, got == nil && err != nil && !errors.Is(err, bff.ReasonAnonymous), "%s, %s: %v, %v", name,
				kind, got, err)
			assert.True(t, kind != bff.KindMoney || bff.DeliveryOf(err) == bff.DeliveryNoEffect, bff.DeliveryOf(err))
		}
	}
}

func TestGuestsAreNotRenewed(t *testing.T) {
	p := &tokens{access: 1}
	got, err := do(t, p.ServeHTTP, strings.Replace(refreshing, `(.user.sid | split("~")[0])`, `"x"`, 1), bff.KindRead,
		`{}`)
	assert.True(t, err == nil && !got.Result && p.renewals.Load() == 0, "got %+v, %v", got, err)
}

// listHandler is a platform with a list of n items and every style of paging. It refuses page sizes
// above 7 and counts its requests.
func listHandler(t *testing.T, n int, requests *int) http.HandlerFunc {
	t.Helper()
	return func(w http.ResponseWriter, r *http.Request) {
		*requests++
		q := r.URL.Query()
		size, _ := strconv.Atoi(q.Get("size"))
		if size < 1 || size > 7 {
			answer(400, "application/json", `{}`)(w, r)
			return
		}
		from, _ := strconv.Atoi(q.Get("from"))
		if page := q.Get("page"); page != "" {
			number, _ := strconv.Atoi(page)
			from = (number - 1) * size
		}
		items := []int{}
		for i := from; i < min(from+size, n); i++ {
			items = append(items, i)
		}
		body := map[string]any{"items": items, "total": n}
		if from+size < n {
			body["next"] = strconv.Itoa(from + size)
		}
		raw, _ := json.Marshal(body)
		answer(200, "application/json", string(raw))(w, r)
	}
}

var styles = map[string]string{
	"offset":               `{ style: offset, start: from, size: size, max_size: 7, items: .body.items, total: .body.total }`,
	"offset without total": `{ style: offset, start: from, size: size, max_size: 7, items: .body.items }`,
	"page":                 `{ style: page, start: page, size: size, max_size: 7, items: .body.items, total: .body.total }`,
	"page without total":   `{ style: page, start: page, size: size, max_size: 7, items: .body.items }`,
	"cursor":               `{ style: cursor, start: from, size: size, max_size: 7, items: .body.items, total: .body.total, next: .body.next }`,
	"cursor without total": `{ style: cursor, start: from, size: size, max_size: 7, items: .body.items, next: .body.next }`,
}

// paged returns a mapping of a list with the given style.
func paged(style string) string {
	return "version: 1\npaging: { p: " + style +
		" }\ncalls: { c/m: { method: GET, path: /list, paging: p, data: .items } }"
}

func TestWindowsOfEveryStyle(t *testing.T) {
	const n = 23
	for name, style := range styles {
		requests := 0
		a := adapterTo(t, serve(t, listHandler(t, n, &requests)), paged(style))
		for _, offset := range []int{0, 1, 3, 6, 7, 8, 13, 14, 15, 20, 21, 22, 23, 24, 31} { // at page limits
			for _, limit := range []int{1, 2, 5, 7, 8, 20, 50} {
				got, err := a.Do(t.Context(),
					request(t, bff.KindRead, fmt.Sprintf(`{"limit":%d,"offset":%d}`, limit, offset)))
				require.NoError(t, err, "%s: %d from %d", name, limit, offset)
				want := []int{}
				for i := offset; i < min(offset+limit, n); i++ {
					want = append(want, i)
				}
				var items []int
				p, window := got.Pagination, fmt.Sprintf("%s: %d from %d", name, limit, offset)
				require.NoError(t, json.Unmarshal(got.Data, &items), window)
				require.Equal(t, want, items, window)
				assert.True(t, p.Limit == limit && p.Offset == offset, "%s: pagination %+v", window, *p)
				guessed := strings.HasSuffix(name, "without total")
				assert.True(t, p.Total == n || guessed && (offset+limit >= n || p.Total >= offset+limit),
					"%s: total %d", window, p.Total)
			}
		}
	}
}

func TestWindowOnOnePageTakesOneRequest(t *testing.T) {
	for _, window := range []string{
		`{"limit":5,"offset":0}`, `{"limit":5,"offset":10}`, `{"limit":3,"offset":1}`,
		`{"limit":2,"offset":3}`,
	} {
		requests := 0
		_, err := do(t, listHandler(t, 23, &requests), paged(styles["page"]), bff.KindRead, window)
		assert.True(t, err == nil && requests == 1, "%s took %d requests (%v)", window, requests, err)
	}
}

func TestFetchWindowStopsAfterMaxPages(t *testing.T) {
	requests := 0
	mapping := paged(`{ style: cursor, start: from, size: size, max_size: 7, max_pages: 3, items: .body.items, next: .body.next }`)
	got, err := do(t, listHandler(t, 1000, &requests), mapping, bff.KindRead, `{"limit":10,"offset":500}`)
	assert.True(t, err == nil && string(got.Data) == "[]" && requests == 3, "%v, %v, %d requests", got, err, requests)
}

// If a limit has an unknown type, the adapter must not use the default and lose items.
func TestUnknownTypesOfAWindowAreErrors(t *testing.T) {
	for _, limit := range []any{250, 250.0, "250", json.Number("2.5"), json.Number("-1"), nil} {
		r := request(t, bff.KindRead, `{}`)
		r.Data["limit"] = limit
		got, err := adapterTo(t, "http://192.0.2.1", paged(styles["offset"])).Do(t.Context(), r)
		require.ErrorIs(t, err, bff.ReasonInternal, "%T %v: %v", limit, limit, got)
		assert.ErrorContains(t, errors.Unwrap(err), "data.limit", "%T", limit)
	}
}

func TestInvalidListsAreRejected(t *testing.T) {
	for _, body := range []string{
		`{}`, `{"items":{}}`, `{"items":[],"total":-1}`, `{"items":[],"total":1.5}`,
		`{"items":[],"total":"many"}`,
	} {
		got, err := do(t, answer(200, "application/json", body), paged(styles["page"]), bff.KindRead, `{}`)
		assert.Error(t, err, "%s: %v", body, got)
	}
	page := answer(200, "application/json", `{"items":[],"next":{}}`)
	got, err := do(t, page, paged(styles["cursor without total"]), bff.KindRead, `{}`)
	assert.Error(t, err, "an object as cursor: %v", got)
}
