package app

import (
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestExplainedCallIsTheCallOfAPageUntilItIsPurged(t *testing.T) {
	s, _ := joined(t, writeConfig(t, validConfig+"data_dir: "+t.TempDir()+"\n"), slog.New(slog.DiscardHandler), nil)
	do := func(purge bool, brand, call, data string) string {
		rows, err := s.doCache(t.Context(), CacheRequest{"ayse", purge, brand, call, data})
		return fmt.Sprint(rows, err)
	}
	cached := map[string]string{
		"casino/games_list": `{"limit":48.0,"Lang":"en"}`, "casino/provider_list": `{"Lang":"xx"}`,
		"slider/get_active_items": `{"siteId":1}`,
	}
	for call, data := range cached {
		assert.Contains(t, do(false, "marmara", call, data), "[memory empty]", call)
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "http://localhost/endpoint/v1/"+call,
			strings.NewReader(data))
		r.Header = http.Header{"Panel": {"frontend"}, "Content-Type": {"application/json"}}
		w := httptest.NewRecorder()
		s.gateway.ServeHTTP(w, r)
		require.Equal(t, http.StatusOK, w.Code, "%s: %s", call, w.Body)
		assert.Contains(t, do(false, "marmara", call, data), "[memory fresh", call)
	}
	assert.Contains(t, do(true, "marmara", "casino", ""), "instance 2]")
	for call, data := range cached {
		gone := strings.Contains(do(false, "marmara", call, data), "[memory empty]")
		assert.Equal(t, strings.HasPrefix(call, "casino/"), gone, call)
	}
	page, err := s.accounts.AuditLog.Actions.Page(t.Context(), "", 1)
	require.NoError(t, err)
	assert.Regexp(t, `"ayse".*"purge","brand":"marmara","subject":"casino","outcome":"done".*"dropped":2`, string(page[0]))
	for want, got := range map[string]string{
		"brand: unknown brand x (allowed: marmara, pera, zephyr)":     do(false, "x", "casino/games_list", "{}"),
		"brand: unknown brand * (allowed: ":                           do(true, "*", "", ""),
		"call: brand pera has no call casino (allowed: casino/":       do(false, "pera", "casino", "{}"),
		"call: brand pera has no call slots (allowed: cmscontroller/": do(true, "pera", "slots", ""),
		"data: [] must be a JSON object":                              do(false, "pera", "casino/games_list", "[]"),
		"data.limit: ":                                                do(false, "pera", "casino/games_list", `{"limit":""}`),
		"who: session":                                                do(false, "pera", "finance/check_balance", "{}"),
	} {
		assert.Contains(t, got, want)
	}
}
