package staff_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff/player/protection"
)

func TestStaffDecideWhetherTwoPlayersAreOnePerson(t *testing.T) {
	r, destek := rigFor(t, "destek")
	note := func(player, email string) {
		require.NoError(t, r.protected.NotePerson(t.Context(), r.brands[0], player,
			protection.PersonalData{Email: email, Phone: "+905551112233"}))
	}
	_, err := r.protected.Call(t.Context(), r.brands[0], "1", "self_exclude", map[string]any{"forever": true},
		protection.PlatformPlayer{})
	require.NoError(t, err)
	note("1", "ayse@ornek.test")
	note("7", "can@ornek.test")
	note("8", "su@ornek.test")
	const match = `{"brand":"marmara","uid":"%","excluded_brand":"marmara","excluded_uid":"1","fields":["phone"],"at":"2026-01-02T03:04:05Z"}`
	r.wantBody("["+strings.Replace(match, "%", "7", 1)+","+strings.Replace(match, "%", "8", 1)+"]", "GET", "/matches",
		"", destek)
	const decision = `{"excluded_brand":"marmara","excluded_uid":"1","same":%,"reason":"their documents"}`
	for _, row := range []struct {
		player, same string
		excluded     bool
	}{{"7", "true", true}, {"8", "false", false}} {
		path, body := "/players/marmara/"+row.player+"/match", strings.Replace(decision, "%", row.same, 1)
		r.want(http.StatusForbidden, "POST", path, body, r.as("izleyici"))
		r.want(http.StatusOK, "POST", path, body, destek)
		r.want(http.StatusNotFound, "POST", path, body, destek)
		l := read[limits](r, "/players/marmara/"+row.player+"/limits", destek)
		assert.Equal(t, row.excluded, l.Exclusion != nil, "player %s", row.player)
	}
	r.wantBody("[]", "GET", "/matches", "", destek)
	entry := r.audit(destek, "?action=person+decided")[0]
	assert.Contains(t, string(entry.After), `"excluded_uid":"1","at":"2026-01-02T03:04:05Z","by":"destek"`)
}
