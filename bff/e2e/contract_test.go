package e2e_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/contract"
	"croupier/bff/e2e"
)

// mustCall posts a call and returns the response, which must be an envelope.
func mustCall(t *testing.T, c *e2e.Client, call string, data map[string]any, header map[string]string) (status int,
	a map[string]json.RawMessage,
) {
	t.Helper()
	status, _, raw, err := c.Call(call, data, header)
	require.NoError(t, err)
	unmarshal(t, raw, &a)
	for _, key := range []string{"result", "message", "data", "code", "debug", "pagination"} {
		_, ok := a[key]
		require.True(t, ok && len(a) == 6, "%s: incomplete envelope: %s", call, raw)
	}
	return status, a
}

// checkAnswer checks the data of a successful response against the contract.
func checkAnswer(t *testing.T, calls *contract.Catalogue, call *bff.Call, a map[string]json.RawMessage) {
	t.Helper()
	err := calls.CheckAnswer(call, decoded(t, a["data"]))
	assert.NoError(t, err, "%s violates the contract: %v\n%.600s", call.Name(), err, a["data"])
	assert.Equal(t, call.Paginated, string(a["pagination"]) != "null", "%s: pagination %s", call.Name(), a["pagination"])
}

// decoded decodes JSON and keeps numbers as they are written.
func decoded(t *testing.T, raw []byte) (v any) {
	t.Helper()
	dec := json.NewDecoder(strings.NewReader(string(raw)))
	dec.UseNumber()
	require.NoError(t, dec.Decode(&v))
	return v
}

// Every read of guests has an answer that matches the contract, at every brand. Every call of players
// is refused without a session. With one, reads have answers that match the contract.
func TestSessionCallsRequireSession(t *testing.T) {
	t.Parallel()
	calls, err := contract.Load()
	require.NoError(t, err)
	// firstExample returns the data of the first example of a call.
	firstExample := func(call *bff.Call) map[string]any {
		data, _ := decoded(t, calls.Examples(call)[0].Data).(map[string]any)
		return data
	}
	visitor := e2e.NewClient(server.Address, "localhost", "session-walk")
	for _, call := range calls.Calls() {
		isRead := call.Rules.Kind == bff.KindRead
		if call.Rules.Who == bff.WhoGuest {
			for _, host := range []string{"localhost", "zephyr.localhost", "pera.localhost"} {
				data := map[string]any{}
				if !isRead {
					break
				} else if calls.CheckRequest(call, data) != nil { // the call has required fields
					data = firstExample(call)
				}
				status, a := mustCall(t, e2e.NewClient(server.Address, host, "guest-walk"), call.Name(), data, nil)
				if status != http.StatusOK || string(a["result"]) != "true" {
					t.Errorf("%s on %s: %d %s %s", call.Name(), host, status, a["message"], a["debug"])
					continue
				}
				checkAnswer(t, calls, call, a)
			}
			continue
		}
		key := map[string]string{"Idempotency-Key": uuid.NewString()}
		if status, a := mustCall(t, visitor, call.Name(), firstExample(call), key); status != http.StatusForbidden ||
			string(a["debug"]) != `"anonymous user"` {
			t.Errorf("%s without session: %d %s", call.Name(), status, a["debug"])
		}
		if call.Name() == "user/logout" || call.Name() == "user/pass_change" {
			continue // covered by specs
		}
		player := e2e.NewClient(server.Address, "localhost", "session-walk")
		_, in := mustCall(t, player, "user/login", map[string]any{"username": "zengin", "password": "Demo123"},
			nil)
		require.Equal(t, "true", string(in["result"]), "login: %s", in["message"])
		status, a := mustCall(t, player, call.Name(), firstExample(call), key)
		isPredicate := call.Name() == "user/check_user_ga" // returns its answer in result
		switch succeeded := string(a["result"]) == "true"; {
		case call.Class == "limits" && status == http.StatusConflict: // no looser limit is pending
		case status != http.StatusOK:
			t.Errorf("%s: %d %s %s", call.Name(), status, a["message"], a["debug"])
		case succeeded && isRead:
			checkAnswer(t, calls, call, a)
		// The IDs of an example may be unknown in this world, so a refusal of a write is accepted.
		case isRead && !isPredicate && !succeeded && string(a["debug"]) != `"no records"`:
			t.Errorf("%s with session: %s", call.Name(), a["message"])
		}
	}
}
