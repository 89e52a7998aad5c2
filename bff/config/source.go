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

// Source is where a configuration comes from, as often as it is read.
type Source struct {
	Dir   string      // the server file's folder; faults name files below it
	Files fs.FS       // instead of Dir, for a configuration that is no folder
	Name  string      // of the server file
	Env   Environment // speaks over the server file
	Calls Calls       // what brands may name; nil: the names of calls are not checked
	// Mapping finds what is wrong with a mapping file; nil: nobody looks.
	Mapping func(file string, content []byte) Faults
}

// Load reads the whole configuration. The error is Faults where it is wrong.
func (s Source) Load() (*Config, error) {
	c, _, err := s.read()
	return c, err
}

// sight is what a reading has looked at.
type sight struct {
	folders []string // sorted
	digest  string   // of every name and content: equal digests are equal configurations
}

// read loads, and tells what it has looked at even where it fails.
func (s Source) read() (*Config, sight, error) {
	seen := &recorder{files: s.Files, dir: s.Dir, digest: sha256.New(), folders: map[string]bool{}}
	if seen.files == nil {
		seen.files = os.DirFS(s.Dir)
	}
	c, err := s.load(seen)
	var faults Faults
	if errors.As(err, &faults) {
		for i := range faults {
			faults[i] = faults[i].below(s.Dir)
		}
	}
	return c, seen.sight(), err
}

// mostReadings bounds how often a source that keeps changing is read for one configuration.
const mostReadings = 4

// settled reads until two readings agree: of files that are replaced meanwhile, some are old
// and some new, which nobody ever meant.
func (s Source) settled(known string) (*Config, sight, error) {
	c, seen, err := s.read()
	for n := 1; n < mostReadings && seen.digest != known; n++ {
		known = seen.digest
		c, seen, err = s.read()
	}
	return c, seen, err
}

// recorder is a file system that remembers what was read of it.
type recorder struct {
	files fs.FS
	dir   string

	mu      sync.Mutex
	digest  hash.Hash
	folders map[string]bool
}

// Open opens a file; only ReadFile and ReadDir are remembered.
func (r *recorder) Open(name string) (fs.File, error) { return r.files.Open(name) }

// ReadFile reads a file below the folder.
func (r *recorder) ReadFile(name string) ([]byte, error) {
	raw, err := fs.ReadFile(r.files, name)
	r.note(filepath.Join(r.dir, path.Dir(name)), name, raw)
	return raw, err
}

// ReadDir lists a folder.
func (r *recorder) ReadDir(name string) ([]fs.DirEntry, error) {
	entries, err := fs.ReadDir(r.files, name)
	r.note(filepath.Join(r.dir, name), name, nil)
	return entries, err
}

// readAnywhere reads a file by its absolute path, or below the folder.
func (r *recorder) readAnywhere(base, file string) ([]byte, error) {
	if !path.IsAbs(file) {
		return r.ReadFile(path.Join(base, file))
	}
	raw, err := os.ReadFile(file) //nolint:gosec // the operator names the file
	r.note(filepath.Dir(file), file, raw)
	return raw, err
}

func (r *recorder) note(folder, name string, content []byte) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.folders[folder] = true
	_, _ = fmt.Fprintf(r.digest, "%d:%s%d:", len(name), name, len(content)) // a hash never fails
	_, _ = r.digest.Write(content)
}

func (r *recorder) sight() sight {
	r.mu.Lock()
	defer r.mu.Unlock()
	s := sight{digest: hex.EncodeToString(r.digest.Sum(nil))}
	for f := range r.folders {
		s.folders = append(s.folders, f)
	}
	slices.Sort(s.folders)
	return s
}
