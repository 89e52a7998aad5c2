package e2e_test

import (
	"path/filepath"
	"strings"
	"testing"

	"croupier/bff/store/storetest/realredis"
)

// In the production profile a Redis that says that it may forget stops the start; one that does not
// tell is only warned of.
func TestProductionRefusesForgetfulRedis(t *testing.T) {
	t.Parallel()
	redis := realredis.Start(t)
	do := func(words ...string) {
		t.Helper()
		if reply, err := redis.Do(words...); err != nil {
			t.Fatal(reply, err)
		}
	}
	keys := filepath.Join(t.TempDir(), "keys.json") // instances that share Redis share their keys
	env := func(url string) []string {
		return []string{
			"CROUPIER_KEYS_FILE=" + keys,
			"CROUPIER_PROFILE=production", "CROUPIER_UPSTREAMS_MOCK_CONTROL=false", "CROUPIER_UPSTREAM=envelope",
			"CROUPIER_UPSTREAM_URL=http://127.0.0.1:9/endpoint/v1", "CROUPIER_REDIS_URL=" + url,
		}
	}
	serve := []string{"serve", "--listen", "127.0.0.1:0", "--admin-listen", "127.0.0.1:0", "--data-dir", t.TempDir()}
	if out := runFailing(t, env(redis.URL()), serve...); !strings.Contains(out, "set appendonly yes") {
		t.Errorf("no persistence:\n%s", out)
	}
	do("CONFIG", "SET", "appendonly", "yes")
	do("CONFIG", "SET", "maxmemory", "100mb")
	do("CONFIG", "SET", "maxmemory-policy", "allkeys-lru")
	if out := runFailing(t, env(redis.URL()), serve...); !strings.Contains(out, "set maxmemory-policy noeviction") || strings.Contains(out, "set appendonly yes") {
		t.Errorf("eviction:\n%s", out)
	}
	do("CONFIG", "SET", "maxmemory-policy", "noeviction")
	if p := start(t, env(redis.URL()), serve...); strings.Contains(p.Log(), "check Redis") {
		t.Errorf("a persistent Redis:\n%s", p.Log())
	}
	do("ACL", "SETUSER", "croupier", "on", ">secret", "~*", "&*", "+@all", "-config")
	serve[len(serve)-1] = t.TempDir()
	if p := start(t, env("redis://croupier:secret@"+redis.Address()), serve...); !strings.Contains(p.Log(), "redis does not tell its configuration") {
		t.Errorf("a Redis that does not tell:\n%s", p.Log())
	}
}
