// Package testkit has helpers for the tests of several packages.
package testkit

import (
	"archive/zip"
	"bufio"
	"context"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"
)

// timeout limits the wait for goroutines after the tests. The limit of goleak, half a second, is
// too short on busy machines.
const timeout = 30 * time.Second

// Main runs the tests of a package from its TestMain and fails when goroutines leak.
func Main(m *testing.M) { goleak.VerifyTestMain(leakCheck{m}) }

// leakCheck is a testing.M that waits for the goroutines of the tests.
type leakCheck struct{ *testing.M }

// Run runs the tests, waits up to timeout for their goroutines, and returns the exit status of the
// tests.
func (c leakCheck) Run() int {
	code := c.M.Run()
	for deadline := time.Now().Add(timeout); goleak.Find() != nil && time.Now().Before(deadline); {
		continue // Find sleeps between its attempts
	}
	return code
}

// Eventually polls done until it returns true. It fails the test if that takes too long.
func Eventually(t testing.TB, what string, done func() bool) {
	t.Helper()
	ticks := time.NewTicker(10 * time.Millisecond)
	defer ticks.Stop()
	deadline := time.After(timeout)
	for !done() {
		select {
		case <-ticks.C:
		case <-deadline:
			t.Fatalf("timeout: waiting until %s", what)
		}
	}
}

// Log is a text that goroutines may write while a test reads it. The zero value is empty.
type Log struct {
	mu   sync.Mutex
	text strings.Builder
}

// Write appends to the text.
func (l *Log) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

// String returns the text.
func (l *Log) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// Start runs a function concurrently with the test. stop, or the end of the test, cancels the
// context of run and waits until run returns.
func Start(t testing.TB, run func(context.Context)) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		run(ctx)
	}()
	stop = func() {
		cancel()
		<-done
	}
	t.Cleanup(stop)
	return stop
}

var update = flag.Bool("update", false, "write the golden files")

// Golden compares a text with a file line by line. With the flag -update it writes the file.
func Golden(t testing.TB, file, text string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	raw, err := os.ReadFile(file) //nolint:gosec // a file of the test
	require.NoError(t, err)
	got, want := strings.Split(text, "\n"), strings.Split(string(raw), "\n")
	for i, line := range want {
		assert.True(t, slices.Contains(got, line),
			"%s:%d: the output has no %q, run the test with -update (make generate) if you intended this", file, i+1,
			line)
	}
	for _, line := range got {
		assert.True(t, slices.Contains(want, line),
			"%s has no %q, run the test with -update (make generate) if you intended this", file, line)
	}
	if !t.Failed() && text != string(raw) {
		t.Errorf("%s is in another order, run the test with -update (make generate)", file)
	}
}

// corpusValue matches one value of an input, in the notation of Go's own corpus files.
var corpusValue = regexp.MustCompile(`(string|\[\]byte)\(("(?:[^"\\]|\\.)*")\)`)

// AddCorpus adds the inputs of testdata/NAME.corpus to the fuzz target NAME. A line is one input in
// Go's corpus notation, such as string("a") []byte("b"). To keep a failed input, append its values
// as one line, and delete its file below testdata/fuzz.
func AddCorpus(f *testing.F) {
	f.Helper()
	file, err := os.Open("testdata/" + f.Name() + ".corpus")
	require.NoError(f, err)
	defer file.Close()
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	for n := 1; lines.Scan(); n++ {
		var values []any
		for _, match := range corpusValue.FindAllStringSubmatch(lines.Text(), -1) {
			value, err := strconv.Unquote(match[2])
			require.NoError(f, err, "%s:%d", file.Name(), n)
			if match[1] == "string" {
				values = append(values, value)
			} else {
				values = append(values, []byte(value))
			}
		}
		f.Add(values...)
	}
	if err := lines.Err(); err != nil {
		f.Fatalf("%s: %v", file.Name(), err)
	}
}

// Zones returns every time zone of Go's copy of the IANA database.
func Zones(t testing.TB) (zones []*time.Location) {
	t.Helper()
	root, err := exec.CommandContext(t.Context(), "go", "env", "GOROOT").Output()
	require.NoError(t, err)
	files, err := zip.OpenReader(filepath.Join(strings.TrimSpace(string(root)), "lib/time/zoneinfo.zip"))
	require.NoError(t, err)
	defer files.Close() //nolint:errcheck // only read
	for _, f := range files.File {
		if zone, err := time.LoadLocation(f.Name); err == nil { // otherwise it is a folder
			zones = append(zones, zone)
		}
	}
	require.True(t, len(zones) >= 400, "%d time zones", len(zones))
	return zones
}

// WriteFile writes a file and creates its folder. It returns the path.
func WriteFile(t testing.TB, dir, name, content string) string {
	t.Helper()
	file := filepath.Join(dir, name)
	require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o700))
	require.NoError(t, os.WriteFile(file, []byte(content), 0o600))
	return file
}

// ReadFile returns the content of a file.
func ReadFile(t testing.TB, file string) string {
	t.Helper()
	raw, err := os.ReadFile(file)
	require.NoError(t, err)
	return string(raw)
}

// Replace replaces texts in a file.
func Replace(t testing.TB, file string, oldnew ...string) {
	t.Helper()
	WriteFile(t, filepath.Dir(file), filepath.Base(file), strings.NewReplacer(oldnew...).Replace(ReadFile(t, file)))
}
