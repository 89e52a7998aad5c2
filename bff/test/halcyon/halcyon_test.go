package halcyon

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// casino answers every call with the same answer and stores the body of the request.
type casino struct{ answer, received string }

func (c *casino) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	raw, _ := io.ReadAll(r.Body)
	c.received = string(raw)
	_, _ = io.WriteString(w, c.answer)
}

// sender returns a function that sends one request to a platform whose casino gives an answer.
func sender(t *testing.T) func(answer, method, target, body string, header ...string) (*httptest.ResponseRecorder, string) {
	t.Helper()
	behind := &casino{}
	h, err := New(behind)
	require.NoError(t, err)
	return func(answer, method, target, body string, header ...string) (*httptest.ResponseRecorder, string) {
		*behind = casino{answer: answer}
		r := httptest.NewRequestWithContext(t.Context(), method, target, strings.NewReader(body))
		for i := 0; i < len(header); i += 2 {
			r.Header.Set(header[i], header[i+1])
		}
		got := httptest.NewRecorder()
		h.ServeHTTP(got, r)
		return got, behind.received
	}
}

func TestErrorsAreObjectsWithStatus(t *testing.T) {
	send := sender(t)
	refused := func(message string) string { return `{"result":false,"message":"` + message + `"}` }
	for name, c := range map[string]struct {
		answer, method, target, body string
		status                       int
		code                         string
	}{
		"an expired session":              {refused("Oturum Süresi Doldu"), "GET", "/v1/me", "", 401, "token_expired"},
		"maintenance":                     {refused("This site is under maintenance"), "GET", "/v1/jackpots", "", 503, "maintenance"},
		"any other message":               {refused("Bakiyeniz Yetersiz"), "GET", "/v1/jackpots", "", 422, "rejected"},
		"an invalid answer of the casino": {`<p>`, "GET", "/v1/jackpots", "", 502, "internal"},
		"a money call without a key":      {`{}`, "POST", "/v1/me/transfers/bank", `{}`, 400, "idempotency_key_required"},
		"a page size above the maximum":   {`{}`, "GET", "/v1/slots/games?page_size=101", "", 400, "bad_request"},
		"page 0":                          {`{}`, "GET", "/v1/slots/games?page=0", "", 400, "bad_request"},
		"an unknown cursor":               {`{}`, "GET", "/v1/me/inbox?cursor=MTA", "", 400, "bad_request"},
		"a list as body":                  {`{}`, "POST", "/v1/sessions", `[1]`, 400, "bad_request"},
		"an unknown resource":             {`{}`, "GET", "/endpoint/v1", "", 404, "no_such_resource"},
	} {
		got, _ := send(c.answer, c.method, c.target, c.body)
		assert.Equal(t, c.status, got.Code, name)
		assert.Contains(t, got.Body.String(), `"code":"`+c.code+`"`, name)
	}
}

func TestBearerTokenContainsCasinoSession(t *testing.T) {
	send := sender(t)
	got, _ := send(`{"result":true,"data":{"rid":1,"uid":"u7","sid":"s9","gtm":"3","language":"tr","username":"demo","lastlogin":null,"gasecret":""}}`,
		"POST", "/v1/sessions", `{"handle":"demo","password":"x"}`)
	_, rest, _ := strings.Cut(got.Body.String(), `"access_token":"`)
	token, _, _ := strings.Cut(rest, `"`)
	require.True(t, got.Code == http.StatusCreated && strings.HasPrefix(token, "hlc_") && !strings.Contains(got.Body.String(), "s9"),
		"%d %s", got.Code, got.Body)
	_, received := send(`{"result":true,"data":[]}`, "GET", "/v1/me/wallet", "", "Authorization", "Bearer "+token, "X-Player-Address", "192.0.2.1")
	assert.Contains(t, received, `"user":{"sid":"s9","uid":"u7","uip":"192.0.2.1"}`)
	_, received = send(`{"result":true,"data":[]}`, "GET", "/v1/me/wallet", "", "Authorization", "Bearer forged")
	assert.Contains(t, received, `"uid":""`)
}
