// Command bench measures the server from outside: it runs the real binary in front of a
// scriptable platform and prints one table. BENCHMARKS.md explains the rows.
//
//	go run ./bff/bench --rounds 3 --rows cached,proxied,added,stampede,hung,back,overload,page
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"croupier/bff/e2e"
)

// bench is one run.
type bench struct {
	binary, root, dir string
	warm              time.Duration // of the row hung
	platform          *platform
	figures           []*figure
}

// figure is one line of the table.
type figure struct {
	row, name, goal string
	values          []float64 // one per round
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
	rounds := flag.Int("rounds", 3, "rounds; every row runs once per round")
	rows := flag.String("rows", "cached,proxied,added,stampede,hung,back,overload,page", "rows to measure")
	binary := flag.String("binary", os.Getenv("CROUPIER_BINARY"), "binary to measure; default: built from this source")
	root := flag.String("root", ".", "root of the repository")
	warm := flag.Duration("warm", 30*time.Second, "healthy traffic before the platform hangs")
	flag.Parse()
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
	for round := range *rounds {
		for _, row := range strings.Split(*rows, ",") {
			fmt.Fprintf(os.Stderr, "round %d of %d: %s\n", round+1, *rounds, row)
			if err := b.row(row); err != nil {
				return fmt.Errorf("%s: %w", row, err)
			}
		}
	}
	return b.print()
}

// row measures one row once.
func (b *bench) row(name string) error {
	switch name {
	case "hung":
		return b.hung()
	case "back":
		return errors.Join(
			b.back("refusing connections", order{Refuse: true}, order{Listen: true}),
			b.back("hanging", order{Be: &behaviour{Hang: true}}, order{Be: &behaviour{Latency: latency}}),
		)
	case "overload":
		return b.overload()
	case "page":
		return b.page()
	case "stampede":
		return b.stampede()
	case "added":
		return b.added()
	case "cached":
		return b.cached()
	case "proxied":
		return b.proxied()
	}
	return errors.New("unknown row")
}

// start starts a server in front of the platform.
func (b *bench) start(now behaviour) (*server, error) {
	if err := b.platform.be(now); err != nil {
		return nil, err
	}
	return startServer(b.binary, b.root, b.dir, b.platform)
}

// stop stops a server. Calls that hang end with it.
func (b *bench) stop(s *server) { _ = s.Kill() }

// add adds the value of one round.
func (b *bench) add(row, name, goal string, value float64) {
	for _, f := range b.figures {
		if f.row == row && f.name == name {
			f.values = append(f.values, value)
			return
		}
	}
	b.figures = append(b.figures, &figure{row, name, goal, []float64{value}})
}

// print writes the table: medians with their ranges.
func (b *bench) print() error {
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintln(w, "row\tfigure\tgoal\tmedian\trange")
	for _, f := range b.figures {
		v := slices.Sorted(slices.Values(f.values))
		_, _ = fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s – %s\n", f.row, f.name, f.goal, number(v[len(v)/2]), number(v[0]), number(v[len(v)-1]))
	}
	return w.Flush()
}

// number prints three significant digits.
func number(v float64) string {
	if v >= 100 {
		return fmt.Sprintf("%.0f", v)
	}
	return fmt.Sprintf("%.3g", v)
}
