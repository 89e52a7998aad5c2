// Command bench measures the server from outside. It runs the real binary in front of a scriptable
// platform and prints one table. BENCHMARKS.md explains the rows.
//
//	go run ./bff/test/bench --rounds 1 --rows cached,waiting
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"croupier/bff/test/e2e"
)

type bench struct {
	binary, root, dir string
	authority         string        // file of the certificate that clients of the platform trust
	warm              time.Duration // duration of healthy calls before the row hung
	platform          *platform
	caddy, lura       func() string // return the program's file, "" without the program
	running           []func()      // ends the processes of the row
	round             int           // the first round is 0
	figures           []*figure
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
	{"plain", 3, (*bench).plain},
	{"tls", 3, (*bench).tls},
	{"session", 0, (*bench).session},
	{"waiting", 0, (*bench).waiting},
	{"added", 3, (*bench).added},
	{"page", 2, (*bench).page},
	{"stampede", 1, (*bench).stampede},
	{"hung", 1, (*bench).hung},
	{"back", 1, (*bench).outages},
	{"overload", 1, (*bench).overload},
	{"slower", 1, (*bench).slower},
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
	b := &bench{binary: *binary, root: *root, dir: dir, warm: *warm, authority: filepath.Join(dir, "platform.pem")}
	if b.binary == "" {
		if b.binary, err = e2e.Binary(dir); err != nil {
			return err
		}
	}
	if b.binary, err = filepath.Abs(b.binary); err != nil {
		return err
	}
	b.caddy = program("Caddy", func() (string, error) { return exec.LookPath("caddy") })
	b.lura = program("Lura", b.buildLura)
	if err = os.WriteFile(b.authority, authority(), 0o600); err != nil {
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
	for b.round = range rounds {
		for _, r := range rows {
			if r.rounds > 0 && b.round >= r.rounds {
				continue
			}
			fmt.Fprintf(os.Stderr, "%3.0f s: round %d of %d: %s\n", time.Since(began).Seconds(), b.round+1, rounds,
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
	s := b.startServer("", "--config", b.configure(setup{}))
	s.cookie = must(login(s.address))
	return s
}
