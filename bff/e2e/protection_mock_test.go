package e2e_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/google/uuid"

	"croupier/bff/e2e"
)

// The clock of a mock world moves what waits, in the demo as its user runs it: a looser limit is confirmed a day later.
func TestLimitsFollowTheClockOfTheMocksWorld(t *testing.T) {
	t.Parallel()
	p := startServer(t, nil, t.TempDir())
	v := visitor{p.Address, "localhost", "limits-clock"}
	token := v.login(t, "", "demo", "Demo123")
	step := func(name, call, data string, want int, contains string) {
		t.Helper()
		fields := map[string]any{}
		if err := json.Unmarshal([]byte(data), &fields); err != nil {
			t.Fatal(err)
		}
		status, answer, _ := v.call(t, token, call, fields)
		if got := string(answer["debug"]) + string(answer["data"]); status != want || !strings.Contains(got, contains) {
			t.Errorf("%s: %d %s, want %d %s", name, status, got, want, contains)
		}
	}
	deposit := func(amount string, want int) {
		t.Helper()
		if got := v.mustDeposit(t, token, uuid.NewString(), amount); got.httpStatus != want {
			t.Errorf("deposit of %s: %s, want %d", amount, got.raw, want)
		}
	}
	const day = `"kind":"deposit","period":"day"`
	step("500 a day", "limits/set", `{`+day+`,"amount":500}`, 200, `"left":500`)
	deposit("300", 200)
	deposit("300", 423)
	step("900 wait", "limits/set", `{`+day+`,"amount":900}`, 200, `"ready":false`)
	step("too early", "limits/confirm", `{`+day+`}`, 409, "limit waits")
	advance(t, v, "24h1m")
	token = v.login(t, "", "demo", "Demo123") // the platform's own session has ended
	step("ready", "limits/get", `{}`, 200, `"ready":true`)
	step("confirmed", "limits/confirm", `{`+day+`}`, 200, `"amount":900`)
	deposit("900", 200)
	step("a break", "limits/cool_off", `{"hours":24}`, 200, "cool_off")
	step("no game", "casino/init_game", `{"gameID":1001}`, 423, "cooling off")
	step("the way to the money", "finance/list_cash_methods", `{"Type":2}`, 200, "")
	advance(t, v, "25h")
	token = v.login(t, "", "demo", "Demo123")
	step("a game after the break", "casino/init_game", `{"gameID":1001}`, 200, "")
	_, history, _ := v.call(t, token, "limits/history", nil)
	if n := strings.Count(string(history["data"]), `"change"`); n != 4 {
		t.Errorf("history: %s", history["data"])
	}
}

var asJSON = map[string]string{"Content-Type": "application/json"}

func advance(t *testing.T, v visitor, by string) {
	t.Helper()
	status, _, raw, err := e2e.NewClient(v.address, v.host, v.world).Do(http.MethodPost, "/__mock/clock", []byte(`{"advance":"`+by+`"}`), asJSON)
	if err != nil || status != http.StatusOK {
		t.Fatalf("move the clock: %v, %d %s", err, status, raw)
	}
}

// Accounts and scenarios of the built-in mock show what limits, breaks and exclusions look like.
func TestTheMockPretendsLimits(t *testing.T) {
	t.Parallel()
	p := startServer(t, nil, t.TempDir())
	v := visitor{p.Address, "localhost", "limits-pretended"}
	start := func(token string) string {
		t.Helper()
		_, answer, _ := v.call(t, token, "casino/init_game", map[string]any{"gameID": 1001})
		return string(answer["debug"])
	}
	for username, want := range map[string]string{"sinirda": "null", "molada": `"cooling off"`, "disarida": `"self excluded"`} {
		if got := start(v.login(t, "", username, "Demo123")); got != want {
			t.Errorf("%s: %s, want %s", username, got, want)
		}
	}
	near := v.login(t, "", "sinirda", "Demo123")
	for amount, want := range map[string]int{"51": http.StatusLocked, "50": http.StatusOK} {
		if got := v.mustDeposit(t, near, uuid.NewString(), amount); got.httpStatus != want {
			t.Errorf("deposit of %s: %s, want %d", amount, got.raw, want)
		}
	}
	player := v.login(t, "", "demo", "Demo123")
	for _, row := range [][2]string{{"limit-reached", `"limit reached"`}, {"cool-off", `"cooling off"`}, {"excluded", `"self excluded"`}, {"happy", "null"}} {
		status, _, raw, err := e2e.NewClient(v.address, v.host, v.world).Do(http.MethodPost, "/__mock/scenario", []byte(`{"name":"`+row[0]+`"}`), asJSON)
		if err != nil || status != http.StatusOK {
			t.Fatalf("%s: %v, %d %s", row[0], err, status, raw)
		}
		if got := start(player); got != row[1] {
			t.Errorf("%s: %s, want %s", row[0], got, row[1])
		}
	}
}
