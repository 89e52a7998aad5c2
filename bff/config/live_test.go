package config_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"testing/fstest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff/config"
	"croupier/configs"
)

// folder copies the configuration of the demo into a directory.
func folder(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	require.NoError(t, os.CopyFS(dir, configs.FS))
	return dir
}

// openAt opens the configuration of a directory.
func openAt(t *testing.T, dir string) (*config.Live, *bytes.Buffer) {
	t.Helper()
	log := &bytes.Buffer{}
	source := config.Source{Dir: dir, Name: "croupier.yaml", Env: noEnv}
	live, err := config.OpenLive(source, slog.New(slog.NewTextHandler(log, nil)), time.Now)
	require.NoError(t, err)
	return live, log
}

// openFiles opens the configuration of a file system.
func openFiles(t *testing.T, files fs.FS) *config.Live {
	t.Helper()
	source := config.Source{Files: files, Name: "croupier.yaml", Env: noEnv}
	live, err := config.OpenLive(source, slog.New(slog.DiscardHandler), time.Now)
	require.NoError(t, err)
	return live
}

// save replaces a file atomically, as editors do.
func save(t *testing.T, file, old, replacement string) {
	t.Helper()
	raw, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Contains(t, string(raw), old, "%s", file)
	next := file + ".new"
	require.NoError(t, os.WriteFile(next, []byte(strings.Replace(string(raw), old, replacement, 1)), 0o600))
	require.NoError(t, os.Rename(next, file))
}

func TestReloadIsAtomic(t *testing.T) {
	dir := folder(t)
	live, log := openAt(t, dir)
	old, _ := live.Brand("localhost")
	var received []*config.Config
	cancel := live.Subscribe(func(c *config.Config) { received = append(received, c) })

	marmara, zephyr := filepath.Join(dir, "brands/marmara/brand.yaml"), filepath.Join(dir, "brands/zephyr/brand.yaml")
	save(t, marmara, "name: Marmara", "name: Ege")
	save(t, zephyr, "site_id: 111", "site_id: none")
	err := live.Reload()
	fault := faultsIn(t, err)[0]
	assert.True(t, fault.File == zephyr && fault.Field == "site_id" && fault.Line != 0, "got %v", err)
	b, _ := live.Brand("localhost")
	assert.True(t, b == old, "part of an invalid configuration is in force")
	for _, want := range []string{"rejected", "file=" + zephyr, "line=", "field=site_id"} {
		assert.Contains(t, log.String(), want)
	}
	s := live.Stats()
	assert.True(t, s.Refused == 1 && s.Applied == 0 && s.Broken, "%+v", s)
	err = live.Reload()
	assert.True(t, err == nil && live.Stats().Refused == 1, "the same fault is reported twice: %v", err)

	save(t, zephyr, "site_id: none", "site_id: 112")
	require.NoError(t, live.Reload())
	ege, _ := live.Brand("localhost")
	other, _ := live.ByID("zephyr")
	assert.Equal(t, "Ege 112 Marmara", fmt.Sprint(ege.Name, " ", other.SiteID, " ", old.Name), "in force, and before")
	s = live.Stats()
	assert.True(t, s.Refused == 1 && s.Applied == 1 && !s.Broken, "%+v", s)
	assert.True(t, len(received) == 1 && received[0] == live.Config(), "received %d configurations", len(received))
	cancel()
	save(t, marmara, "name: Ege", "name: Akdeniz")
	err = live.Reload()
	assert.True(t, err == nil && len(received) == 1, "received after cancel: %v", err)
}

// A pipe can block a read forever, and aliases can expand a few hundred bytes without end.
func TestNoFileBlocksLaterReloads(t *testing.T) {
	dir := folder(t)
	live, _ := openAt(t, dir)
	brand, secret := filepath.Join(dir, "brands/marmara/brand.yaml"), filepath.Join(dir, "secret")
	require.NoError(t, syscall.Mkfifo(secret, 0o600))
	bomb := "a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n"
	for i := range 8 {
		bomb += fmt.Sprintf("a%d: &a%d [%s*a%d]\n", i+1, i+1, strings.Repeat(fmt.Sprintf("*a%d, ", i), 9), i)
	}
	save(t, brand, "id: marmara", bomb+"id: marmara")
	save(t, filepath.Join(dir, "croupier.yaml"), "seed: 1", "secret_file: "+secret)
	err := live.Reload()
	assert.ErrorContains(t, err, "brand.yaml:6:9: more than 50000 values")
	assert.ErrorContains(t, err, "upstreams.mock.secret_file: could not read "+secret+": it must be a regular file")
	save(t, filepath.Join(dir, "croupier.yaml"), "secret_file: "+secret, "seed: 1")
	save(t, brand, bomb, "")
	save(t, brand, "name: Marmara", "name: Ege")
	require.NoError(t, live.Reload())
	assert.Equal(t, "Ege", live.Config().Brands[0].Name)
}

func TestGuardRejectsTheConfiguration(t *testing.T) {
	dir := folder(t)
	live, log := openAt(t, dir)
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
	b, _ := live.ByID("marmara")
	assert.Equal(t, "Marmara", b.Name, "a rejected configuration is in force")
	save(t, file, "name: Ege", "name: Akdeniz")
	assert.NoError(t, live.Reload())
}

func TestFieldsThatNeedARestartAreLogged(t *testing.T) {
	dir := folder(t)
	live, log := openAt(t, dir)
	file := filepath.Join(dir, "croupier.yaml")
	save(t, file, "level: info", "level: warn")
	err := live.Reload()
	require.True(t, err == nil && live.Config().Server.Log.Level == "warn", "%v %s", err, log.String())
	assert.NotContains(t, log.String(), "restart", "the log level needs a restart")
	save(
		t, file, "listen: 127.0.0.1:8080",
		"listen: 127.0.0.1:8081\ndata_dir: other\nredis: { url: \"redis://x\" }\ntelemetry: { otlp_endpoint: "+
			"\"http://x\" }",
	)
	save(t, file, "seed: 1", "seed: 2")
	require.NoError(t, live.Reload())
	for _, field := range []string{"listen", "data_dir", "redis", "telemetry", "upstreams.mock"} {
		assert.Contains(t, log.String(), field)
	}
	assert.NotRegexp(t, "keys_file|admin_listen", log.String(), "an unchanged field is logged")
}

// watch follows a directory and returns the new names of marmara.
func watch(t *testing.T, dir string) <-chan string {
	t.Helper()
	live, _ := openAt(t, dir)
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
	info, err := os.Stat(file)
	require.NoError(t, err)
	raw, err := os.ReadFile(file)
	require.NoError(t, err)
	raw = bytes.Replace(raw, []byte("name: Ege"), []byte("name: Van"), 1)
	next := file + ".new"
	require.NoError(t, os.WriteFile(next, raw, 0o600))
	// of the same size and time
	require.NoError(t, errors.Join(os.Chtimes(next, info.ModTime(), info.ModTime()), os.Rename(next, file)))
	waitForName(t, names, "Van")
	raw = bytes.Replace(raw, []byte("name: Van"), []byte("name: Akdeniz"), 1)
	require.NoError(t, os.WriteFile(file, raw, 0o600)) // overwritten in place
	waitForName(t, names, "Akdeniz")

	// A whole directory is replaced.
	away := filepath.Join(dir, "brands/.away")
	next = filepath.Join(dir, "brands/.next")
	require.NoError(t, os.CopyFS(next, os.DirFS(filepath.Dir(file))))
	save(t, filepath.Join(next, "brand.yaml"), "name: Akdeniz", "name: Karadeniz")
	require.NoError(t, errors.Join(os.Rename(filepath.Dir(file), away), os.Rename(next, filepath.Dir(file))))
	waitForName(t, names, "Karadeniz")
	save(t, file, "name: Karadeniz", "name: Hazar") // the new folder is watched
	waitForName(t, names, "Hazar")
}

// Kubernetes mounts files as links through ..data and replaces that link. Other deployments replace
// the link to the whole directory.
func TestReplacedLinksAreApplied(t *testing.T) {
	for _, c := range []struct {
		name, link string
		through    []string // links in the folder of the configuration
	}{
		{"to the mounted files", "..data", []string{"croupier.yaml", "brands"}},
		{"to the folder", "current", nil},
	} {
		releases, dir := t.TempDir(), t.TempDir()
		release := func(name string) {
			t.Helper()
			at := filepath.Join(releases, name)
			require.NoError(t, os.CopyFS(at, configs.FS), c.name)
			save(t, filepath.Join(at, "brands/marmara/brand.yaml"), "name: Marmara", "name: "+name)
			link := filepath.Join(dir, "next")
			require.NoError(t, errors.Join(os.Symlink(at, link), os.Rename(link, filepath.Join(dir, c.link))), c.name)
		}
		release("Ege")
		watched := filepath.Join(dir, c.link)
		for _, name := range c.through {
			watched = dir
			require.NoError(t, os.Symlink(filepath.Join(c.link, name), filepath.Join(dir, name)), c.name)
		}
		names := watch(t, watched)
		release("Akdeniz")
		waitForName(t, names, "Akdeniz")
		release("Karadeniz")
		waitForName(t, names, "Karadeniz")
	}
}

func TestEmbeddedConfigurationNeverChanges(t *testing.T) {
	live := openFiles(t, configs.FS)
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
		[3]string{
			"croupier.yaml", "upstreams:\n",
			"upstreams:\n  other: { adapter: envelope, url: https://other.example/endpoint/v1 }\n",
		},
		[3]string{"brands/marmara/brand.yaml", "upstream: mock", "upstream: other"},
	)
	old := configs.FS
	files := &swappedFS{now: old}
	live := openFiles(t, files)
	*files = swappedFS{now: old, next: next, after: "croupier.yaml"}
	require.NoError(t, live.Reload(), "a mix of both was read")
	b, _ := live.ByID("marmara")
	assert.True(
		t, b.Upstream.Name == "other" && live.Stats().Refused == 0, "in force: %s, %+v", b.Upstream.Name, live.Stats(),
	)

	empty := fstest.MapFS{}
	*files = swappedFS{now: next, next: empty, after: "croupier.yaml"}
	assert.Error(t, live.Reload(), "a missing folder was accepted")
}
