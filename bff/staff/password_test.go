package staff_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"croupier/bff/staff"
)

// The hashes of passwords cost no less than OWASP recommends.
func TestPasswordHashesAreExpensive(t *testing.T) {
	if got := staff.HashParams; got.Memory < 19*1024 || got.Iterations < 2 || got.SaltLength < 16 || got.KeyLength < 32 {
		t.Errorf("%+v", got)
	}
}

// Passwords are compared as they were given: long ones whole, with spaces and letters of any alphabet.
func TestPasswordsAreComparedAsGiven(t *testing.T) {
	r := newRig(t)
	for name, password := range map[string]string{
		"long": strings.Repeat("a", 100), "spaces": "  uzun bir parola  ", "letters": "şifreşifre", "digits": "1234567890",
	} {
		account, err := staff.Account{Name: name, Roles: staff.ForAllBrands(staff.Viewer)}.WithPassword(password)
		if err == nil {
			err = r.accounts.Add(t.Context(), account)
		}
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		try := func(password string) int {
			raw, err := json.Marshal(map[string]string{"username": name, "password": password})
			if err != nil {
				t.Fatal(err)
			}
			return r.do(http.MethodPost, "/login", string(raw), nil).status
		}
		if got := try(password); got != http.StatusOK {
			t.Errorf("%s: %d", name, got)
		}
		for _, other := range []string{password[:len(password)-1] + "x", password[:9], strings.ToUpper(password) + "x", strings.TrimSpace(password) + "x"} {
			if got := try(other); got != http.StatusUnauthorized {
				t.Errorf("%s: %q: %d", name, other, got)
			}
		}
	}
}
