// Command bench measures the server from outside. It runs the real binary in front of a scriptable
// platform and prints one table. BENCHMARKS.md explains the rows.
//
//	go run ./bff/test/bench --rounds 1 --rows cached,waiting
package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"text/tabwriter"
	"time"

	"croupier/bff/test/e2e"
)

type bench struct {
	binary, root, dir string
	warm              time.Duration // duration of healthy calls before the row hung
	platform          *platform
	running           []func() // ends the processes of the row
	figures           []*figure
}

type figure struct {
	row, name, goal string
	values          []float64 // one per round
}

// row is a row of the table, which may have several figures.
type row struct {
	name    string
	rounds  int          // maximum of rounds, 0 for all
	measure func(*bench) // panics with a failure
}

// rows are the rows in the order of a round. Slow rows and rows that depend only on the script of
// the platform have one round.
var rows = []row{
	{"cached", 0, (*bench).cached},
	{"proxied", 0, (*bench).proxied},
	{"plain", 0, (*bench).plain},
	{"session", 0, (*bench).session},
	{"waiting", 0, (*bench).waiting},
	{"added", 0, (*bench).added},
	{"page", 2, (*bench).page},
	{"stampede", 1, (*bench).stampede},
	{"hung", 1, (*bench).hung},
	{"back", 1, (*bench).outages},
	{"overload", 1, (*bench).overload},
}

// named returns the rows with these names, separated by commas, or all rows.
func named(names string) ([]row, error) {
	if names == "" {
		return rows, nil
	}
	var found []row
	for name := range strings.SplitSeq(names, ",") {
		at := slices.IndexFunc(rows, func(r row) bool { return r.name == name })
		if at < 0 {
			return nil, fmt.Errorf("unknown row %q", name)
		}
		found = append(found, rows[at])
	}
	return found, nil
}

func main() {
	start := run
	switch {
	case os.Getenv(platformVariable) != "":
		start = runPlatform
	case os.Getenv(peerVariable) != "":
		start = runPeer
	}
	if err := start(); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run() error {
	rounds := flag.Int("rounds", 5, "number of rounds, some rows are measured only in the first rounds")
	names := flag.String("rows", "", "rows to measure, separated by commas (default all)")
	binary := flag.String("binary", os.Getenv("CROUPIER_BINARY"), "binary to measure (default a build of this source)")
	root := flag.String("root", ".", "root of the repository")
	warm := flag.Duration("warm", 15*time.Second, "duration of healthy traffic before the platform hangs")
	flag.Parse()
	measured, err := named(*names)
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "croupier-bench")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	b := &bench{binary: *binary, root: *root, dir: dir, warm: *warm}
	if b.binary == "" {
		if b.binary, err = e2e.Binary(dir); err != nil {
			return err
		}
	}
	if b.binary, err = filepath.Abs(b.binary); err != nil {
		return err
	}
	if b.platform, err = startPlatform(); err != nil {
		return err
	}
	defer b.platform.stop()
	return errors.Join(b.measure(measured, *rounds), b.print())
}

// measure measures rows. If a row fails, it continues with the next one.
func (b *bench) measure(rows []row, rounds int) error {
	var failed []error
	began := time.Now()
	for round := range rounds {
		for _, r := range rows {
			if r.rounds > 0 && round >= r.rounds {
				continue
			}
			fmt.Fprintf(os.Stderr, "%3.0f s: round %d of %d: %s\n", time.Since(began).Seconds(), round+1, rounds,
				r.name)
			if err := b.try(r.measure); err != nil {
				failed = append(failed, fmt.Errorf("%s: %w", r.name, err))
			}
		}
	}
	fmt.Fprintf(os.Stderr, "%3.0f s: done\n", time.Since(began).Seconds())
	return errors.Join(failed...)
}

// failure is the panic value of check.
type failure struct{ error }

// check ends the row if there is an error.
func check(err error) {
	if err != nil {
		panic(failure{err})
	}
}

// must returns v, or ends the row.
func must[T any](v T, err error) T {
	check(err)
	return v
}

// try measures one row, ends its processes, and returns its failure.
func (b *bench) try(measure func(*bench)) (err error) {
	defer func() {
		b.stopAll()
		switch f := recover().(type) {
		case nil:
		case failure:
			err = f.error
		default:
			panic(f)
		}
	}()
	measure(b)
	return nil
}

// stopAll ends the processes of a row. Calls that hang end with them.
func (b *bench) stopAll() {
	for _, stop := range b.running {
		stop()
	}
	b.running = nil
}

// start starts the server on any core, with one player logged in.
func (b *bench) start(now behaviour) *peer {
	b.platform.be(now)
	s := b.startServer("", "--config", must(configure(b.root, b.dir, b.platform, setup{})))
	s.cookie = must(login(s.address))
	return s
}

func (b *bench) add(row, name, goal string, value float64) {
	for _, f := range b.figures {
		if f.row == row && f.name == name {
			f.values = append(f.values, value)
			return
		}
	}
	b.figures = append(b.figures, &figure{row, name, goal, []float64{value}})
}

// print writes the table: medians with their ranges and numbers of rounds.
func (b *bench) print() error {
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintln(w, "row\tfigure\tgoal\tmedian\trange\trounds")
	for _, f := range b.figures {
		v := slices.Sorted(slices.Values(f.values))
		_, _ = fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s – %s\t%d\n", f.row, f.name, f.goal, number(v[len(v)/2]),
			number(v[0]), number(v[len(v)-1]), len(v))
	}
	return w.Flush()
}

func number(v float64) string {
	if v >= 100 {
		return fmt.Sprintf("%.0f", v)
	}
	return fmt.Sprintf("%.3g", v)
}

// metric returns a metric of the server, summed over its labels.
func (p *peer) metric(name string) (float64, error) {
	r, err := http.Get("http://" + p.admin + "/metrics")
	if err != nil {
		return 0, err
	}
	defer func() { _ = r.Body.Close() }()
	return sumOf(name, r.Body)
}

// sumOf returns the sum of a metric in the text format of Prometheus.
func sumOf(name string, metrics io.Reader) (sum float64, err error) {
	found := false
	for lines := bufio.NewScanner(metrics); lines.Scan(); {
		rest, ok := strings.CutPrefix(lines.Text(), name)
		if !ok || rest == "" || rest[0] != ' ' && rest[0] != '{' {
			continue
		}
		value, err := strconv.ParseFloat(rest[strings.LastIndexByte(rest, ' ')+1:], 64)
		if err != nil {
			return 0, fmt.Errorf("metric %s: %w", name, err)
		}
		sum, found = sum+value, true
	}
	if !found {
		return 0, fmt.Errorf("no metric %s", name)
	}
	return sum, nil
}

// The load of the row page consists of visits of the lobby by guests, with each encoding.
const (
	pageRate   = 1000
	pageWarm   = 1000
	pageVisits = 3000
)

// page measures the CPU time of the server for the page of the lobby with the built-in mock. It
// includes first-paint HTML, the initial data and compression, but no other files.
func (b *bench) page() {
	for _, encoding := range []string{"gzip", "identity"} {
		// Each encoding needs a new server, because an address has a limit of calls.
		s := b.startServer("", "--data-dir", filepath.Join(b.dir, "page-"+encoding))
		request := "GET / HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: " + encoding + "\r\n\r\n"
		var failed atomic.Int64
		l := newLoadOf(s.address, request, func(a answer) {
			if a.status != http.StatusOK {
				failed.Add(1)
			}
		})
		l.run(pageRate, pageWarm)
		before := s.cpu()
		l.run(pageRate, pageVisits)
		l.wait()
		if n := failed.Load(); n > 0 {
			check(fmt.Errorf("%d pages failed", n))
		}
		b.add("page", "CPU of GET / with "+encoding+", ms", "<= 0.5", (s.cpu()-before).Seconds()*1e3/pageVisits)
		s.stop()
	}
}
