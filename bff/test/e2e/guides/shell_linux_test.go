package guides_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// shellVariable makes the test binary the first process of a guide's network. It activates the
// loopback interface and becomes the shell.
const shellVariable = "CROUPIER_GUIDE_SHELL"

// foldersVariable names the folder for the shell's copies of systemFolders.
const foldersVariable = "GUIDE_FOLDERS"

var systemFolders = []string{"/etc", "/var", "/usr/local"}

func becomeShell(script string) error {
	if dir := os.Getenv(foldersVariable); dir != "" {
		if err := copySystemFolders(dir); err != nil {
			return err
		}
	}
	socket, err := unix.Socket(unix.AF_INET, unix.SOCK_DGRAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return err
	}
	loopback, err := unix.NewIfreq("lo")
	if err != nil {
		return err
	}
	loopback.SetUint16(unix.IFF_UP)
	if err := unix.IoctlIfreq(socket, unix.SIOCSIFFLAGS, loopback); err != nil {
		return err
	}
	bash, err := exec.LookPath("bash")
	if err != nil {
		return err
	}
	return syscall.Exec(bash, []string{"bash", script}, os.Environ())
}

// copySystemFolders mounts writable copies of systemFolders for this process and its children.
func copySystemFolders(dir string) error {
	if err := unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, ""); err != nil {
		return fmt.Errorf("could not make mounts private: %w", err)
	}
	if err := unix.Mount("tmpfs", dir, "tmpfs", 0, ""); err != nil {
		return fmt.Errorf("could not mount tmpfs: %w", err)
	}
	for _, folder := range systemFolders {
		upper, work := filepath.Join(dir, folder, "upper"), filepath.Join(dir, folder, "work")
		if err := errors.Join(os.MkdirAll(upper, 0o755), os.MkdirAll(work, 0o755)); err != nil {
			return err
		}
		options := "lowerdir=" + folder + ",upperdir=" + upper + ",workdir=" + work
		if err := unix.Mount("overlay", folder, "overlay", 0, options); err != nil {
			return fmt.Errorf("could not mount overlay at %s: %w", folder, err)
		}
	}
	hosts := []byte("127.0.0.1 localhost casino.example\n")
	return os.WriteFile("/etc/hosts", hosts, 0o644) //nolint:gosec // as on every machine
}

// systemctl replaces the command of systemd, which does not run in the test. It starts the command
// of the unit as the user of the unit. It lets Caddy issue the certificates, because the test
// cannot reach a certificate authority.
const systemctl = `#!/bin/bash
set -euo pipefail
unit=/etc/systemd/system/croupier.service
value() { sed -n "s/^$1=//p" $unit; }
case "$*" in
daemon-reload) systemd-analyze verify $unit ;;
"enable --now croupier") runuser -u "$(value User)" -- $(value ExecStart) >>/var/log/croupier.log 2>&1 & ;;
"stop caddy") caddy stop ;;
"reload nginx") nginx -s reload 2>/dev/null || nginx ;;
"reload caddy")
	{ echo "{"; echo local_certs; echo "}"; cat /etc/caddy/Caddyfile; } >/etc/caddy/local
	caddy start --adapter caddyfile --config /etc/caddy/local
	;;
*) echo "systemctl $*: not in the test" >&2; exit 1 ;;
esac
`

// provideMachine gives a guide copies of systemFolders, systemctl and bin/croupier-production.
func provideMachine(t *testing.T, cmd *exec.Cmd) {
	programs := t.TempDir()
	err := os.WriteFile(filepath.Join(programs, "systemctl"), []byte(systemctl), 0o755) //nolint:gosec // a program
	require.NoError(t, err)
	production := os.Getenv("CROUPIER_PRODUCTION_BINARY")
	if production == "" {
		production = filepath.Join(t.TempDir(), "croupier-production")
		build := exec.Command("go", "build", "-tags", "nomock,nomsgpack,grpcnotrace", "-trimpath", "-ldflags", "-s -w",
			"-o", production, "croupier/bff/cmd/croupier")
		build.Env = append(os.Environ(), "CGO_ENABLED=0")
		out, err := build.CombinedOutput()
		require.NoError(t, err, string(out))
	}
	require.NoError(t, os.Symlink(production, filepath.Join(cmd.Dir, "bin", "croupier-production")))
	cmd.SysProcAttr.Cloneflags |= syscall.CLONE_NEWNS
	cmd.Env = append(cmd.Env, foldersVariable+"="+t.TempDir(),
		"PATH="+programs+":/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin")
}

// isolated returns the command that runs a script with a separate network and process namespace.
// Every port is free, no other machine is reachable, and no process outlives the script.
func isolated(t *testing.T, script string) *exec.Cmd {
	self, err := os.Executable()
	require.NoError(t, err)
	cmd := exec.CommandContext(t.Context(), self)
	cmd.Env = append(os.Environ(), shellVariable+"="+script)
	cmd.SysProcAttr = &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWNET | syscall.CLONE_NEWPID}
	if os.Geteuid() != 0 {
		cmd.SysProcAttr.Cloneflags |= syscall.CLONE_NEWUSER
		cmd.SysProcAttr.UidMappings = []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getuid(), Size: 1}}
		cmd.SysProcAttr.GidMappings = []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getgid(), Size: 1}}
	}
	return cmd
}
