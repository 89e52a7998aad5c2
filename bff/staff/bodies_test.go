package staff_test

import (
	"net/http/httptest"
	"strings"
	"testing"
)

func TestInvalidBodiesNameTheField(t *testing.T) {
	r := newRig(t)
	admin := r.login("yonetici", "Yonetici123!")
	for _, row := range []struct {
		method, path, body string
		status             int
		field              string
	}{
		{"PUT", "/maintenance/marmara", `{}`, 400, "on"},
		{"PUT", "/maintenance/marmara", `{"on":"yes"}`, 400, "on"},
		{"PUT", "/maintenance/marmara", `{"on":true,"when":1}`, 400, "when"},
		{"PUT", "/maintenance/marmara", `{"on":true,"until":"2030-01-01T00:00:00Z"}`, 400, "until"},
		{"PUT", "/maintenance/marmara", `{"on":false,"from":"2030-01-01T00:00:00Z"}`, 400, "from"},
		{"PUT", "/maintenance/marmara", `{"on":true,"message":{"fr":"x"}}`, 400, "message.fr"},
		{"PUT", "/maintenance/*", `{"on":true,"message":{"fr":"x"}}`, 400, "message.fr"},
		{"PUT", "/maintenance/marmara", `{"on":true,"why":"` + strings.Repeat("x", 201) + `"}`, 400, "why"},
		{"PUT", "/maintenance/marmara", `{"on":true,"bypass":["192.0.2.1/32"` + strings.Repeat(`,"192.0.2.1/32"`, 100) + `]}`, 400, "bypass"},
		{"POST", "/maintenance/marmara/windows", `{"until":"2020-01-01T00:00:00Z"}`, 400, "until"},
		{"POST", "/maintenance/marmara/windows", `{"from":"2030-01-01T00:00:00Z","until":"2029-01-01T00:00:00Z"}`, 400, "until"},
		{"POST", "/maintenance/marmara/windows", `{"until":"9999-12-31T23:59:59-01:00"}`, 400, "until"},
		{"POST", "/maintenance/marmara/windows", `{"from":"9999-12-31T23:59:59-01:00"}`, 400, "from"},
		{"POST", "/maintenance/marmara/windows", `{"from":"tomorrow"}`, 400, "from"},
		{"POST", "/maintenance/marmara/windows", `{"from":null}`, 400, "from"},
		{"POST", "/maintenance/marmara/windows", `{"on":true}`, 400, "on"},
		{"POST", "/maintenance/marmara/windows", `{"message":{"fr":"x"}}`, 400, "message.fr"},
		{"POST", "/maintenance/nowhere/windows", `{}`, 404, ""},
		{"POST", "/maintenance/marmara/windows/none/end", ``, 404, ""},
		{"POST", "/maintenance/*/bypass-links", ``, 404, ""},
		{"GET", "/maintenance/nowhere/bypass-links", ``, 404, ""},
		{"DELETE", "/maintenance/marmara/bypass-links/none", ``, 404, ""},
		{"POST", "/maintenance/marmara/bypass-link", ``, 404, ""},
		{"PUT", "/maintenance/marmara", `{"on":true,"calls":["casino","casin"]}`, 400, "calls[1]"},
		{"PUT", "/maintenance/marmara", `{"on":true,"bypass":["here"]}`, 400, "bypass"},
		{"PUT", "/maintenance/marmara", `{"on":true} x`, 400, ""},
		{"PUT", "/maintenance/marmara", `null`, 400, ""},
		{"PUT", "/maintenance/nowhere", `{"on":true}`, 404, ""},
		{"PUT", "/maintenance/marmara", `{"on":true,"message":{"tr":"` + strings.Repeat("x", 70_000) + `"}}`, 413, ""},
		{"PUT", "/maintenance/marmara", `{"on":true,"message":{"tr":"` + strings.Repeat("ş", 1001) + `"}}`, 400, "message.tr"},
		{"POST", "/cache/purge", `{"brand":"nowhere"}`, 400, "brand"},
		{"POST", "/cache/purge", `{"call":"casino"}`, 400, "call"},
		{"POST", "/cache/purge", `{"class":"casin"}`, 400, "class"},
		{"POST", "/cache/purge", `{"class":"casino/games_list"}`, 400, "class"},
		{"POST", "/cache/purge", `{"class":"casino","call":"casino/games_list"}`, 400, "class"},
		{"POST", "/breakers/marmara/other/open", ``, 404, ""},
		{"POST", "/breakers/marmara/main/ajar", ``, 404, ""},
		{"GET", "/audit?limit=0", ``, 400, "limit"},
		{"GET", "/audit?limit=501", ``, 400, "limit"},
		{"GET", "/audit?limit=x", ``, 400, "limit"},
		{"GET", "/audit?from=yesterday", ``, 400, "from"},
		{"GET", "/audit.csv?until=1", ``, 400, "until"},
		{"GET", "/requests/none", ``, 404, ""},
		{"GET", "/requests/none?x=1", ``, 400, "x"},
		{"GET", "/traffic?x=1", ``, 400, "x"},
		{"GET", "/traffic?minutes=x", ``, 400, "minutes"},
		{"GET", "/traffic?minutes=0", ``, 400, "minutes"},
		{"GET", "/traffic?minutes=61", ``, 400, "minutes"},
		{"GET", "/traffic?minutes=1&minutes=2", ``, 400, "minutes"},
		{"GET", "/players", ``, 400, "q"},
		{"GET", "/players?q=ayse&x=1", ``, 400, "x"},
		{"GET", "/players?q=ayse&q=fatma", ``, 400, "q"},
		{"GET", "/players?q=ayse&brand=nowhere", ``, 400, "brand"},
		{"GET", "/players?q=%ff", ``, 400, "q"},
		{"GET", "/players?q=" + strings.Repeat("x", 255), ``, 400, "q"},
		{"GET", "/players/marmara/none", ``, 404, ""},
		{"GET", "/players/nowhere/known", ``, 404, ""},
		{"GET", "/players/marmara/known?x=1", ``, 400, "x"},
		{"GET", "/maintenance/*", ``, 404, ""},
	} {
		t.Run(row.method+row.path+row.body[:min(len(row.body), 50)], func(t *testing.T) {
			got := r.do(row.method, row.path, row.body, admin)
			_, message, field := got.refusal(t)
			if got.status != row.status || field != row.field || message == "" {
				t.Errorf("%d %s", got.status, got.body)
			}
		})
	}
	if len(r.windows.switches) != 0 || len(r.windows.windows) != 0 || len(r.windows.links) != 0 || len(r.purged) != 0 {
		t.Errorf("something was done: %+v %v", r.windows, r.purged)
	}
	req := r.newRequest("GET", "/me", "", nil)
	req.Header.Set("Accept-Language", "fr, tr;q=0.5")
	w := httptest.NewRecorder()
	r.handler.ServeHTTP(w, req)
	if !strings.Contains(w.Body.String(), "giriş") {
		t.Errorf("in Turkish: %s", w.Body)
	}
}
