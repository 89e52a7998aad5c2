package e2e_test

import (
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"croupier/bff/e2e"
)

// disk is a data folder that can be made to accept no writes.
type disk struct {
	dir string
	// strict reports that no write succeeds. On a full file system some still do, as the store reuses
	// the space of its file.
	strict bool
	// fill makes the writes of a running server fail, and free lets them succeed again.
	fill, free func(t *testing.T, p *e2e.Process)
	// command returns the command that starts the server while writes fail.
	command func(binary string, args []string) (string, []string)
}

// limitedFileSize returns a disk on which writes fail with EFBIG. It needs no privileges.
func limitedFileSize(t *testing.T) disk {
	t.Helper()
	limit := func(most uint64) func(*testing.T, *e2e.Process) {
		return func(t *testing.T, p *e2e.Process) {
			t.Helper()
			var l unix.Rlimit
			if err := unix.Prlimit(p.PID(), unix.RLIMIT_FSIZE, nil, &l); err != nil {
				t.Fatal(err)
			}
			l.Cur = min(most, l.Max)
			if err := unix.Prlimit(p.PID(), unix.RLIMIT_FSIZE, &l, nil); err != nil {
				t.Fatal(err)
			}
		}
	}
	return disk{t.TempDir(), true, limit(0), limit(unix.RLIM_INFINITY), func(binary string, args []string) (string, []string) {
		return "/bin/sh", append([]string{"-c", `ulimit -S -f 0 && exec "$0" "$@"`, binary}, args...)
	}}
}

// fullFileSystem returns a disk on which writes fail with ENOSPC: a small file system in memory.
func fullFileSystem(t *testing.T) disk {
	t.Helper()
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=1m"); err != nil {
		t.Skipf("mount a small file system: %v (needs root)", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(dir, syscall.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
	ballast := filepath.Join(dir, "ballast")
	return disk{
		filepath.Join(dir, "data"), false,
		func(t *testing.T, _ *e2e.Process) {
			t.Helper()
			f, err := os.Create(ballast)
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close() //nolint:errcheck // full
			for size := 4096; size > 0; {
				if _, err = f.Write(make([]byte, size)); err != nil {
					size /= 2
				}
			}
			if !errors.Is(err, syscall.ENOSPC) {
				t.Fatal(err)
			}
		},
		func(t *testing.T, _ *e2e.Process) {
			t.Helper()
			if err := os.Remove(ballast); err != nil {
				t.Fatal(err)
			}
		},
		func(binary string, args []string) (string, []string) { return binary, args },
	}
}

func TestFullDisk(t *testing.T) {
	t.Parallel()
	mock := start(t, nil, "mock", "--listen", "127.0.0.1:0")
	for name, newDisk := range map[string]func(*testing.T) disk{"limited file size": limitedFileSize, "full file system": fullFileSystem} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			testFullDisk(t, newDisk(t), mock)
		})
	}
}

func testFullDisk(t *testing.T, d disk, mock *e2e.Process) {
	t.Helper()
	world := strings.ReplaceAll(t.Name()[len("TestFullDisk/"):], "_", "-")
	env := inFrontOf(mock.Address)
	args := []string{"serve", "--listen", "127.0.0.1:0", "--admin-listen", "127.0.0.1:0", "--data-dir", d.dir}
	platform := e2e.NewClient(mock.Address, "localhost", world)
	p := start(t, env, args...)
	v := visitor{p.Address, "localhost", world}
	do := func(address, path string) string {
		t.Helper()
		status, _, raw, err := e2e.NewClient(address, "localhost", "").Do(http.MethodGet, path, nil, nil)
		if err != nil || status != http.StatusOK {
			t.Fatalf("%s: %d %v %s", path, status, err, raw)
		}
		return string(raw)
	}
	// logout logs new sessions out until the store reports that it cannot write, as the file of the
	// store may have space of its own, and returns the last of them.
	logout := func() (token string) {
		t.Helper()
		eventually(t, "degraded readiness", func() bool {
			for range 25 {
				token = v.login(t, "", "demo", "Demo123")
				if status, a, cookie := v.call(t, token, "user/logout", nil); status != http.StatusOK || cookie != "-" {
					t.Fatalf("logout: %d %s", status, a["debug"])
				}
			}
			return do(p.Address, "/readyz") == `{"status":"degraded","reasons":["store not writable"]}`
		})
		return token
	}
	mustRefuseMoney := func(token string, number int) {
		t.Helper()
		if !d.strict {
			return
		}
		key := fmt.Sprintf("5a0c0d6e-1111-4b4e-9a40-0f6d1f6f1%03d", number)
		if pay := v.mustPay(t, token, key, 1); pay.Status != http.StatusServiceUnavailable || pay.Debug != "upstream unavailable" {
			t.Errorf("money call: %s", pay.raw)
		}
	}

	kept := v.login(t, "", "zengin", "Demo123")
	d.fill(t, p)
	ended := logout()
	if v.hasSession(t, ended) || !v.hasSession(t, kept) {
		t.Error("full disk: the logout is not in force, or has ended another session")
	}
	mustRefuseMoney(kept, 1)
	if !d.strict {
		// Whatever was written or not, the log reports the first failure.
	} else if metrics := do(p.Admin, "/metrics"); !strings.Contains(metrics, "croupier_store_writable 0") || strings.Contains(metrics, "croupier_store_unsaved_revocations 0") {
		t.Error("the metrics do not report the full disk")
	}
	eventually(t, "the log message", func() bool { return strings.Contains(p.Log(), "write to data folder: failed") })

	// With space again, what was in memory is written, and survives a crash.
	d.free(t, p)
	eventually(t, "readiness", func() bool { return do(p.Address, "/readyz") == `{"status":"ok"}` })
	if err := p.Kill(); err != nil {
		t.Fatal(err)
	}
	p = start(t, env, args...)
	v.address = p.Address
	if v.hasSession(t, ended) || !v.hasSession(t, kept) {
		t.Error("after a crash: a logout was not written, or another session has ended")
	}

	// On a full disk the server starts.
	d.fill(t, p)
	if err := p.Kill(); err != nil {
		t.Fatal(err)
	}
	command, full := d.command(binary, args)
	var err error
	if p, err = e2e.Start(command, env, full...); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = p.Stop() })
	v.address = p.Address
	if !v.hasSession(t, kept) || v.hasSession(t, ended) {
		t.Error("started on a full disk: sessions differ")
	}
	if again := logout(); v.hasSession(t, again) {
		t.Error("started on a full disk: the logout is not in force")
	}
	mustRefuseMoney(kept, 2)
	if n := received(t, platform, moneyCall); n != 0 {
		t.Errorf("the platform received %d money calls without a claim", n)
	}
	d.free(t, p)
	eventually(t, "readiness", func() bool { return do(p.Address, "/readyz") == `{"status":"ok"}` })
	eventually(t, "the admin file", func() bool {
		_, err := os.Stat(filepath.Join(d.dir, "admin.json"))
		return err == nil
	})
	if pay := v.mustPay(t, kept, firstKey, 1); pay.Status != http.StatusOK && pay.Debug == "upstream unavailable" {
		t.Errorf("money call with space again: %s", pay.raw)
	}
}
