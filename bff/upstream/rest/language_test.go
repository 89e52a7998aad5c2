package rest

import (
	"errors"
	"io"
	"net/http"
	"strings"
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
	var got, header, copied, kind string
	url := serve(t, func(w http.ResponseWriter, r *http.Request) {
		raw, _ := io.ReadAll(r.Body)
		got, header, copied, kind = string(raw), r.Header.Get("X-Reference"), r.Header.Get("X-Copy"), r.Header.Get("Content-Type")
		answer(200, "application/json", `{}`)(w, r)
	})
	r := request(t, bff.KindMoney, `{"amount":12.5,"tags":["a b","c"]}`)
	r.IdempotencyKey = "k-1"
	_, err := adapterTo(t, url, mapping).Do(t.Context(), r)
	require.NoError(t, err)
	assert.True(t, got == "amount=1250&ref=k-1&tag=a+b&tag=c" && header == "k-1" && copied == "k-1" && kind == "application/x-www-form-urlencoded",
		"got %q %q %q %q", got, header, copied, kind)
	read := request(t, bff.KindWrite, `{"amount":1}`)
	read.IdempotencyKey = "k-2"
	_, err = adapterTo(t, url, mapping).Do(t.Context(), read)
	assert.True(t, err == nil && got == "amount=100" && header == "", "without a key: %q %q %v", got, header, err)
}

func TestFixedAnswersAreSentNowhere(t *testing.T) {
	url := serve(t, func(http.ResponseWriter, *http.Request) { t.Error("a request was sent") })
	const mapping = `version: 1
calls:
  c/m:
    - { when: .data.whole, answer: '{result: true, message: "", data: [], code: 200, pagination: {limit: 10, offset: 0, total: 0}}' }
    - { data: '[.data.word, $in.lang]' }
`
	a := adapterTo(t, url, mapping)
	for data, want := range map[string]string{
		`{"word":"x"}`:   `{"result":true,"message":"","data":["x","tr"],"code":200,"debug":null,"pagination":null}`,
		`{"whole":true}`: `{"result":true,"message":"","data":[],"code":200,"debug":null,"pagination":{"limit":10,"offset":0,"total":0}}`,
	} {
		got, err := a.Do(t.Context(), request(t, bff.KindRead, data))
		assert.True(t, err == nil && text(t, got) == want, "%s: %v %s", data, err, text(t, got))
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
	url := serve(t, func(w http.ResponseWriter, r *http.Request) {
		raw, _ := io.ReadAll(r.Body)
		sent = append(sent, r.Method+" "+r.URL.Path+" "+string(raw)+" "+r.Header.Get("Idempotency-Key"))
		body := `{"id":"w-7","currency":"EUR"}`
		if r.Method == http.MethodPost {
			body = `{"id":"d-1"}`
		}
		answer(200, "application/json", body)(w, r)
	})
	r := request(t, bff.KindMoney, `{"user":"u1","amount":5}`)
	r.IdempotencyKey = "k"
	got, err := adapterTo(t, url, chained).Do(t.Context(), r)
	require.True(t, err == nil && string(got.Data) == `{"id":"d-1"}`, "got %v, %v", got, err)
	// Only the request that pays has the key.
	assert.Equal(t, `GET /wallets/u1  |POST /wallets/w-7/deposits {"amount":5,"currency":"EUR"} k`, strings.Join(sent, "|"),
		"sent %q", sent)
}

// A payment that fails before its own request was sent has not been sent; after it, its outcome is
// unknown.
func TestDeliveryOfChainedPayments(t *testing.T) {
	for _, row := range []struct {
		name          string
		first, second int
		want          bff.Delivery
		reason        *bff.Reason
	}{
		{"the first fails", 500, 200, bff.DeliveryNotSent, bff.ReasonBadUpstreamAnswer},
		{"the first is limited", 429, 200, bff.DeliveryAnswered, bff.ReasonRateLimited},
		{"the second fails", 200, 500, bff.DeliveryUnknown, bff.OutcomeUnknown(bff.ReasonBadUpstreamAnswer)},
	} {
		t.Run(row.name, func(t *testing.T) {
			posts := 0
			url := serve(t, func(w http.ResponseWriter, r *http.Request) {
				if r.Method == http.MethodPost {
					posts++
					answer(row.second, "application/json", `{}`)(w, r)
					return
				}
				answer(row.first, "application/json", `{"id":"w","currency":"EUR"}`)(w, r)
			})
			got, err := adapterTo(t, url, chained).Do(t.Context(), request(t, bff.KindMoney, `{"user":"u","amount":5}`))
			assert.True(t, got == nil && errors.Is(err, row.reason) && bff.DeliveryOf(err) == row.want,
				"got %v, %v (%s)", got, err, bff.DeliveryOf(err))
			if row.want != bff.DeliveryUnknown && posts != 0 {
				t.Errorf("%d payments were sent", posts)
			}
		})
	}
	url := serve(t, answer(404, "application/json", `{}`))
	got, err := adapterTo(t, url, chained).Do(t.Context(), request(t, bff.KindMoney, `{"user":"u","amount":5}`))
	assert.True(t, err == nil && !got.Result && got.Message == "Kayıt Bulunamadı",
		"a refusal of the first request: %v, %v", got, err)
}

func TestErrorsOfExpressionsHaveTheirPlaceWithoutValues(t *testing.T) {
	const mapping = "version: 1\ncalls:\n  c/m:\n    method: GET\n    path: /x\n    data: '.body.name | keys'\n"
	a := adapterTo(t, serve(t, answer(200, "application/json", `{"name":"Gizli Ad"}`)), mapping)
	_, err := a.Do(t.Context(), request(t, bff.KindRead, `{}`))
	var failed *EvalError
	require.ErrorAs(t, err, &failed)
	got := failed.Place.String()
	assert.True(t, got == "m.yaml:6:12: calls.c/m.data" && failed.Place.Source == ".body.name | keys",
		"place %s, source %q", got, failed.Place.Source)
	assert.True(t, !strings.Contains(err.Error(), "Gizli") && strings.Contains(err.Error(), "m.yaml:6:12") && strings.Contains(failed.Detail, "Gizli Ad"),
		"error %q, detail %q", err, failed.Detail)
}
