package staff_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"croupier/bff"
	"croupier/bff/config"
	"croupier/bff/ops/staff"
)

// studioTexts has one text.
type studioTexts struct{ bff.SiteTexts }

func (studioTexts) Search(_ *bff.Brand, _, query, _ string) (int, []bff.SiteText) {
	return 1, []bff.SiteText{{Namespace: "common", Key: "close", Text: query}}
}

// readGuest answers the calls of the route of games.
func readGuest(_ context.Context, _ *bff.Scope, _ time.Duration, calls ...bff.GuestRead) []*bff.Answer {
	game := func(id int, name string) string {
		return fmt.Sprintf(`{"gameID":%d,"name":%q,"providerID":12,"providerName":"Kuzey","type":"slot","image":"/a.svg"}`,
			id, name)
	}
	found := game(7, "Kapadokya")
	if calls[2].Data["searchGameName"] != nil {
		found = game(8, "Boğaz")
	}
	return []*bff.Answer{
		{Data: json.RawMessage(`[{"CategoryID":"27","name":"Yeni","items":[` + game(9, "Ege") + `]}]`)},
		{Data: json.RawMessage(`[{"providerID":12,"providerName":"Kuzey"}]`)},
		{Data: json.RawMessage("[" + found + "]")},
	}
}

// The document of the API checks each response (rig.do).
func TestStudioRoutes(t *testing.T) {
	r := newRig(t)
	cookies := map[string]*http.Cookie{
		"a": r.addAccount("ayse", staff.Roles{"marmara": staff.Editor}),
		"v": r.addAccount("veli", staff.ForAllBrands(staff.Editor)),
	}
	name := ""
	const pack = `{"id":9,"title":"Deutsch","namespaces":`
	for _, row := range []struct{ who, ifMatch, request, body, want string }{ // want is the status, and a part
		{"a", "", "GET ", "", `200 "revision":0,"version":0`},
		{"a", "", "GET /../zephyr", "", `403`},
		{"a", "", "PATCH /draft", `{"changes":{"theme.radius":20}}`, `428`},
		{"a", `"x"`, "PATCH /draft", `{"changes":{"theme.radius":20}}`, `400 "field":"If-Match"`},
		{"a", `"0"`, "PATCH /draft", `{"changes":{"hosts":[]}}`, `400 "field":"hosts"`},
		{"a", `"0"`, "PATCH /draft", `{"changes":{"theme.radius":20}}`, `200 "after":20,"by":"ayse"`},
		{"v", `"0"`, "PATCH /draft", `{"changes":{"theme.radius":8}}`, `409 "conflicts":[{"field":"theme.radius","value":20`},
		{"v", `"1"`, "PATCH /draft", `{"changes":{"theme.radius":-1}}`, `200 "faults":[{"field":"theme.radius","problem"`},
		{"v", `"2"`, "POST /publish", `{}`, `400 "field":"theme.radius"`},
		{"v", `"2"`, "PATCH /draft", `{"changes":{"theme.radius":8}}`, `200`},
		{"v", `"3"`, "POST /publish", `{"from":"2020-01-01T00:00:00Z"}`, `400 "field":"from"`},
		{"v", `"2"`, "POST /publish", `{}`, `409 "changed by another person"`},
		{"v", `"3"`, "POST /publish", `{"note":"n"}`, `200 "proposal":{"by":"veli"`},
		{"v", `"3"`, "POST /publish", `{}`, `409 "already proposed"`},
		{"v", "", "POST /approve", `{"revision":1}`, `403 "second person required"`},
		{"a", "", "POST /approve", `{"revision":2}`, `409 "no proposal"`},
		{"a", "", "POST /approve", `{"revision":1}`, `200 "approved_by":"ayse"`},
		{"a", "", "GET /versions/1", "", `200 [{"field":"theme.radius"`},
		{"a", "", "GET /versions/2", "", `404`},
		{"a", "", "GET /versions/0?again=true", "", `200 [{"field":"theme.radius"`},
		{"a", "", "GET /versions/1?again=yes", "", `400 "field":"again"`},
		{"a", "", "POST /revert", `{"version":0}`, `200 "proposal"`},
		{"a", "", "POST /withdraw", `{"revision":2}`, `200 "history"`},
		{"a", `"3"`, "PATCH /draft", `{"changes":{"theme.radius":9}}`, `200`},
		{"a", `"4"`, "DELETE /draft", "", `200 "revision":5`},
		{"a", "", "POST /preview", "", `200 "frame":"http://marmara.test:8080/?preview=pass-marmara\u0026framed=1"`},
		{"a", "", "POST /pictures", `<svg xmlns="http://www.w3.org/2000/svg"/>`, `201 "name":"media/`},
		{"a", "", "GET /pictures/NAME", "", `200 <svg`},
		{"a", "", "POST /pictures", "text", `415 "unsupported picture"`},
		{"a", "", "POST /pictures", strings.Repeat(" ", config.MaxPicture+1), `413`},
		{"a", "", "GET /texts?lang=tr&q=kapat", "", `200 {"total":1,"items":[{"namespace":"common"`},
		{"a", "", "GET /texts?lang=turkish", "", `400 "field":"lang"`},
		{"a", `"5"`, "PUT /languages/de", pack + `{"common":{"a":{"b":"gut"}}}}`, `200 "packs.de":"packs/`},
		{"a", `"6"`, "PUT /languages/de", pack + `[]}`, `400 "field":"namespaces"`},
		{"a", `"6"`, "PUT /languages/de", `{"id":1,"title":"DE","namespaces":{}}`, `400 "field":"id"`},
		{"a", `"6"`, "PUT /languages/de", `{"id":3,"title":" ","namespaces":{}}`, `400 "field":"title"`},
		{"a", `"6"`, "PATCH /draft", `{"changes":{"languages":1}}`, `200`},
		{"a", `"7"`, "PUT /languages/de", pack + `{}}`, `400 "field":"languages"`},
		{"a", "", "GET /games", "", `200 "games":[{"id":7,"name":"Kapadokya","provider":"Kuzey"`},
		{"a", "", "GET /games", "", `200 "categories":[{"id":"27"`},
		{"a", "", "GET /games?q=bo%C4%9Faz", "", `200 "games":[{"id":8`},
		{"a", "", "GET /games?ids=9,1", "", `200 "games":[{"id":9`},
	} {
		r.ifMatch = row.ifMatch
		method, path, _ := strings.Cut(strings.Replace(row.request, "NAME", name, 1), " ")
		got := r.do(method, strings.Replace("/studio/marmara"+path, "marmara/../", "", 1), row.body, cookies[row.who])
		status, part, _ := strings.Cut(row.want, " ")
		assert.Equal(t, status, fmt.Sprint(got.status), "%s: %s", row.request, got.body)
		assert.Contains(t, string(got.body), part, row.request)
		if found := regexp.MustCompile(`media/([0-9a-f]+\.svg)`).FindSubmatch(got.body); found != nil && method == "POST" {
			name = string(found[1])
		}
		if strings.Contains(path, "/pictures/") {
			want := []string{"nosniff", "image/svg+xml", "default-src 'none'; sandbox"}
			assert.Equal(t, want, []string{
				got.header.Get("X-Content-Type-Options"), got.header.Get("Content-Type"),
				got.header.Get("Content-Security-Policy"),
			})
		}
	}
	var actions []string
	for _, raw := range r.deeds.Values() {
		var e staff.Entry
		assert.NoError(t, json.Unmarshal(raw, &e))
		actions = append(actions, e.Action+" "+e.Who+" "+e.Brand+string(e.Before)+string(e.After))
	}
	for _, want := range []string{
		`publication proposed veli marmara{"theme.radius":`, `publication approved ayse marmara`, "draft discarded ayse",
		"publication withdrawn ayse", "brand.preview ayse marmara",
	} {
		assert.True(t, slices.ContainsFunc(actions, func(a string) bool { return strings.HasPrefix(a, want) }), want)
	}
}
