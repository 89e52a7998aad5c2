package main

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"croupier/bff"
)

// What the cache stores and serves is sanitised: once per fetch, with one log record per field and
// minute.
func TestCachedAnswersAreSanitised(t *testing.T) {
	d := newDeviating(t, "", "")
	const call = "cmscontroller/popupInformation"
	d.set(call, `[{"id":1,"title":"a","html":"<p>a</p><script>alert(1)</script>","image":"/a.png","link":"javascript:alert(1)","Active":1,`+
		`"Start_date":"2026-01-01 00:00:00","End_date":"2027-01-01 00:00:00"}]`)
	upstream := openSanitised(d.routes, d.calls, d.metrics, slog.New(slog.NewTextHandler(&d.printed, nil)))
	brand, _ := d.live.ByID("marmara")
	found, _ := d.calls.Lookup("cmscontroller", "popupInformation")
	ask := func() string {
		t.Helper()
		data := d.calls.Complete(found, map[string]any{}, "tr")
		got, err := d.cache.Do(t.Context(), &bff.UpstreamRequest{RequestID: "r", Brand: brand, Call: found, Rules: d.calls.Resolve(found, data), Data: data, Lang: "tr"}, upstream)
		if err != nil {
			t.Fatal(err)
		}
		body := string(got.Answer.Data)
		if got.Encoded != nil {
			body += string(got.Encoded.Variant("").Bytes)
		}
		if strings.Contains(body, "script") || !strings.Contains(body, `"link":""`) || !strings.Contains(body, `\u003cp\u003ea\u003c/p\u003e`) {
			t.Errorf("%s: %s", got.State, body)
		}
		return string(got.State)
	}
	states := []string{ask(), ask()}
	if _, err := d.cache.Purge(t.Context(), "marmara", call); err != nil {
		t.Fatal(err)
	}
	states = append(states, ask())
	if !slices.Equal(states, []string{"MISS", "HIT", "MISS"}) || d.received(call) != 2 {
		t.Errorf("%v, %d calls", states, d.received(call))
	}
	if n := strings.Count(d.printed.String(), "link removed"); n != 1 || !strings.Contains(d.printed.String(), "field=[].link") {
		t.Errorf("%d log records:\n%s", n, d.printed.String())
	}
	w := httptest.NewRecorder()
	d.metrics.Handler().ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/metrics", nil))
	if want := `croupier_refused_links_total{brand="marmara",call="` + call + `"} 2`; !strings.Contains(w.Body.String(), want) {
		t.Errorf("want %s", want)
	}
}

func TestRefusedLinksAreLoggedOncePerMinute(t *testing.T) {
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	reports := refusedLinks{last: map[string]time.Time{}, now: func() time.Time { return now }}
	if !reports.due("a") || reports.due("a") || !reports.due("b") {
		t.Error("want the first record of each field only")
	}
	now = now.Add(time.Minute)
	if !reports.due("a") {
		t.Error("want another record after a minute")
	}
	for i := range maxRefusedFields + 1 {
		reports.due(string(rune('A' + i)))
	}
	if len(reports.last) > maxRefusedFields {
		t.Errorf("%d fields", len(reports.last))
	}
}
