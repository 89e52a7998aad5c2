// Package realredis starts redis-server processes for tests: a single server, a cluster of three
// masters, or a master with a replica and three sentinels.
package realredis

import (
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"croupier/bff/test/testkit"
)

// timeout limits the response time of a server.
const timeout = 30 * time.Second

// Server is one redis-server without persistence.
type Server struct {
	Port int
	tls  int      // port of other servers and clients, zero without TLS
	file []string // path of the configuration file or nothing
	args []string
	dir  string
	cmd  *exec.Cmd
}

// Start starts a server that runs until the test ends. It fails the test when redis-server is not
// installed.
func Start(t testing.TB) *Server {
	t.Helper()
	s := newServer(t, "")
	s.Run(t)
	return s
}

// StartTLS starts a server that also listens with TLS at tlsPort. It requires certificates of ca.pem.
// The folder has this file, server.pem and server-key.pem.
func StartTLS(t testing.TB, folder string) (s *Server, tlsPort int) {
	t.Helper()
	s = newServer(t, folder)
	s.Run(t)
	return s, s.tls
}

// newServer returns a server that also uses TLS if folder is not empty.
func newServer(t testing.TB, folder string, args ...string) *Server {
	t.Helper()
	s := &Server{Port: reservePort(t), dir: tempDir(t), args: args}
	if folder != "" {
		s.tls = reservePort(t)
		s.args = append(s.args, "--tls-port", strconv.Itoa(s.tls), "--tls-replication", "yes",
			"--tls-ca-cert-file", filepath.Join(folder, "ca.pem"), "--tls-cert-file",
			filepath.Join(folder, "server.pem"), "--tls-key-file", filepath.Join(folder, "server-key.pem"))
	}
	return s
}

// peerPort returns the port for other servers and clients.
func (s *Server) peerPort() string { return strconv.Itoa(cmp.Or(s.tls, s.Port)) }

// tempDir returns a folder that is removed after the last write. The process that rewrites the
// append-only file may outlive the killed server.
func tempDir(t testing.TB) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "realredis") //nolint:usetesting // T.TempDir fails the test during a late write
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		testkit.Eventually(t, "the server's folder is removed", func() bool { return os.RemoveAll(dir) == nil })
	})
	return dir
}

// URL returns the address of the server for store/redis. Its timeout is longer than in production,
// because test machines may be busy.
func (s *Server) URL() string {
	return fmt.Sprintf("redis://127.0.0.1:%d?timeout=%s", s.Port, timeout)
}

// Address returns the host and port of the server.
func (s *Server) Address() string { return net.JoinHostPort("127.0.0.1", strconv.Itoa(s.Port)) }

// Run starts the server, also after Kill, and waits until it responds.
func (s *Server) Run(t testing.TB) {
	t.Helper()
	binary, err := exec.LookPath("redis-server")
	if err != nil {
		t.Fatalf("could not find redis-server (Debian package redis-server): %v", err)
	}
	args := slices.Concat(s.file, []string{
		"--port", strconv.Itoa(s.Port), "--bind", "127.0.0.1", "--dir", s.dir, "--save", "", "--appendonly", "no",
		"--logfile", s.logFile(),
	}, s.args)
	s.cmd = exec.Command(binary, args...) //nolint:noctx,gosec // Cleanup kills the installed redis-server
	if err := s.cmd.Start(); err != nil {
		t.Fatalf("could not start redis-server: %v", err)
	}
	t.Cleanup(s.Kill)
	t.Cleanup(func() {
		if content, err := os.ReadFile(s.logFile()); err == nil && t.Failed() {
			t.Logf("redis-server on port %d:\n%s", s.Port, content)
		}
	})
	testkit.Eventually(t, "redis-server answers", func() bool {
		reply, err := s.Do("PING")
		return err == nil && reply == "PONG"
	})
}

func (s *Server) logFile() string { return filepath.Join(s.dir, "redis.log") }

// Kill ends the server with SIGKILL, like the loss of its machine. It does nothing if the server
// has already ended.
func (s *Server) Kill() {
	_ = s.cmd.Process.Kill()
	_ = s.cmd.Wait()
}

// Suspend stops the server with SIGSTOP. The kernel accepts connections, but nothing responds.
func (s *Server) Suspend(t testing.TB) { s.signal(t, syscall.SIGSTOP) }

// Resume continues a suspended server.
func (s *Server) Resume(t testing.TB) { s.signal(t, syscall.SIGCONT) }

func (s *Server) signal(t testing.TB, sig os.Signal) {
	t.Helper()
	if err := s.cmd.Process.Signal(sig); err != nil {
		t.Fatal(err)
	}
}

// Do sends a command on a new connection and returns the reply as text.
func (s *Server) Do(words ...string) (string, error) {
	conn, err := net.DialTimeout("tcp", s.Address(), timeout) //nolint:noctx // bounded by timeout
	if err != nil {
		return "", err
	}
	defer conn.Close() //nolint:errcheck // the reply has been read
	if err := conn.SetDeadline(time.Now().Add(timeout)); err != nil {
		return "", err
	}
	if _, err := conn.Write([]byte(strings.Join(words, " ") + "\r\n")); err != nil {
		return "", err
	}
	reply := make([]byte, 1<<16)
	n, err := conn.Read(reply)
	if err != nil {
		return "", err
	}
	text := strings.TrimSuffix(string(reply[1:n]), "\r\n")
	if reply[0] == '-' {
		return "", errors.New(text)
	}
	return text, nil
}

// nodeTimeout is the time after which the nodes of a cluster consider a silent node failed. It is
// long because test machines may be busy.
const nodeTimeout = 5 * time.Minute

// Cluster is a Redis cluster of three masters that share the slots.
type Cluster struct{ Masters [3]*Server }

// StartCluster starts a cluster that runs until the test ends.
func StartCluster(t testing.TB) *Cluster {
	t.Helper()
	c := &Cluster{}
	slots := [...][2]string{{"0", "5460"}, {"5461", "10922"}, {"10923", "16383"}}
	for i := range c.Masters {
		bus := strconv.Itoa(reservePort(t))
		s := &Server{Port: reservePort(t), dir: tempDir(t), args: []string{
			"--cluster-enabled", "yes", "--cluster-port", bus,
			"--cluster-node-timeout", strconv.FormatInt(nodeTimeout.Milliseconds(), 10),
		}}
		s.Run(t)
		c.Masters[i] = s
		mustDo(t, s, "CLUSTER", "SET-CONFIG-EPOCH", strconv.Itoa(i+1))
		mustDo(t, s, "CLUSTER", "ADDSLOTSRANGE", slots[i][0], slots[i][1])
		if i > 0 {
			mustDo(t, c.Masters[0], "CLUSTER", "MEET", "127.0.0.1", strconv.Itoa(s.Port), bus)
		}
	}
	testkit.Eventually(t, "the cluster is ready", func() bool {
		for _, s := range c.Masters {
			info, err := s.Do("CLUSTER", "INFO")
			if err != nil || !strings.Contains(info, "cluster_state:ok") ||
				!strings.Contains(info, "cluster_known_nodes:3") {
				return false
			}
		}
		return true
	})
	return c
}

// URL returns the address of the cluster for store/redis, with a timeout as in Server.URL.
func (c *Cluster) URL() string {
	return fmt.Sprintf("redis+cluster://127.0.0.1:%d?timeout=%s&addr=%s&addr=%s", c.Masters[0].Port, timeout,
		c.Masters[1].Address(), c.Masters[2].Address())
}

// Sentinels is a master with a replica, which three sentinels watch.
type Sentinels struct {
	Master, Replica *Server
	sentinels       [3]*Server
}

const (
	// masterName is the name of the master, and of a user of the sentinels.
	masterName = "croupier"
	// downAfter is the time after which sentinels consider a silent master failed.
	downAfter = 2 * time.Second
)

// StartSentinels starts servers and sentinels that run until the test ends. If folder is not empty,
// they use TLS as in StartTLS.
func StartSentinels(t testing.TB, folder string) *Sentinels {
	t.Helper()
	s := &Sentinels{Master: newServer(t, folder)}
	s.Master.Run(t)
	s.Replica = newServer(t, folder, "--replicaof", "127.0.0.1", s.Master.peerPort())
	s.Replica.Run(t)
	testkit.Eventually(t, "the replica has the data of the master", func() bool {
		info, err := s.Master.Do("INFO", "replication")
		return err == nil && strings.Contains(info, "state=online")
	})
	for i := range s.sentinels {
		n := newServer(t, folder, "--sentinel")
		conf := fmt.Sprintf("sentinel monitor %s 127.0.0.1 %s 2\nsentinel down-after-milliseconds %[1]s %[3]d\n",
			masterName, s.Master.peerPort(), downAfter.Milliseconds())
		n.file = []string{testkit.WriteFile(t, n.dir, "sentinel.conf", conf)}
		n.Run(t)
		mustDo(t, n, "ACL", "SETUSER", masterName, "on", ">secret", "+@all", "~*", "&*")
		s.sentinels[i] = n
	}
	testkit.Eventually(t, "the sentinels know each other and the replica", func() bool {
		return s.all("num-slaves\r\n$1\r\n1\r\n", "MASTER") && s.all("num-other-sentinels\r\n$1\r\n2\r\n", "MASTER")
	})
	return s
}

// all reports whether all sentinels reply with a text to a command about the master.
func (s *Sentinels) all(text, command string) bool {
	return !slices.ContainsFunc(s.sentinels[:], func(n *Server) bool {
		reply, err := n.Do("SENTINEL", command, masterName)
		return err != nil || !strings.Contains(reply, text)
	})
}

// FailedOver reports whether the replica is the master for all sentinels.
func (s *Sentinels) FailedOver() bool {
	return s.all(s.Replica.peerPort(), "GET-MASTER-ADDR-BY-NAME")
}

// URL returns the address of the master for store/redis, with a timeout as in Server.URL.
func (s *Sentinels) URL() string {
	scheme := "redis"
	if s.Master.tls != 0 {
		scheme = "rediss"
	}
	return fmt.Sprintf("%s+sentinel://127.0.0.1:%s?master_name=%s&sentinel_username=%[3]s&sentinel_password=secret"+
		"&timeout=%s&addr=127.0.0.1:%s&addr=127.0.0.1:%s", scheme, s.sentinels[0].peerPort(), masterName, timeout,
		s.sentinels[1].peerPort(), s.sentinels[2].peerPort())
}

func mustDo(t testing.TB, s *Server, words ...string) {
	t.Helper()
	if _, err := s.Do(words...); err != nil {
		t.Fatalf("%v: %v", words, err)
	}
}

// Ports are below the ephemeral range of common systems. Another process cannot receive such a port
// from the system while the server is down.
const (
	minPort = 20_000
	maxPort = 32_000
)

// reservePort returns a free port and reserves it until the test ends.
func reservePort(t testing.TB) int {
	t.Helper()
	for range 1000 {
		port := minPort + rand.IntN(maxPort-minPort) //nolint:gosec // need not be unpredictable
		if tryReserve(t, net.JoinHostPort("127.0.0.1", strconv.Itoa(port))) {
			return port
		}
	}
	t.Fatalf("could not reserve a port: none from %d to %d is free", minPort, maxPort)
	return 0
}

// tryReserve reports whether address is free, and reserves it for this test. The reservation is an
// open UDP socket with the same port number, which other processes also see.
func tryReserve(t testing.TB, address string) bool {
	t.Helper()
	reservation, err := net.ListenPacket("udp", address) //nolint:noctx // local
	if err != nil {
		return false
	}
	l, err := net.Listen("tcp", address) //nolint:noctx // local
	if err != nil {
		_ = reservation.Close()
		return false
	}
	_ = l.Close()
	t.Cleanup(func() { _ = reservation.Close() })
	return true
}
