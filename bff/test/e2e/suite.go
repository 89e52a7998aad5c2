package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"testing"
)

// Suite is the testing.TB of the servers that tests share. They run until End. Dir is its folder.
type Suite struct {
	testing.TB // nil: the helpers call the methods below only

	Dir      string
	Broken   bool // a server failed
	folders  int
	cleanups []func()
}

// Helper does nothing.
func (s *Suite) Helper() {}

// Cleanup registers a function that End calls.
func (s *Suite) Cleanup(f func()) { s.cleanups = append(s.cleanups, f) }

// Failed reports whether there was an error.
func (s *Suite) Failed() bool { return s.Broken }

// Fatal ends the tests.
func (s *Suite) Fatal(args ...any) { panic(fmt.Sprint(args...)) }

// Fatalf is Fatal with a format.
func (s *Suite) Fatalf(format string, args ...any) { panic(fmt.Sprintf(format, args...)) }

// Logf prints to standard error.
func (s *Suite) Logf(format string, args ...any) { fmt.Fprintf(os.Stderr, format+"\n", args...) }

// Errorf prints an error and remembers that there was one.
func (s *Suite) Errorf(format string, args ...any) {
	s.Broken = true
	s.Logf(format, args...)
}

// TempDir returns a new folder in Dir.
func (s *Suite) TempDir() string {
	s.folders++
	dir := filepath.Join(s.Dir, strconv.Itoa(s.folders))
	if err := os.Mkdir(dir, 0o700); err != nil {
		s.Fatal(err)
	}
	return dir
}

// End stops everything, the newest server first.
func (s *Suite) End() {
	for len(s.cleanups) > 0 {
		last := s.cleanups[len(s.cleanups)-1]
		s.cleanups = s.cleanups[:len(s.cleanups)-1]
		last()
	}
}
