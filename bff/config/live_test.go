package config_test

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"croupier/bff/config"
	"croupier/configs"
)

// logBuffer is a log for concurrent writes and reads.
type logBuffer struct {
	mu  sync.Mutex
	out bytes.Buffer
}

func (s *logBuffer) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.out.Write(p)
}

func (s *logBuffer) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.out.String()
}

// folder copies the demo's configuration into a folder.
func folder(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, configs.FS); err != nil {
		t.Fatal(err)
	}
	return dir
}

func openAt(t *testing.T, dir string, log *logBuffer) *config.Live {
	t.Helper()
	live, err := config.OpenLive(config.Source{Dir: dir, Name: "croupier.yaml", Env: noEnv},
		slog.New(slog.NewTextHandler(log, nil)), time.Now)
	if err != nil {
		t.Fatal(err)
	}
	return live
}

// save replaces a file atomically, as editors do.
func save(t *testing.T, file, old, replacement string) {
	t.Helper()
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(raw), old) {
		t.Fatalf("%s does not contain %q", file, old)
	}
	next := file + ".new"
	if err := os.WriteFile(next, []byte(strings.Replace(string(raw), old, replacement, 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(next, file); err != nil {
		t.Fatal(err)
	}
}

func TestReloadIsAtomic(t *testing.T) {
	dir := folder(t)
	var log logBuffer
	live := openAt(t, dir, &log)
	old, _ := live.Brand("localhost")
	var received []*config.Config
	cancel := live.Subscribe(func(c *config.Config) { received = append(received, c) })

	marmara, zephyr := filepath.Join(dir, "brands/marmara/brand.yaml"), filepath.Join(dir, "brands/zephyr/brand.yaml")
	save(t, marmara, "name: Marmara", "name: Ege")
	save(t, zephyr, "site_id: 111", "site_id: none")
	var faults config.Faults
	if err := live.Reload(); !errors.As(err, &faults) || faults[0].File != zephyr || faults[0].Field != "site_id" || faults[0].Line == 0 {
		t.Fatalf("got %v", err)
	}
	if b, _ := live.Brand("localhost"); b != old {
		t.Error("part of an invalid configuration is in force")
	}
	for _, want := range []string{"rejected", "file=" + zephyr, "line=", "field=site_id"} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("the log does not contain %q: %s", want, log.String())
		}
	}
	if s := live.Stats(); s.Refused != 1 || s.Applied != 0 || !s.Broken {
		t.Errorf("%+v", s)
	}
	if err := live.Reload(); err != nil || live.Stats().Refused != 1 {
		t.Errorf("the same fault is reported twice: %v", err)
	}

	save(t, zephyr, "site_id: none", "site_id: 112")
	if err := live.Reload(); err != nil {
		t.Fatal(err)
	}
	ege, _ := live.Brand("localhost")
	other, _ := live.ByID("zephyr")
	if ege.Name != "Ege" || other.SiteID != 112 || old.Name != "Marmara" {
		t.Errorf("in force: %s, %d; before: %s", ege.Name, other.SiteID, old.Name)
	}
	if s := live.Stats(); s.Refused != 1 || s.Applied != 1 || s.Broken {
		t.Errorf("%+v", s)
	}
	if len(received) != 1 || received[0] != live.Config() {
		t.Errorf("received %d configurations", len(received))
	}
	cancel()
	save(t, marmara, "name: Ege", "name: Akdeniz")
	if err := live.Reload(); err != nil || len(received) != 1 {
		t.Errorf("received after cancel: %v", err)
	}
}

func TestGuardRejectsTheConfiguration(t *testing.T) {
	dir := folder(t)
	var log logBuffer
	live := openAt(t, dir, &log)
	rejection := errors.New("no chain can be built")
	live.Guard(func(next *config.Config) error {
		if b, _ := next.ByID("marmara"); b.Name == "Ege" {
			return rejection
		}
		return nil
	})
	file := filepath.Join(dir, "brands/marmara/brand.yaml")
	save(t, file, "name: Marmara", "name: Ege")
	if err := live.Reload(); !errors.Is(err, rejection) || !strings.Contains(log.String(), "no chain") {
		t.Errorf("%v: %s", err, log.String())
	}
	if b, _ := live.ByID("marmara"); b.Name != "Marmara" {
		t.Error("a rejected configuration is in force")
	}
	save(t, file, "name: Ege", "name: Akdeniz")
	if err := live.Reload(); err != nil {
		t.Error(err)
	}
}

func TestFieldsThatNeedARestartAreLogged(t *testing.T) {
	dir := folder(t)
	var log logBuffer
	live := openAt(t, dir, &log)
	file := filepath.Join(dir, "croupier.yaml")
	save(t, file, "level: info", "level: warn")
	if err := live.Reload(); err != nil || strings.Contains(log.String(), "restart") || live.Server().Log.Level != "warn" {
		t.Fatalf("the log level needs a restart: %v %s", err, log.String())
	}
	save(t, file, "listen: 127.0.0.1:8080", "listen: 127.0.0.1:8081\ndata_dir: other\nredis: { url: \"redis://x\" }\ntelemetry: { otlp_endpoint: \"http://x\" }")
	save(t, file, "seed: 1", "seed: 2")
	if err := live.Reload(); err != nil {
		t.Fatal(err)
	}
	for _, field := range []string{"listen", "data_dir", "redis", "telemetry", "upstreams.mock"} {
		if !strings.Contains(log.String(), field) {
			t.Errorf("%s is not logged: %s", field, log.String())
		}
	}
	if strings.Contains(log.String(), "keys_file") || strings.Contains(log.String(), "admin_listen") {
		t.Errorf("an unchanged field is logged: %s", log.String())
	}
}

// watch watches a folder and returns the new names of marmara.
func watch(t *testing.T, dir string) <-chan string {
	t.Helper()
	live := openAt(t, dir, &logBuffer{})
	names := make(chan string, 100)
	live.Subscribe(func(c *config.Config) {
		b, _ := c.ByID("marmara")
		names <- b.Name
	})
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		live.Watch(ctx)
		close(ended)
	}()
	t.Cleanup(func() {
		cancel()
		<-ended
	})
	return names
}

// waitForName waits until marmara has the name want.
func waitForName(t *testing.T, names <-chan string, want string) {
	t.Helper()
	timeout := time.After(time.Minute) // for a busy machine
	for {
		select {
		case name := <-names:
			if name == want {
				return
			}
		case <-timeout:
			t.Fatalf("brand name %s was not applied", want)
		}
	}
}

func TestSavedFilesAreApplied(t *testing.T) {
	dir := folder(t)
	names := watch(t, dir)
	file := filepath.Join(dir, "brands/marmara/brand.yaml")
	save(t, file, "name: Marmara", "name: Ege") // renamed into place
	waitForName(t, names, "Ege")
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	raw = []byte(strings.Replace(string(raw), "name: Ege", "name: Akdeniz", 1))
	if err := os.WriteFile(file, raw, 0o600); err != nil { // overwritten in place
		t.Fatal(err)
	}
	waitForName(t, names, "Akdeniz")

	// A whole folder is replaced.
	away, next := filepath.Join(dir, "brands/.away"), filepath.Join(dir, "brands/.next")
	if err := os.CopyFS(next, os.DirFS(filepath.Dir(file))); err != nil {
		t.Fatal(err)
	}
	save(t, filepath.Join(next, "brand.yaml"), "name: Akdeniz", "name: Karadeniz")
	if err := errors.Join(os.Rename(filepath.Dir(file), away), os.Rename(next, filepath.Dir(file))); err != nil {
		t.Fatal(err)
	}
	waitForName(t, names, "Karadeniz")
	save(t, file, "name: Karadeniz", "name: Hazar") // the new folder is watched
	waitForName(t, names, "Hazar")
}

// Kubernetes mounts files as links through ..data and replaces that link. Other deployments replace the
// link to the whole folder.
func TestReplacedLinksAreApplied(t *testing.T) {
	for _, c := range []struct {
		name, link string
		through    []string // links in the folder of the configuration
	}{
		{"to the mounted files", "..data", []string{"croupier.yaml", "brands"}},
		{"to the folder", "current", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			releases, dir := t.TempDir(), t.TempDir()
			release := func(name string) {
				t.Helper()
				at := filepath.Join(releases, name)
				if err := os.CopyFS(at, configs.FS); err != nil {
					t.Fatal(err)
				}
				save(t, filepath.Join(at, "brands/marmara/brand.yaml"), "name: Marmara", "name: "+name)
				link := filepath.Join(dir, "next")
				if err := errors.Join(os.Symlink(at, link), os.Rename(link, filepath.Join(dir, c.link))); err != nil {
					t.Fatal(err)
				}
			}
			release("Ege")
			watched := filepath.Join(dir, c.link)
			for _, name := range c.through {
				watched = dir
				if err := os.Symlink(filepath.Join(c.link, name), filepath.Join(dir, name)); err != nil {
					t.Fatal(err)
				}
			}
			names := watch(t, watched)
			release("Akdeniz")
			waitForName(t, names, "Akdeniz")
			release("Karadeniz")
			waitForName(t, names, "Karadeniz")
		})
	}
}

func TestEmbeddedConfigurationNeverChanges(t *testing.T) {
	live, err := config.OpenLive(config.Source{Files: configs.FS, Name: "croupier.yaml", Env: noEnv}, slog.New(slog.DiscardHandler), time.Now)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	live.Watch(ctx)
}

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
