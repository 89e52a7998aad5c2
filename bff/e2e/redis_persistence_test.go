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
	parallel(t)
	redis := realredis.Start(t)
	d := &deployment{redis: redis}
	keys := filepath.Join(t.TempDir(), "keys.json") // instances that share Redis share their keys
	env := func(url string) []string {
		return inFrontOf("127.0.0.1:9", "CROUPIER_KEYS_FILE="+keys, "CROUPIER_PROFILE=production",
			"CROUPIER_UPSTREAMS_MOCK_CONTROL=false", "CROUPIER_REDIS_URL="+url)
	}
	if out := runFailing(t, env(redis.URL()), serveArgs(t.TempDir())...); !strings.Contains(out, "set appendonly yes") {
		t.Errorf("no persistence:\n%s", out)
	}
	d.redisDo(t, "CONFIG", "SET", "appendonly", "yes")
	d.redisDo(t, "CONFIG", "SET", "maxmemory", "100mb")
	d.redisDo(t, "CONFIG", "SET", "maxmemory-policy", "allkeys-lru")
	if out := runFailing(t, env(redis.URL()), serveArgs(t.TempDir())...); !strings.Contains(out,
		"set maxmemory-policy noeviction") || strings.Contains(out, "set appendonly yes") {
		t.Errorf("eviction:\n%s", out)
	}
	d.redisDo(t, "CONFIG", "SET", "maxmemory-policy", "noeviction")
	if p := startServer(t, env(redis.URL()), t.TempDir()); strings.Contains(p.Log(), "check Redis") {
		t.Errorf("a persistent Redis:\n%s", p.Log())
	}
	d.redisDo(t, "ACL", "SETUSER", "croupier", "on", ">secret", "~*", "&*", "+@all", "-config")
	if p := startServer(t, env("redis://croupier:secret@"+redis.Address()), t.TempDir()); !strings.Contains(p.Log(),
		"redis does not tell its configuration") {
		t.Errorf("a Redis that does not tell:\n%s", p.Log())
	}
}
