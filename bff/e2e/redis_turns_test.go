package e2e_test

import (
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// reads returns how often Redis has read from a connection: once for a request, or for several in one
// pipeline.
func (d *deployment) reads(t *testing.T) int {
	t.Helper()
	_, text, _ := strings.Cut(d.redisDo(t, "INFO", "stats"), "total_reads_processed:")
	text, _, _ = strings.Cut(text, "\r")
	n, err := strconv.Atoi(text)
	require.NoError(t, err)
	return n
}

// TestSessionCallIsOneRedisRoundTrip counts the round trips of session calls in a row, with the
// session in the cookie and with a ticket.
func TestSessionCallIsOneRedisRoundTrip(t *testing.T) {
	parallel(t)
	for _, store := range []string{"cookie", "redis"} {
		d := deploy(t, 1, "CROUPIER_SESSION_STORE="+store)
		v := d.visitorAt(0)
		const calls = 150 // fewer than the burst of a session
		for _, call := range []string{"system/ping", "user/get_user_profile"} {
			token := v.login(t, "", "demo", "Demo123")
			v.want(t, token, call, nil, http.StatusOK, "") // the token is remembered
			before := d.reads(t)
			for range calls {
				v.want(t, token, call, nil, http.StatusOK, "")
			}
			// The server polls Redis meanwhile, and writes the requests that staff look up.
			n := d.reads(t) - before
			assert.True(t, n >= calls && n <= calls+calls/2,
				"%s, %s: %d round trips for %d calls, want one each", store, call, n, calls)
		}
	}
}
