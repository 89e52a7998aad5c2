package deploy

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// Container runs a program like a container. The program sees only the root folder, user and
// environment of the image, and a separate network.
type Container struct {
	Runtime
	Root string // folder that becomes /
}

// Report contains the results of Supervise.
type Report struct {
	Log    string // of the server
	Health string // output of the last health check
	Probe  string // response of /healthz
	Failed string // the error, empty for none
}

const startTimeout = 30 * time.Second

// Supervise starts the program and waits for a successful health check. It requests probe and sends
// SIGTERM. Call it in a new network namespace.
func (c *Container) Supervise(probe string) (r Report) {
	failed := func(what string, err error) Report {
		r.Failed = fmt.Sprintf("%s: %v", what, err)
		return r
	}
	if err := raiseLoopback(); err != nil {
		return failed("network", err)
	}
	if out, err := c.command(c.Health).CombinedOutput(); err == nil {
		return failed("health check without a server", fmt.Errorf("succeeds: %s", out))
	}
	var log strings.Builder
	server := c.command(c.Command)
	server.Stdout, server.Stderr = &log, &log
	if err := server.Start(); err != nil {
		return failed("start", err)
	}
	exited := make(chan error, 1)
	go func() { exited <- server.Wait() }()
	for end := time.Now().Add(startTimeout); ; time.Sleep(50 * time.Millisecond) {
		out, err := c.command(c.Health).CombinedOutput()
		if r.Health = string(out); err == nil {
			break
		}
		select {
		case err := <-exited:
			r.Log = log.String()
			return failed("the server ended", fmt.Errorf("%w", err))
		default:
		}
		if time.Now().After(end) {
			_ = server.Process.Kill()
			<-exited //nolint:errcheck // the process was killed
			r.Log = log.String()
			return failed("health check", err)
		}
	}
	response, err := http.Get(probe) //nolint:noctx,gosec // the process ends soon, and the address is local
	if err != nil {
		return failed("probe", err)
	}
	defer response.Body.Close() //nolint:errcheck // read to its end
	body, err := io.ReadAll(response.Body)
	r.Probe = strings.TrimSpace(string(body))
	err = errors.Join(err, server.Process.Signal(syscall.SIGTERM), <-exited)
	r.Log = log.String()
	if err != nil {
		return failed("stop", err)
	}
	return r
}

func (c *Container) command(line []string) *exec.Cmd {
	cmd := exec.Command(line[0], line[1:]...) //nolint:gosec,noctx // the program of the image, ends with this process
	cmd.Path, cmd.Err = line[0], nil          // looked up inside
	cmd.Dir = "/"
	cmd.Env = c.Env
	uid, gid := owner(c.User)
	cmd.SysProcAttr = &syscall.SysProcAttr{
		Chroot:     c.Root,
		Credential: &syscall.Credential{Uid: uid, Gid: gid, NoSetGroups: false},
	}
	return cmd
}

func owner(user string) (uid, gid uint32) {
	u, g, _ := strings.Cut(user, ":")
	parse := func(s string) uint32 {
		n, err := strconv.ParseUint(s, 10, 32)
		if err != nil {
			panic(fmt.Sprintf("user %q: want uid:gid in numbers", user)) // the Dockerfile has no /etc/passwd
		}
		return uint32(n)
	}
	return parse(u), parse(g)
}

// raiseLoopback activates the loopback interface of a new network namespace.
func raiseLoopback() error {
	socket, err := unix.Socket(unix.AF_INET, unix.SOCK_DGRAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return err
	}
	defer unix.Close(socket) //nolint:errcheck // only configured
	loopback, err := unix.NewIfreq("lo")
	if err != nil {
		return err
	}
	loopback.SetUint16(unix.IFF_UP)
	return unix.IoctlIfreq(socket, unix.SIOCSIFFLAGS, loopback)
}

// superviseVariable makes a test binary supervise the container in its JSON value.
const superviseVariable = "CROUPIER_TEST_CONTAINER"

// SuperviseFromEnvironment supervises a container and prints the Report if the environment requests
// it. Otherwise it returns false.
func SuperviseFromEnvironment() bool {
	text := os.Getenv(superviseVariable)
	if text == "" {
		return false
	}
	var c Container
	r := Report{}
	if err := json.Unmarshal([]byte(text), &c); err != nil {
		r.Failed = err.Error()
	} else {
		r = c.Supervise("http://127.0.0.1:8080/healthz")
	}
	_ = json.NewEncoder(os.Stdout).Encode(r)
	return true
}
