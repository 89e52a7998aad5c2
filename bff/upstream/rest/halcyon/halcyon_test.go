package halcyon

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// casino answers every call with one answer and remembers what it was asked.
func casino(answer string, asked *string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		raw, _ := io.ReadAll(r.Body)
		*asked = string(raw)
		_, _ = io.WriteString(w, answer)
	}
}

func ask(t *testing.T, answer, method, target, body string, header ...string) (got *httptest.ResponseRecorder, asked string) {
	t.Helper()
	h, err := New(casino(answer, &asked))
	if err != nil {
		t.Fatal(err)
	}
	r := httptest.NewRequestWithContext(t.Context(), method, target, strings.NewReader(body))
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	got = httptest.NewRecorder()
	h.ServeHTTP(got, r)
	return got, asked
}

func TestRefusalsAreErrorObjectsWithAStatus(t *testing.T) {
	refused := func(message string) string { return `{"result":false,"message":"` + message + `"}` }
	for name, c := range map[string]struct {
		answer, method, target, body string
		status                       int
		code                         string
	}{
		"a session that has ended":  {refused("Oturum Süresi Doldu"), "GET", "/v1/me", "", 401, "token_expired"},
		"maintenance":               {refused("This site is under maintenance"), "GET", "/v1/jackpots", "", 503, "maintenance"},
		"any other":                 {refused("Bakiyeniz Yetersiz"), "GET", "/v1/jackpots", "", 422, "rejected"},
		"a casino that is broken":   {`<p>`, "GET", "/v1/jackpots", "", 502, "internal"},
		"money without a key":       {`{}`, "POST", "/v1/me/transfers/bank", `{}`, 400, "idempotency_key_required"},
		"a page that is too long":   {`{}`, "GET", "/v1/slots/games?page_size=101", "", 400, "bad_request"},
		"a page before the first":   {`{}`, "GET", "/v1/slots/games?page=0", "", 400, "bad_request"},
		"a cursor of somebody else": {`{}`, "GET", "/v1/me/inbox?cursor=MTA", "", 400, "bad_request"},
		"a body that is no object":  {`{}`, "POST", "/v1/sessions", `[1]`, 400, "bad_request"},
		"a resource of nobody":      {`{}`, "GET", "/endpoint/v1", "", 404, "no_such_resource"},
	} {
		got, _ := ask(t, c.answer, c.method, c.target, c.body)
		if got.Code != c.status || !strings.Contains(got.Body.String(), `"code":"`+c.code+`"`) {
			t.Errorf("%s: %d %s", name, got.Code, got.Body)
		}
	}
}

func TestTokenOfALoginIsThePlayersSessionAtTheCasino(t *testing.T) {
	got, _ := ask(t, `{"result":true,"data":{"rid":1,"uid":"u7","sid":"s9","gtm":"3","language":"tr","username":"demo","lastlogin":null,"gasecret":""}}`,
		"POST", "/v1/sessions", `{"handle":"demo","password":"x"}`)
	_, behind, _ := strings.Cut(got.Body.String(), `"access_token":"`)
	token, _, _ := strings.Cut(behind, `"`)
	if got.Code != http.StatusCreated || !strings.HasPrefix(token, "hlc_") || strings.Contains(got.Body.String(), "s9") {
		t.Fatalf("%d %s", got.Code, got.Body)
	}
	_, asked := ask(t, `{"result":true,"data":[]}`, "GET", "/v1/me/wallet", "", "Authorization", "Bearer "+token, "X-Player-Address", "192.0.2.1")
	if !strings.Contains(asked, `"user":{"sid":"s9","uid":"u7","uip":"192.0.2.1"}`) {
		t.Errorf("asked %s", asked)
	}
	_, asked = ask(t, `{"result":true,"data":[]}`, "GET", "/v1/me/wallet", "", "Authorization", "Bearer forged")
	if !strings.Contains(asked, `"uid":""`) {
		t.Errorf("asked %s", asked)
	}
}
