package config_test

import (
	"io/fs"
	"log/slog"
	"testing"
	"testing/fstest"
	"time"

	"croupier/bff/config"
	"croupier/configs"
)

// swappedFS is a file system that is replaced by another after a file was read.
type swappedFS struct {
	now, next fs.FS
	after     string
}

func (s *swappedFS) Open(name string) (fs.File, error) {
	f, err := s.now.Open(name)
	if name == s.after && s.next != nil {
		s.now, s.next = s.next, nil
	}
	return f, err
}

func TestTornReadIsNeverApplied(t *testing.T) {
	// The new server file has another upstream, which the new brand file uses.
	next := changed(t,
		[3]string{"croupier.yaml", "upstreams:\n", "upstreams:\n  other: { adapter: envelope, url: https://other.example/endpoint/v1 }\n"},
		[3]string{"brands/marmara/brand.yaml", "upstream: mock", "upstream: other"},
	)
	old := configs.FS
	files := &swappedFS{now: old}
	live, err := config.OpenLive(config.Source{Files: files, Name: "croupier.yaml", Env: noEnv}, slog.New(slog.DiscardHandler), time.Now)
	if err != nil {
		t.Fatal(err)
	}
	*files = swappedFS{now: old, next: next, after: "croupier.yaml"}
	if err := live.Reload(); err != nil {
		t.Fatalf("a mix of both was read: %v", err)
	}
	if b, _ := live.ByID("marmara"); b.Upstream.Name != "other" || live.Stats().Refused != 0 {
		t.Errorf("in force: %s, %+v", b.Upstream.Name, live.Stats())
	}

	empty := fstest.MapFS{}
	*files = swappedFS{now: next, next: empty, after: "croupier.yaml"}
	if err := live.Reload(); err == nil {
		t.Error("a missing folder was accepted")
	}
}
