package staff_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/netip"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/ops/staff"
)

type fields map[string]any

// newToken creates a token of all scopes and brands for 366 days, with other fields.
func (r *rig) newToken(other fields) string {
	r.t.Helper()
	body := fields{
		"name": "cms", "scopes": staff.TokenScopes, "brands": []string{"*"}, "expires": "2027-01-03T03:04:05Z",
	}
	maps.Copy(body, other)
	raw, err := json.Marshal(body)
	require.NoError(r.t, err)
	a := r.want(http.StatusCreated, "POST", "/tokens", string(raw), r.as("yonetici"))
	var created staff.Token
	require.NoError(r.t, json.Unmarshal(a.body, &created))
	require.Regexp(r.t, "^crp_[A-Z2-7]{26} no-store$", created.Secret+" "+a.header.Get("Cache-Control"))
	return created.Secret
}

// The document of the API pins the scopes of each route (TestEveryRouteIsInTheDocument).
func TestTokensUseOnlyTheRoutesOfTheirScopes(t *testing.T) {
	r := playing(t)
	r.limits = map[bff.LimitRule]bff.Allowance{bff.LimitPasswordAddress: {Count: 1000, Window: time.Hour}}
	invalid := []string{" ", "crp_", r.newToken(fields{"name": "restored"})}
	require.NoError(t, r.revocations.Revoke(t.Context(), bff.RevocationOfEveryone, r.Now(), r.Now().Add(time.Hour)))
	r.Advance(time.Second)
	invalid = append(invalid, r.newToken(fields{"name": "revoked"}),
		r.newToken(fields{"name": "expired", "expires": r.Now().Add(time.Minute)}),
		r.newToken(fields{"name": "elsewhere", "addresses": []string{"10.0.0.0/8", "192.0.2.8/32"}}))
	scopes := map[string]string{} // by secret
	for i, scope := range staff.TokenScopes {
		other := fields{"scopes": []string{scope}, "addresses": []string{"192.0.2.0/24"}}
		other["name"] = fmt.Sprint("token-", i)
		scopes[r.newToken(other)] = scope
	}
	cookie := r.as("yonetici") // does not count beside a token
	r.want(http.StatusOK, "DELETE", "/tokens/revoked", "", cookie)
	r.want(http.StatusNotFound, "DELETE", "/tokens/revoked", "", cookie)
	r.Advance(time.Minute)
	r.production = true // tokens have no authenticator
	used := map[string]int{}
	for _, row := range staff.RouteRows() {
		path := placeholders.Replace(row.Path)
		for secret, scope := range scopes {
			r.token = secret
			got := r.do(row.Method, path, "", cookie)
			if slices.Contains(row.Scopes, scope) {
				used[scope]++
				require.NotContains(t, []int{401, 403}, got.status, "%s %s with %s", row.Method, path, scope)
			} else {
				require.Equal(t, 403, got.status, "%s %s with %s: %s", row.Method, path, scope, got.body)
				got.wantRefusal(t, "scope missing", path)
			}
		}
		for _, r.token = range invalid {
			got := r.want(http.StatusUnauthorized, row.Method, path, "", cookie)
			got.wantRefusal(t, "token invalid", path)
		}
	}
	assert.Equal(t, "map[audit:read:3 brands:read:4 cache:purge:1 events:write:1 maintenance:write:6 metrics:read:3 "+
		"players:read:3]",
		fmt.Sprint(used), "routes by scope")

	for range 4 { // the others have the same network and cause
		<-r.refusals.written
	}
	stored := fmt.Sprintf("%s", r.refusals.Values())
	for who, why := range map[string]string{
		"": "unknown token", "token:elsewhere": "address not allowed", "token:expired": "expired token",
		"token:restored": "token from before a restore",
	} {
		assert.Regexp(t, fmt.Sprintf(`"who":%q[^{]*"refused","after":{"reason":%q}`, who, why), stored)
	}
	stored += fmt.Sprintf("%s %s", r.tokens.Values(), r.deeds.Values())
	for secret := range scopes {
		assert.NotContains(t, stored, secret[4:])
	}
}

func TestTokenOfOneBrand(t *testing.T) {
	r := playing(t)
	secret := r.newToken(fields{"brands": []string{"zephyr"}})
	r.token = secret
	for _, row := range []struct {
		method, path, body string
		status             int
	}{
		{"GET", "/brands", "", 200},
		{"POST", "/cache/purge", `{"brand":"zephyr"}`, 200},
		{"POST", "/cache/purge", `{"brand":"marmara"}`, 403},
		{"POST", "/cache/purge", `{}`, 403},
		{"GET", "/maintenance/marmara", "", 403},
		{"PUT", "/maintenance/*", `{"on":true}`, 403},
		{"GET", "/players?q=ayse&brand=marmara", "", 403},
		{"GET", "/players/marmara/u-1/limits", "", 403},
		{"GET", "/audit.jsonl", "", 200},
	} {
		got := r.want(row.status, row.method, row.path, row.body, nil)
		assert.NotContains(t, string(got.body), "marmara", row.path)
	}
	assert.Equal(t, []string{"zephyr "}, r.purged)
	for brand, status := range map[string]int{"zephyr": 200, "marmara": 403} { // a signature does not count
		a := r.send(otherSecret, "event of "+brand, 0, payload("content.changed", `{"brand":"`+brand+`"}`, 0))
		assert.Equal(t, status, a.status, brand)
	}
	entries := read[[]staff.Entry](r, "/audit", nil)
	assert.Equal(t, []string{"token:cms", "token:cms"}, []string{entries[0].Who, entries[1].Who})

	r.token = ""
	r.want(http.StatusOK, "DELETE", "/tokens/cms", "", r.as("yonetici"))
	secret = r.newToken(fields{"brands": []string{"marmara"}})
	r.token = secret
	r.want(http.StatusOK, "POST", "/cache/purge", `{"brand":"marmara"}`, nil)
	assert.Len(t, read[[]staff.Entry](r, "/audit?who=token:cms", nil), 1, "without entries of a revoked token")

	for i, want := range []string{"192.0.2.7 0s", "192.0.2.7 0s", "192.0.2.8 1m0s"} { // at most one use per minute
		r.Advance([]time.Duration{0, 59 * time.Second, time.Second}[i])
		r.want(http.StatusOK, "GET", "/brands", "", nil)
		r.token = ""
		use := read[[]staff.Token](r, "/tokens", r.as("yonetici"))[0].LastUse
		assert.Equal(t, want, fmt.Sprint(use.From, " ", use.At.Sub(start)))
		r.token, r.visitor = secret, netip.MustParseAddr("192.0.2.8")
	}
	// Wrong tokens lock out neither people nor other scripts in the same network.
	r.limits = map[bff.LimitRule]bff.Allowance{bff.LimitPasswordAddress: {Count: 1, Window: time.Hour}}
	for _, status := range []int{401, 429} {
		r.token = "crp_wrong"
		r.want(status, "GET", "/brands", "", nil)
	}
	r.token = ""
	r.as("destek")
	r.token = secret
	r.limits = map[bff.LimitRule]bff.Allowance{bff.LimitSenderBlock: {Window: time.Hour}}
	r.want(http.StatusTooManyRequests, "POST", "/cache/purge", `{"brand":"zephyr"}`, nil)
	r.want(http.StatusOK, "GET", "/brands", "", nil)
	_, err := r.options.Do(t.Context(), staff.AccountRequest{Operation: staff.OpRemoveDemo})
	require.NoError(t, err)
	r.want(http.StatusUnauthorized, "GET", "/brands", "", nil)
	r.tokens.Fail(errors.New("no store"))
	r.want(http.StatusServiceUnavailable, "GET", "/brands", "", nil)
}
