package staff_test

import (
	"net/http"
	"strings"
	"testing"
)

// Two readers of one body must not see different values.
func TestBodiesAreDecodedStrictly(t *testing.T) {
	r := newRig(t)
	support := r.login("destek", "Destek123!")
	for _, row := range []struct {
		name, body string
		status     int
		field      string
	}{
		{"duplicate keys", `{"on":false,"on":true}`, 400, ""},
		{"duplicate keys by an escape", `{"on":false,"\u006fn":true}`, 400, ""},
		{"duplicate keys below", `{"on":true,"message":{"tr":"a","tr":"b"}}`, 400, ""},
		{"another case", `{"On":true}`, 400, "On"},
		{"a folded letter", `{"meſſage":{"tr":"a"},"on":true}`, 400, "meſſage"},
		{"an unknown field", `{"on":true,"force":true}`, 400, "force"},
		{"bytes after the object", `{"on":true}{}`, 400, ""},
		{"a comma after the object", `{"on":true},`, 400, ""},
		{"invalid UTF-8", "{\"on\":true,\"message\":{\"tr\":\"\xff\"}}", 400, ""},
		{"a lone surrogate", `{"on":true,"message":{"tr":"\ud800"}}`, 400, ""},
		{"too deep", `{"on":true,"message":` + strings.Repeat(`{"a":`, 20) + `1` + strings.Repeat(`}`, 20) + `}`, 400, ""},
		{"a text for a boolean", `{"on":"true"}`, 400, "on"},
		{"null", `{"on":null}`, 400, "on"},
		{"a number for a time", `{"on":true,"until":1}`, 400, "until"},
		{"a list for texts", `{"on":true,"message":["a"]}`, 400, "message"},
		{"no object", `[true]`, 400, ""},
		{"nothing", ``, 400, ""},
		{"an object", `{"on":true}`, 200, ""},
	} {
		t.Run(row.name, func(t *testing.T) {
			clear(r.windows.switches)
			got := r.do(http.MethodPut, "/maintenance/marmara", row.body, support)
			if got.status != row.status {
				t.Fatalf("%d %s", got.status, got.body)
			}
			if row.status != 200 {
				if _, _, field := got.refusal(t); field != row.field {
					t.Errorf("field %q, want %q", field, row.field)
				}
				if len(r.windows.switches) > 0 {
					t.Error("the brand was closed")
				}
			}
		})
	}
}

// A token has one spelling: unused bits at its end must be zero.
func TestTokensAreDecodedStrictly(t *testing.T) {
	const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
	r := newRig(t)
	cookie := r.login("destek", "Destek123!")
	text := cookie.Value
	last := strings.IndexByte(alphabet, text[len(text)-1])
	for _, value := range []string{
		text[:len(text)-1] + string(alphabet[last^1]), // HS256: 43 characters with two unused bits
		text[:len(text)-1] + string(alphabet[last^2]),
		text + "=", text + ".", " " + text,
	} {
		other := *cookie
		other.Value = value
		if got := r.do(http.MethodGet, "/me", "", &other); got.status != http.StatusUnauthorized {
			t.Errorf("%q: %d", value, got.status)
		}
	}
	if got := r.do(http.MethodGet, "/me", "", cookie); got.status != http.StatusOK {
		t.Errorf("the token itself: %d", got.status)
	}
}
