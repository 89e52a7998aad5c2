package e2e_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"

	"croupier/bff/e2e"
)

// secureStaff is a client of the staff API in production, whose Secure cookie the jar of a client
// without TLS does not send.
type secureStaff struct {
	client *e2e.Client
	cookie string
}

// do sends a request, remembers the cookie of the answer and decodes the answer.
func (c *secureStaff) do(t *testing.T, method, path, body string, into any) (status int) {
	t.Helper()
	header := map[string]string{"panel": "frontend", "Accept-Language": "en", "Cookie": c.cookie}
	if body != "" {
		header["Content-Type"] = "application/json"
	}
	status, h, raw, err := c.client.Do(method, "/staff/v1"+path, []byte(body), header)
	if err != nil {
		t.Fatal(err)
	}
	if set := h.Get("Set-Cookie"); set != "" {
		c.cookie, _, _ = strings.Cut(set, ";")
	}
	if into != nil && json.Unmarshal(raw, into) != nil {
		t.Fatalf("%s %s: %d %s", method, path, status, raw)
	}
	return status
}

// setUp sets up an authenticator and returns its secret.
func (c *secureStaff) setUp(t *testing.T, password string) string {
	t.Helper()
	var made struct{ Secret string }
	if status := c.do(t, http.MethodPost, "/me/authenticator", `{"password":"`+password+`"}`, &made); status != http.StatusOK || made.Secret == "" {
		t.Fatalf("begin authenticator: %d", status)
	}
	if status := c.do(t, http.MethodPost, "/me/authenticator/confirm", `{"code":"`+codeAt(t, made.Secret, time.Now())+`"}`, nil); status != http.StatusOK {
		t.Fatalf("confirm authenticator: %d", status)
	}
	return made.Secret
}

func codeAt(t *testing.T, secret string, at time.Time) string {
	t.Helper()
	code, err := totp.GenerateCode(secret, at)
	if err != nil {
		t.Fatal(err)
	}
	return code
}

// tokenOf returns the token of an invitation's address.
func tokenOf(t *testing.T, address string) string {
	t.Helper()
	_, token, ok := strings.Cut(address, "/maintenance-control/invitation#token=")
	if !ok {
		t.Fatalf("no invitation in %q", address)
	}
	return strings.Fields(token)[0]
}

func TestInvitedStaffSetUpAnAuthenticatorInProduction(t *testing.T) {
	t.Parallel()
	file, dir := writeConfig(t, "", nil), t.TempDir()
	editFile(t, file, "profile: demo", "profile: production")
	editFile(t, file, "control: true", "control: false")
	platform := start(t, nil, "mock", "--listen", "127.0.0.1:0")
	env := inFrontOf(platform.Address)
	// The first admin comes from the command line, before the server runs.
	out := runStaff(t, dir, env, "", "invite", "ilk", "--role", "admin", "--config", file)
	p := startServer(t, env, dir, "--config", file)
	admin := &secureStaff{client: e2e.NewClient(p.Address, "localhost", "")}
	const password = "Uzun bir parola"
	var me struct {
		Name  string
		Setup bool
	}
	if status := admin.do(t, http.MethodPost, "/invitation", `{"token":"`+tokenOf(t, out)+`","password":"`+password+`"}`, &me); status != http.StatusOK || me.Name != "ilk" || !me.Setup {
		t.Fatalf("accept: %d %+v", status, me)
	}
	if status := admin.do(t, http.MethodGet, "/brands", "", nil); status != http.StatusForbidden {
		t.Errorf("brands before the set-up: %d", status)
	}
	admin.setUp(t, password)
	if status := admin.do(t, http.MethodGet, "/brands", "", nil); status != http.StatusOK {
		t.Errorf("brands after the set-up: %d", status)
	}

	var made struct{ URL string }
	if status := admin.do(t, http.MethodPost, "/accounts", `{"name":"ayse","roles":{"marmara":"support"}}`, &made); status != http.StatusCreated || !strings.HasPrefix(made.URL, "https://") {
		t.Fatalf("invite: %d %+v", status, made)
	}
	token := tokenOf(t, made.URL)
	ayse := &secureStaff{client: e2e.NewClient(p.Address, "localhost", "")}
	if status := ayse.do(t, http.MethodPost, "/invitation", `{"token":"`+token+`","password":"`+password+`"}`, nil); status != http.StatusOK {
		t.Fatalf("accept: %d", status)
	}
	if status := ayse.do(t, http.MethodPost, "/invitation", `{"token":"`+token+`","password":"`+password+`"}`, nil); status != http.StatusUnauthorized {
		t.Errorf("accept again: %d", status)
	}
	secret := ayse.setUp(t, password)
	again := &secureStaff{client: e2e.NewClient(p.Address, "localhost", "")}
	login := func(code string) int {
		t.Helper()
		return again.do(t, http.MethodPost, "/login", `{"username":"ayse","password":"`+password+`","code":"`+code+`"}`, nil)
	}
	if status := login(""); status != http.StatusUnauthorized {
		t.Errorf("login without a code: %d", status)
	}
	// The next code is accepted too: that of the set-up has been used.
	if status := login(codeAt(t, secret, time.Now().Add(30*time.Second))); status != http.StatusOK {
		t.Errorf("login: %d", status)
	}
	if status := again.do(t, http.MethodPut, "/maintenance/zephyr", `{"on":true}`, nil); status != http.StatusForbidden {
		t.Errorf("maintenance of another brand: %d", status)
	}
	var refused struct{ Error string }
	if status := admin.do(t, http.MethodPatch, "/accounts/ilk", `{"disabled":true}`, &refused); status != http.StatusConflict || refused.Error != "last admin" {
		t.Errorf("the last admin: %d %+v", status, refused)
	}
	// A reset by the command line ends the login, and its link sets a new password.
	link := runStaff(t, dir, env, "", "reset", "ayse", "--config", file)
	if status := again.do(t, http.MethodGet, "/me", "", nil); status != http.StatusUnauthorized {
		t.Errorf("login after the reset: %d", status)
	}
	if status := again.do(t, http.MethodPost, "/invitation", `{"token":"`+tokenOf(t, link)+`","password":"Another password"}`, &refused); status != http.StatusUnauthorized || refused.Error != "code required" {
		t.Errorf("accept with an authenticator: %d %+v", status, refused)
	}
	// Neither token is in the data folder.
	if content := string(dataFolder(t, dir)); strings.Contains(content, token) || strings.Contains(content, tokenOf(t, link)) {
		t.Error("the data folder contains a token")
	}
}

func TestConcurrentRemovalsOfAdminsLeaveOne(t *testing.T) {
	t.Parallel()
	d := deploy(t, 2)
	d.addStaff(t)
	first := staffLogin(t, d.instances[0].Address, "localhost", "yonetici", "Yonetici123!")
	env := []string{"CROUPIER_REDIS_URL=" + d.redis.URL()}
	runStaff(t, t.TempDir(), env, "Uzun bir parola\n", "add", "ikinci", "--role", "admin", "--password-file", "-")
	second := staffLogin(t, d.instances[1].Address, "localhost", "ikinci", "Uzun bir parola")
	status := make(chan int, 2)
	go func() {
		s, _, _, _ := first.client.Do(http.MethodPatch, "/staff/v1/accounts/ikinci", []byte(`{"disabled":true}`), map[string]string{"panel": "frontend", "Content-Type": "application/json"})
		status <- s
	}()
	go func() {
		s, _, _, _ := second.client.Do(http.MethodPatch, "/staff/v1/accounts/yonetici", []byte(`{"disabled":true}`), map[string]string{"panel": "frontend", "Content-Type": "application/json"})
		status <- s
	}()
	if a, b := <-status, <-status; a == http.StatusOK && b == http.StatusOK {
		t.Error("both admins are disabled")
	}
}
