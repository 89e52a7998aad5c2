package config

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"testing/fstest"
	"time"

	"croupier/bff"
	"croupier/bff/contract"
)

// Source describes the location of a configuration.
type Source struct {
	Dir   string      // folder of the server file; the base of file names in faults
	Files fs.FS       // replaces Dir, for embedded configurations
	Name  string      // name of the server file
	Env   Environment // overrides the server file
	// Variables is the whole environment as NAME=value. Unknown CROUPIER_ variables in it are
	// faults. nil disables the check.
	Variables []string
	// AtStart returns further faults and warnings of the first configuration, which may have faults
	// itself (see Config.HasFault). nil disables the checks.
	AtStart func(*Config) Faults
	// Mapping returns the faults of a mapping file. nil disables the check.
	Mapping func(file string, content []byte) Faults
	// Content compiles the own content of brands. If it is nil, brands have none.
	Content ContentCompiler
	// Link reports whether a brand allows the address of a link or picture. nil disables the check.
	Link func(b *bff.Brand, target contract.LinkTarget, address string) bool
	// Texts are the built-in texts of the player site. nil disables the checks of texts and languages.
	Texts bff.SiteTexts
}

// Load reads the configuration. An invalid one is a Faults error.
func (s Source) Load() (*Config, error) {
	c, _, err := s.read()
	if err != nil {
		return nil, err
	}
	return c, nil
}

// reading is the state of one file or directory when it was read. The path is absolute, or relative
// to the source.
type reading struct {
	path string
	of   readingOf
	sum  [sha256.Size]byte
	info fs.FileInfo // of a file that is not read again while it stays the same
}

// same reports whether two series of readings are equal.
func same(a, b []reading) bool {
	return slices.EqualFunc(a, b, func(a, b reading) bool { return a.path == b.path && a.of == b.of && a.sum == b.sum })
}

// readingOf is the aspect that was read.
type readingOf int

const (
	ofContent readingOf = iota // of a file
	ofNames                    // in a folder
	ofKind                     // whether there is a file, a folder or nothing
)

// read loads the configuration. It returns the readings even on failure, and the configuration even
// with faults.
func (s Source) read() (*Config, []reading, error) {
	files := &recorder{files: s.files(), contents: map[string][]byte{}}
	c, found := s.load(files)
	faults, warnings := found.split(s.Dir)
	if c != nil {
		c.warnings, c.contents = warnings, files.contents
	}
	if len(faults) > 0 {
		return c, files.readings, faults
	}
	return c, files.readings, nil
}

// checkStart adds the faults of AtStart.
func (s Source) checkStart(c *Config, err error) error {
	var faults Faults
	if s.AtStart == nil || c == nil || err != nil && !errors.As(err, &faults) {
		return err
	}
	further, warnings := c.file.further(s.AtStart(c)).split("")
	c.warnings = append(c.warnings, warnings...)
	if faults = append(faults, further...); len(faults) == 0 {
		return nil
	}
	return faults.Sorted()
}

func (s Source) files() fs.FS {
	if s.Files != nil {
		return withAbsolute{s.Files}
	}
	return withAbsolute{os.DirFS(s.Dir)}
}

// FolderFS returns a file system with the files of a folder, by name.
func FolderFS(files map[string][]byte) fs.FS {
	out := fstest.MapFS{}
	for name, raw := range files {
		out[name] = &fstest.MapFile{Data: raw}
	}
	return out
}

// withAbsolute is a file system that also reads files of the machine by their absolute path.
type withAbsolute struct{ fs.FS }

// ReadFile implements fs.ReadFileFS.
func (w withAbsolute) ReadFile(name string) ([]byte, error) {
	if path.IsAbs(name) {
		return os.ReadFile(name)
	}
	return fs.ReadFile(w.FS, name)
}

// Stat implements fs.StatFS.
func (w withAbsolute) Stat(name string) (fs.FileInfo, error) {
	if path.IsAbs(name) {
		return os.Stat(name)
	}
	return fs.Stat(w.FS, name)
}

// readAgain reads the files of seen again without parsing them. It opens only changed files.
func (s Source) readAgain(seen []reading) []reading {
	r := &recorder{files: s.files()}
	for _, was := range seen { // an unreadable file is empty, as in the first reading
		switch was.of {
		case ofContent:
			info, err := fs.Stat(r.files, was.path)
			if err == nil && was.info != nil && os.SameFile(info, was.info) &&
				info.ModTime().Equal(was.info.ModTime()) && info.Size() == was.info.Size() {
				r.readings = append(r.readings, was)
			} else {
				_, _ = r.ReadFile(was.path)
			}
		case ofNames:
			_, _ = r.ReadDir(was.path)
		case ofKind:
			_, _ = r.Stat(was.path)
		}
	}
	return r.readings
}

// maxReads bounds the reads of a source that keeps changing.
const maxReads = 4

// readStable reads until two reads agree, because files may be replaced while they are read.
func (s Source) readStable(known []reading) (*Config, []reading, error) {
	c, seen, err := s.read()
	for n := 1; n < maxReads && !same(seen, known); n++ {
		known = seen
		c, seen, err = s.read()
	}
	return c, seen, err
}

// recorder is a file system that records which files are read.
type recorder struct {
	files    fs.FS
	readings []reading
	contents map[string][]byte // of the files that were read; nil: not recorded
}

// Open opens a file without recording it.
func (r *recorder) Open(name string) (fs.File, error) { return r.files.Open(name) }

// Stat returns and records the kind of a path.
func (r *recorder) Stat(name string) (fs.FileInfo, error) {
	info, err := fs.Stat(r.files, name)
	kind := ""
	if err == nil {
		kind = info.Mode().Type().String()
	}
	r.record(reading{path: name, of: ofKind}, []byte(kind))
	return info, err
}

// maxFile bounds a file of the configuration, in bytes.
const maxFile = 16 << 20

// ReadFile reads a file by a relative or absolute path. It refuses pipes, which could block the
// reload, and large files.
func (r *recorder) ReadFile(name string) (raw []byte, err error) {
	one := reading{path: name, of: ofContent}
	info, err := fs.Stat(r.files, name)
	switch {
	case err != nil:
	case !info.Mode().IsRegular() || info.Size() > maxFile:
		err = fmt.Errorf("it must be a regular file of at most %d bytes", maxFile)
	default:
		raw, err = fs.ReadFile(r.files, name)
	}
	if err == nil && time.Since(info.ModTime()) > time.Second { // or it may change again at the same time
		one.info = info
	}
	r.record(one, raw)
	if err == nil && r.contents != nil {
		r.contents[name] = raw
	}
	return raw, err
}

func (r *recorder) ReadDir(name string) ([]fs.DirEntry, error) {
	entries, err := fs.ReadDir(r.files, name)
	var names []byte
	for _, e := range entries {
		names = append(append(names, e.Name()...), 0)
	}
	r.record(reading{path: name, of: ofNames}, names)
	return entries, err
}

func (r *recorder) record(one reading, what []byte) {
	one.sum = sha256.Sum256(what)
	r.readings = append(r.readings, one)
}

// readRelative reads a file by its absolute path, or relative to base.
func (r *recorder) readRelative(base, file string) ([]byte, error) {
	if !path.IsAbs(file) {
		file = path.Join(base, file)
	}
	return r.ReadFile(file)
}
