package config

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"sync"
)

// Source describes where a configuration is read from.
type Source struct {
	Dir   string      // folder of the server file; the base of file names in faults
	Files fs.FS       // replaces Dir, for embedded configurations
	Name  string      // name of the server file
	Env   Environment // overrides the server file
	// Variables is the whole environment as NAME=value, whose unknown CROUPIER_ variables are faults; nil disables the check.
	Variables []string
	// AtStart returns further faults and warnings of the first configuration of a Live. That may have faults itself:
	// Config.HasFault says where. nil disables the checks.
	AtStart func(*Config) Faults
	// Mapping returns the faults of a mapping file; nil disables the check.
	Mapping func(file string, content []byte) Faults
}

// Load reads the configuration. An invalid one is a Faults error.
func (s Source) Load() (*Config, error) {
	c, _, err := s.read()
	if err != nil {
		return nil, err
	}
	return c, nil
}

// readResult describes what was read.
type readResult struct {
	folders  []string // sorted
	digest   string   // of all names and contents
	readings []reading
}

// reading is one file or folder as it was read. A path is below the source's folder, or absolute.
type reading struct {
	path string
	of   readingOf
	sum  [sha256.Size]byte
}

// readingOf is what was read.
type readingOf int

const (
	ofContent readingOf = iota // of a file
	ofNames                    // in a folder
	ofKind                     // whether there is a file, a folder or nothing
)

// read loads the configuration and returns what was read even on failure, and the configuration even with faults.
func (s Source) read() (*Config, readResult, error) {
	seen := &recorder{files: s.files(), dir: s.Dir, digest: sha256.New(), folders: map[string]bool{}}
	c, err := s.load(seen)
	var faults Faults
	if errors.As(err, &faults) {
		for i := range faults {
			faults[i] = faults[i].below(s.Dir)
		}
	}
	return c, seen.result(), err
}

// checkStart adds the faults of AtStart to those of a configuration.
func (s Source) checkStart(c *Config, err error) error {
	var faults Faults
	if s.AtStart == nil || c == nil || err != nil && !errors.As(err, &faults) {
		return err
	}
	for _, f := range c.file.further(s.AtStart(c)) {
		if f.Severity == SeverityWarning {
			c.warnings = append(c.warnings, f)
		} else {
			faults = append(faults, f)
		}
	}
	if len(faults) == 0 {
		return nil
	}
	return faults.Sorted()
}

func (s Source) files() fs.FS {
	if s.Files != nil {
		return s.Files
	}
	return os.DirFS(s.Dir)
}

// isUnchanged reports whether everything reads as it did, without parsing it.
func (s Source) isUnchanged(seen readResult) bool {
	files := s.files()
	for _, was := range seen.readings {
		var sum [sha256.Size]byte
		switch {
		case was.of == ofKind:
			info, err := fs.Stat(files, was.path)
			sum = sumOfKind(info, err)
		case was.of == ofNames:
			entries, _ := fs.ReadDir(files, was.path) // what cannot be read is empty, as it was when it was noted
			sum = sumOfNames(entries)
		default:
			raw, _ := readBounded(files, was.path)
			sum = sha256.Sum256(raw)
		}
		if sum != was.sum {
			return false
		}
	}
	return true
}

// maxReads bounds the reads of a source that keeps changing.
const maxReads = 4

// readStable reads until two reads agree, because files may be replaced while they are read.
func (s Source) readStable(knownDigest string) (*Config, readResult, error) {
	c, seen, err := s.read()
	for n := 1; n < maxReads && seen.digest != knownDigest; n++ {
		knownDigest = seen.digest
		c, seen, err = s.read()
	}
	return c, seen, err
}

// recorder is a file system that records what is read.
type recorder struct {
	files fs.FS
	dir   string

	mu       sync.Mutex
	digest   hash.Hash
	folders  map[string]bool
	readings []reading
}

// Stat tells what there is at a path. It counts as a reading, not as content.
func (r *recorder) Stat(name string) (fs.FileInfo, error) {
	info, err := fs.Stat(r.files, name)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.readings = append(r.readings, reading{path: name, of: ofKind, sum: sumOfKind(info, err)})
	return info, err
}

func sumOfKind(info fs.FileInfo, err error) [sha256.Size]byte {
	switch {
	case err != nil:
		return [sha256.Size]byte{}
	case info.IsDir():
		return [sha256.Size]byte{1}
	}
	return [sha256.Size]byte{2}
}

// Open opens a file without recording it.
func (r *recorder) Open(name string) (fs.File, error) { return r.files.Open(name) }

// ReadFile reads a file below the folder.
func (r *recorder) ReadFile(name string) ([]byte, error) {
	raw, err := readBounded(r.files, name)
	r.note(filepath.Join(r.dir, path.Dir(name)), raw, reading{path: name, sum: sha256.Sum256(raw)})
	return raw, err
}

// ReadDir lists a folder.
func (r *recorder) ReadDir(name string) ([]fs.DirEntry, error) {
	entries, err := fs.ReadDir(r.files, name)
	r.note(filepath.Join(r.dir, name), nil, reading{path: name, of: ofNames, sum: sumOfNames(entries)})
	return entries, err
}

func sumOfNames(entries []fs.DirEntry) [sha256.Size]byte {
	var names []byte
	for _, e := range entries {
		names = append(append(names, e.Name()...), 0)
	}
	return sha256.Sum256(names)
}

// readAnywhere reads a file by its absolute path, or below the folder.
func (r *recorder) readAnywhere(base, file string) ([]byte, error) {
	if !path.IsAbs(file) {
		return r.ReadFile(path.Join(base, file))
	}
	raw, err := readBounded(r.files, file)
	r.note(filepath.Dir(file), raw, reading{path: file, sum: sha256.Sum256(raw)})
	return raw, err
}

// maxFile bounds a file of the configuration, in bytes.
const maxFile = 16 << 20

// readBounded reads a file of files, or by its absolute path. It refuses a pipe, which could block the reload, and a
// file that is too large.
func readBounded(files fs.FS, name string) ([]byte, error) {
	stat, read := func(name string) (fs.FileInfo, error) { return fs.Stat(files, name) }, func(name string) ([]byte, error) { return fs.ReadFile(files, name) }
	if path.IsAbs(name) {
		stat, read = os.Stat, os.ReadFile
	}
	info, err := stat(name)
	if err == nil && (!info.Mode().IsRegular() || info.Size() > maxFile) {
		err = fmt.Errorf("%s is no file of at most %d bytes", name, maxFile)
	}
	if err != nil {
		return nil, err
	}
	return read(name)
}

func (r *recorder) note(folder string, content []byte, one reading) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.folders[folder] = true
	r.readings = append(r.readings, one)
	_, _ = fmt.Fprintf(r.digest, "%d:%s%d:", len(one.path), one.path, len(content)) // a hash never fails
	_, _ = r.digest.Write(content)
}

func (r *recorder) result() readResult {
	r.mu.Lock()
	defer r.mu.Unlock()
	s := readResult{digest: hex.EncodeToString(r.digest.Sum(nil)), readings: r.readings}
	for f := range r.folders {
		s.folders = append(s.folders, f)
	}
	slices.Sort(s.folders)
	return s
}

// contentDigest returns the first 12 digits of the SHA-256 of a file.
func contentDigest(raw []byte) string {
	sum := sha256.Sum256(raw)
	return hex.EncodeToString(sum[:6])
}
