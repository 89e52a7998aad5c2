package e2e_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/google/uuid"

	"croupier/bff"
	"croupier/bff/contract"
	"croupier/bff/e2e"
)

// mustCall posts a call and returns the response, which must be an envelope.
func mustCall(t *testing.T, c *e2e.Client, call string, data map[string]any, header map[string]string) (status int, a map[string]json.RawMessage) {
	t.Helper()
	status, _, raw, err := c.Call(call, data, header)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(raw, &a); err != nil {
		t.Fatalf("%s: %v in %s", call, err, raw)
	}
	for _, key := range []string{"result", "message", "data", "code", "debug", "pagination"} {
		if _, ok := a[key]; !ok || len(a) != 6 {
			t.Fatalf("%s: incomplete envelope: %s", call, raw)
		}
	}
	return status, a
}

// checkAnswer checks the data of a successful response against the contract.
func checkAnswer(t *testing.T, calls *contract.Catalogue, call *bff.Call, a map[string]json.RawMessage) {
	t.Helper()
	dec := json.NewDecoder(strings.NewReader(string(a["data"])))
	dec.UseNumber()
	var data any
	if err := dec.Decode(&data); err != nil {
		t.Fatal(err)
	}
	if err := calls.CheckAnswer(call, data); err != nil {
		t.Errorf("%s violates the contract: %v\n%.600s", call.Name(), err, a["data"])
	}
	if paginated := string(a["pagination"]) != "null"; paginated != call.Paginated {
		t.Errorf("%s: pagination %s", call.Name(), a["pagination"])
	}
}

func TestGuestCallsMatchContract(t *testing.T) {
	calls, err := contract.Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, host := range []string{"localhost", "zephyr.localhost", "pera.localhost"} {
		c := e2e.NewClient(server.Address, host, "guest-walk")
		for _, call := range calls.Calls() {
			if call.Rules.Who != bff.WhoGuest || call.Rules.Kind != bff.KindRead {
				continue
			}
			data := map[string]any{}
			if calls.CheckRequest(call, data) != nil { // the call has required fields
				data = firstExample(t, calls, call)
			}
			status, a := mustCall(t, c, call.Name(), data, nil)
			if status != http.StatusOK || string(a["result"]) != "true" {
				t.Errorf("%s on %s: %d %s %s", call.Name(), host, status, a["message"], a["debug"])
				continue
			}
			checkAnswer(t, calls, call, a)
		}
	}
}

func TestSessionCallsRequireSession(t *testing.T) {
	calls, err := contract.Load()
	if err != nil {
		t.Fatal(err)
	}
	visitor := e2e.NewClient(server.Address, "localhost", "session-walk")
	for _, call := range calls.Calls() {
		if call.Rules.Who == bff.WhoGuest {
			continue
		}
		status, a := mustCall(t, visitor, call.Name(), firstExample(t, calls, call), map[string]string{"Idempotency-Key": uuid.NewString()})
		if status != http.StatusForbidden || string(a["debug"]) != `"anonymous user"` {
			t.Errorf("%s without session: %d %s", call.Name(), status, a["debug"])
		}
		if call.Name() == "user/logout" || call.Name() == "user/pass_change" {
			continue // covered by specs
		}
		player := e2e.NewClient(server.Address, "localhost", "session-walk")
		if _, in := mustCall(t, player, "user/login", map[string]any{"username": "zengin", "password": "Demo123"}, nil); string(in["result"]) != "true" {
			t.Fatalf("login: %s", in["message"])
		}
		status, a = mustCall(t, player, call.Name(), firstExample(t, calls, call), map[string]string{"Idempotency-Key": uuid.NewString()})
		if call.Class == "limits" && status == http.StatusConflict {
			continue // no looser limit is pending
		}
		if status != http.StatusOK {
			t.Errorf("%s: %d %s %s", call.Name(), status, a["message"], a["debug"])
			continue
		}
		// The IDs of an example may be unknown in this world, so a refusal of a write is
		// accepted. Reads must succeed.
		if string(a["result"]) == "true" && call.Rules.Kind == bff.KindRead {
			checkAnswer(t, calls, call, a)
		}
		isPredicate := call.Name() == "user/check_user_ga" // returns its answer in result
		if call.Rules.Kind == bff.KindRead && !isPredicate && string(a["result"]) != "true" && string(a["debug"]) != `"no records"` {
			t.Errorf("%s with session: %s", call.Name(), a["message"])
		}
	}
}

// firstExample returns the request data of the first example of a call in the contract.
func firstExample(t *testing.T, calls *contract.Catalogue, call *bff.Call) map[string]any {
	t.Helper()
	examples := calls.Examples(call)
	if len(examples) == 0 {
		t.Fatalf("%s has no example", call.Name())
	}
	var data map[string]any
	dec := json.NewDecoder(strings.NewReader(string(examples[0].Data)))
	dec.UseNumber()
	if err := dec.Decode(&data); err != nil {
		t.Fatal(err)
	}
	return data
}
