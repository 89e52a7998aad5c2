package e2e_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
)

// window makes a request of maintenance windows and decodes the window.
func (c staffClient) window(t *testing.T, ifMatch, method, path, body string, want int) (w bff.MaintenanceWindow) {
	t.Helper()
	status, raw := c.doMatching(t, ifMatch, method, "/maintenance/"+path, body)
	require.Equal(t, want, status, "%s %s: %d %s", method, path, status, raw)
	if status/100 == 2 {
		unmarshal(t, raw, &w)
	}
	return w
}

// A bypass link of one instance opens every instance until another one revokes it.
func TestBypassLinkIsRevokedOnEveryInstance(t *testing.T) {
	d := pair(t)
	here := d.staff(t, 0, "destek")
	there := d.staff(t, 1, "yonetici")
	page := d.visitorAt(1).events(t, "")
	require.Equal(t, `{"result":true}`, page.WaitFor("maintenance"), "initial state")
	w := here.window(t, "", http.MethodPost, d.brand+"/windows", `{"message":{"tr":"Bakımdayız"}}`, http.StatusCreated)
	assert.Equal(t, `{"result":false,"message":"Bakımdayız","until":null}`, page.WaitFor("maintenance"),
		"event of the other instance")
	var link struct{ ID, URL, By string }
	here.must(t, http.MethodPost, "/maintenance/"+d.brand+"/bypass-links", "", http.StatusCreated, &link)
	assert.Equal(t, "destek", link.By, "link: %+v", link)
	_, token, _ := strings.Cut(link.URL, "bypass=")
	enters := func(i int) bool {
		t.Helper()
		status, _ := mustCall(t, d.visitorAt(i).client(), "casino/provider_list", nil, map[string]string{"Cookie": "croupier-pass=" +
			token})
		return status == http.StatusOK
	}
	for i := range d.instances {
		eventually(t, "the link on every instance", func() bool { return enters(i) })
	}
	raw := there.must(t, http.MethodGet, "/maintenance/"+d.brand+"/bypass-links", "", http.StatusOK,
		nil)
	assert.True(t, strings.Contains(raw, `"by":"destek"`) && !strings.Contains(raw, "bypass="),
		"links on the other instance: %s", raw)
	revoked := time.Now()
	there.must(t, http.MethodDelete, "/maintenance/"+d.brand+"/bypass-links/"+link.ID, "", http.StatusOK, nil)
	for i := range d.instances {
		eventually(t, "the end of the link", func() bool { return !enters(i) })
	}
	took := time.Since(revoked)
	assert.True(t, took <= 2*time.Second, "the link ended after %s", took)
	dump := d.redisDo(t, "HGETALL", "croupier:records:maintenance")
	id, secret, _ := strings.Cut(token, ".")
	assert.True(t, strings.Contains(dump, id) && !strings.Contains(dump, secret),
		"want the id of the link in Redis and not its secret: %s", dump)

	// The window survives the instance that acknowledged it. A change names the version that it replaces.
	kill(t, d.instances[0])
	if open, message := d.siteState(t, 1); open || message != "Bakımdayız" {
		t.Errorf("on the other instance: open %v, %q", open, message)
	}
	path := d.brand + "/windows/" + w.ID
	there.window(t, "", http.MethodPatch, path, `{"why":"two"}`, http.StatusPreconditionRequired)
	there.window(t, `"1"`, http.MethodPatch, path, `{"why":"two"}`, http.StatusOK)
	there.window(t, `"1"`, http.MethodPatch, path, `{"why":"three"}`, http.StatusPreconditionFailed)
	d.startAgain(t, 0)
	got := there.window(t, "", http.MethodPost, path+"/end", "", http.StatusOK)
	assert.True(t, got.Ended != nil && got.Ended.By == "yonetici" && got.Version == 3, "ended: %+v", got)
	for i := range d.instances {
		eventually(t, "the end on every instance", func() bool {
			open, _ := d.siteState(t, i)
			return open
		})
	}
}
