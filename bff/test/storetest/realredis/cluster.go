package realredis

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"
)

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
	waitFor(t, "the cluster is ready", func() bool {
		for _, s := range c.Masters {
			info, err := s.Do("CLUSTER", "INFO")
			if err != nil || !strings.Contains(info, "cluster_state:ok") || !strings.Contains(info, "cluster_known_nodes:3") {
				return false
			}
		}
		return true
	})
	return c
}

// URL returns the address of the cluster for store/redis, with a timeout as in Server.URL.
func (c *Cluster) URL() string {
	return fmt.Sprintf("redis+cluster://127.0.0.1:%d?timeout=%s&addr=%s&addr=%s", c.Masters[0].Port, timeout, c.Masters[1].Address(), c.Masters[2].Address())
}

func mustDo(t testing.TB, s *Server, words ...string) {
	t.Helper()
	if _, err := s.Do(words...); err != nil {
		t.Fatalf("%v: %v", words, err)
	}
}
