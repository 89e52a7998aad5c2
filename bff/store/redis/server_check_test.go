package redis_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"croupier/bff/store/redis"
	"croupier/bff/store/storetest/realredis"
)

func TestCheckServer(t *testing.T) {
	t.Parallel()
	server := realredis.Start(t)
	s := open(t, server.URL(), redis.Options{})
	for _, c := range []struct {
		name     string
		settings [][2]string
		want     []error
		warning  string
	}{
		{"no persistence", nil, []error{redis.ErrNotPersistent}, ""},
		{"snapshots", [][2]string{{"save", "'3600 1'"}}, nil, "snapshots only"},
		{"an append-only file", [][2]string{{"appendonly", "yes"}, {"save", "''"}}, nil, ""},
		{"one that is not synced", [][2]string{{"appendonly", "yes"}, {"appendfsync", "no"}}, nil, "appendfsync no"},
		{"a policy that evicts", [][2]string{{"appendonly", "yes"}, {"maxmemory-policy", "volatile-lru"}}, nil, "maxmemory-policy volatile-lru"},
		{"a policy that evicts, with a limit", [][2]string{{"appendonly", "yes"}, {"maxmemory", "100mb"}, {"maxmemory-policy", "allkeys-lru"}}, []error{redis.ErrEvicts}, ""},
		{"neither", [][2]string{{"maxmemory", "100mb"}, {"maxmemory-policy", "allkeys-lru"}}, []error{redis.ErrEvicts, redis.ErrNotPersistent}, ""},
		{"a limit without eviction", [][2]string{{"appendonly", "yes"}, {"maxmemory", "100mb"}}, nil, ""},
	} {
		defaults := [][2]string{{"appendonly", "no"}, {"appendfsync", "everysec"}, {"save", "''"}, {"maxmemory", "0"}, {"maxmemory-policy", "noeviction"}}
		for _, setting := range append(defaults, c.settings...) {
			if reply, err := server.Do("CONFIG", "SET", setting[0], setting[1]); err != nil {
				t.Fatal(setting, reply, err)
			}
		}
		warnings, err := s.CheckServer(t.Context())
		for _, want := range c.want {
			if !errors.Is(err, want) {
				t.Errorf("%s: %v, want %v", c.name, err, want)
			}
		}
		if (err == nil) != (len(c.want) == 0) || (c.warning == "") != (len(warnings) == 0) || !strings.Contains(strings.Join(warnings, "\n"), c.warning) {
			t.Errorf("%s: %q, %v", c.name, warnings, err)
		}
	}
}

func TestCheckServerThatDoesNotTell(t *testing.T) {
	t.Parallel()
	server := realredis.Start(t)
	if reply, err := server.Do("ACL", "SETUSER", "croupier", "on", ">secret", "~*", "&*", "+@all", "-config"); err != nil {
		t.Fatal(reply, err)
	}
	s := open(t, fmt.Sprintf("redis://croupier:secret@%s?timeout=%s", server.Address(), timeout), redis.Options{})
	warnings, err := s.CheckServer(t.Context())
	if err != nil || len(warnings) != 1 || !strings.Contains(warnings[0], "NOPERM") {
		t.Errorf("%q, %v", warnings, err)
	}
	server.Kill()
	if warnings, err := s.CheckServer(t.Context()); err == nil {
		t.Errorf("without Redis: %q", warnings)
	}
}

func TestCheckServerOfCluster(t *testing.T) {
	t.Parallel()
	s := open(t, realredis.StartCluster(t).URL(), redis.Options{})
	if warnings, err := s.CheckServer(t.Context()); !errors.Is(err, redis.ErrNotPersistent) || len(warnings) != 0 {
		t.Errorf("%q, %v", warnings, err)
	}
}
