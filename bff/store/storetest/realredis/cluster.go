package realredis

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"
)

// silence is how long a node of a cluster may say nothing before the others give it up: on
// a busy machine it may be long.
const silence = 5 * time.Minute

// Cluster is three masters that share the slots.
type Cluster struct{ Masters [3]*Server }

// StartCluster starts a cluster, which ends with the test.
func StartCluster(t testing.TB) *Cluster {
	t.Helper()
	c := &Cluster{}
	slots := [...][2]string{{"0", "5460"}, {"5461", "10922"}, {"10923", "16383"}}
	for i := range c.Masters {
		bus := strconv.Itoa(reserve(t))
		s := &Server{Port: reserve(t), dir: t.TempDir(), args: []string{
			"--cluster-enabled", "yes", "--cluster-port", bus,
			"--cluster-node-timeout", strconv.FormatInt(silence.Milliseconds(), 10),
		}}
		s.Run(t)
		c.Masters[i] = s
		say(t, s, "CLUSTER", "SET-CONFIG-EPOCH", strconv.Itoa(i+1))
		say(t, s, "CLUSTER", "ADDSLOTSRANGE", slots[i][0], slots[i][1])
		if i > 0 {
			say(t, c.Masters[0], "CLUSTER", "MEET", "127.0.0.1", strconv.Itoa(s.Port), bus)
		}
	}
	await(t, "the cluster stands", func() bool {
		for _, s := range c.Masters {
			info, err := s.Ask("CLUSTER", "INFO")
			if err != nil || !strings.Contains(info, "cluster_state:ok") || !strings.Contains(info, "cluster_known_nodes:3") {
				return false
			}
		}
		return true
	})
	return c
}

// URL is where the cluster is reached; see Server.URL.
func (c *Cluster) URL() string {
	return fmt.Sprintf("redis+cluster://127.0.0.1:%d?timeout=%s&addr=%s&addr=%s", c.Masters[0].Port, patience, c.Masters[1].Address(), c.Masters[2].Address())
}

func say(t testing.TB, s *Server, words ...string) {
	t.Helper()
	if _, err := s.Ask(words...); err != nil {
		t.Fatalf("%v: %v", words, err)
	}
}
