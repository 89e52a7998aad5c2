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

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

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
	require.NoError(t, os.CopyFS(dir, configs.FS))
	return dir
}

func openAt(t *testing.T, dir string, log *logBuffer) *config.Live {
	t.Helper()
	live, err := config.OpenLive(config.Source{Dir: dir, Name: "croupier.yaml", Env: noEnv},
		slog.New(slog.NewTextHandler(log, nil)), time.Now)
	require.NoError(t, err)
	return live
}

// save replaces a file atomically, as editors do.
func save(t *testing.T, file, old, replacement string) {
	t.Helper()
	raw, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Contains(t, string(raw), old, "%s does not contain %q", file, old)
	next := file + ".new"
	require.NoError(t, os.WriteFile(next, []byte(strings.Replace(string(raw), old, replacement, 1)), 0o600))
	require.NoError(t, os.Rename(next, file))
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
	err := live.Reload()
	require.True(t, errors.As(err, &faults) && faults[0].File == zephyr && faults[0].Field == "site_id" && faults[0].Line != 0,
		"got %v", err)
	b, _ := live.Brand("localhost")
	assert.True(t, b == old, "part of an invalid configuration is in force")
	for _, want := range []string{"rejected", "file=" + zephyr, "line=", "field=site_id"} {
		assert.Contains(t, log.String(), want, "the log does not contain %q: %s", want, log.String())
	}
	s := live.Stats()
	assert.True(t, s.Refused == 1 && s.Applied == 0 && s.Broken, "%+v", s)
	err = live.Reload()
	assert.True(t, err == nil && live.Stats().Refused == 1, "the same fault is reported twice: %v", err)

	save(t, zephyr, "site_id: none", "site_id: 112")
	require.NoError(t, live.Reload())
	ege, _ := live.Brand("localhost")
	other, _ := live.ByID("zephyr")
	assert.True(t, ege.Name == "Ege" && other.SiteID == 112 && old.Name == "Marmara",
		"in force: %s, %d; before: %s", ege.Name, other.SiteID, old.Name)
	s = live.Stats()
	assert.True(t, s.Refused == 1 && s.Applied == 1 && !s.Broken, "%+v", s)
	assert.True(t, len(received) == 1 && received[0] == live.Config(), "received %d configurations", len(received))
	cancel()
	save(t, marmara, "name: Ege", "name: Akdeniz")
	err = live.Reload()
	assert.True(t, err == nil && len(received) == 1, "received after cancel: %v", err)
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
	err := live.Reload()
	assert.True(t, errors.Is(err, rejection) && strings.Contains(log.String(), "no chain"), "%v: %s", err, log.String())
	if b, _ := live.ByID("marmara"); b.Name != "Marmara" {
		t.Error("a rejected configuration is in force")
	}
	save(t, file, "name: Ege", "name: Akdeniz")
	assert.NoError(t, live.Reload())
}

func TestFieldsThatNeedARestartAreLogged(t *testing.T) {
	dir := folder(t)
	var log logBuffer
	live := openAt(t, dir, &log)
	file := filepath.Join(dir, "croupier.yaml")
	save(t, file, "level: info", "level: warn")
	err := live.Reload()
	require.True(t, err == nil && !strings.Contains(log.String(), "restart") && live.Server().Log.Level == "warn",
		"the log level needs a restart: %v %s", err, log.String())
	save(t, file, "listen: 127.0.0.1:8080", "listen: 127.0.0.1:8081\ndata_dir: other\nredis: { url: \"redis://x\" }\ntelemetry: { otlp_endpoint: \"http://x\" }")
	save(t, file, "seed: 1", "seed: 2")
	require.NoError(t, live.Reload())
	for _, field := range []string{"listen", "data_dir", "redis", "telemetry", "upstreams.mock"} {
		assert.Contains(t, log.String(), field, "%s is not logged: %s", field, log.String())
	}
	assert.True(t, !strings.Contains(log.String(), "keys_file") && !strings.Contains(log.String(), "admin_listen"),
		"an unchanged field is logged: %s", log.String())
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
	require.NoError(t, err)
	raw = []byte(strings.Replace(string(raw), "name: Ege", "name: Akdeniz", 1))
	if err := os.WriteFile(file, raw, 0o600); err != nil { // overwritten in place
		t.Fatal(err)
	}
	waitForName(t, names, "Akdeniz")

	// A whole folder is replaced.
	away, next := filepath.Join(dir, "brands/.away"), filepath.Join(dir, "brands/.next")
	require.NoError(t, os.CopyFS(next, os.DirFS(filepath.Dir(file))))
	save(t, filepath.Join(next, "brand.yaml"), "name: Akdeniz", "name: Karadeniz")
	require.NoError(t, errors.Join(os.Rename(filepath.Dir(file), away), os.Rename(next, filepath.Dir(file))))
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
				require.NoError(t, os.CopyFS(at, configs.FS))
				save(t, filepath.Join(at, "brands/marmara/brand.yaml"), "name: Marmara", "name: "+name)
				link := filepath.Join(dir, "next")
				require.NoError(t, errors.Join(os.Symlink(at, link), os.Rename(link, filepath.Join(dir, c.link))))
			}
			release("Ege")
			watched := filepath.Join(dir, c.link)
			for _, name := range c.through {
				watched = dir
				require.NoError(t, os.Symlink(filepath.Join(c.link, name), filepath.Join(dir, name)))
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
	require.NoError(t, err)
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
	require.NoError(t, err)
	*files = swappedFS{now: old, next: next, after: "croupier.yaml"}
	require.NoError(t, live.Reload(), "a mix of both was read")
	b, _ := live.ByID("marmara")
	assert.True(t, b.Upstream.Name == "other" && live.Stats().Refused == 0, "in force: %s, %+v", b.Upstream.Name, live.Stats())

	empty := fstest.MapFS{}
	*files = swappedFS{now: next, next: empty, after: "croupier.yaml"}
	assert.Error(t, live.Reload(), "a missing folder was accepted")
}
