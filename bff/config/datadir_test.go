package config_test

import (
	"errors"
	"testing"

	"croupier/bff/config"
)

func TestDefaultDataDir(t *testing.T) {
	for _, row := range []struct {
		name, state, home, want string
	}{
		{"the state folder", "/state", "/home/ayse", "/state/croupier"},
		{"the default state folder", "", "/home/ayse", "/home/ayse/.local/state/croupier"},
		{"a relative state folder, which XDG ignores", "state", "/home/ayse", "/home/ayse/.local/state/croupier"},
		{"a service without a home", "", "", ""},
		{"a relative home", "", "home", ""},
	} {
		env := func(name string) (string, bool) {
			v, ok := map[string]string{"XDG_STATE_HOME": row.state, "HOME": row.home}[name]
			return v, ok
		}
		got, err := config.DefaultDataDir(env)
		if got != row.want || errors.Is(err, config.ErrNoDataDir) != (row.want == "") {
			t.Errorf("%s: %q, %v, want %q", row.name, got, err, row.want)
		}
	}
	if _, err := config.DefaultDataDir(nil); !errors.Is(err, config.ErrNoDataDir) {
		t.Errorf("without an environment: %v", err)
	}
}
