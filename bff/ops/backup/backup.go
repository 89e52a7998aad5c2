// Package backup reads and writes backups. A backup is a zip file with the files of a data
// directory and a manifest of their checksums. The stores define the content of the files.
package backup

import (
	"archive/zip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"time"
)

const manifestName = "manifest.json" // the name of the manifest in a backup

// Format is the version of the format that this program writes and reads.
const Format = 1

// Manifest describes a backup.
type Manifest struct {
	Format   int             `json:"format"`
	Version  string          `json:"version"` // of the program that wrote it
	At       time.Time       `json:"at"`
	IndexKey string          `json:"index_key"` // hash of the index key that is needed to use the files
	Files    map[string]File `json:"files"`     // by name
}

// File is the entry of a file in the manifest.
type File struct {
	Size   int64  `json:"size"`
	SHA256 string `json:"sha256"`
}

// Source is a file to back up.
type Source struct {
	Name string
	Copy func(io.Writer) error // writes the content
}

// Write writes a backup of sources to w. It sets Format and Files of the manifest.
func Write(w io.Writer, m Manifest, sources ...Source) error {
	out := zip.NewWriter(w)
	m.Format, m.Files = Format, map[string]File{}
	for _, s := range sources {
		to, err := out.CreateHeader(&zip.FileHeader{Name: s.Name, Method: zip.Deflate, Modified: m.At})
		if err != nil {
			return fmt.Errorf("could not write the backup: %w", err)
		}
		sum := &counter{}
		hash := sha256.New()
		if err := s.Copy(io.MultiWriter(to, hash, sum)); err != nil {
			return fmt.Errorf("could not back up %s: %w", s.Name, err)
		}
		m.Files[s.Name] = File{Size: sum.n, SHA256: hex.EncodeToString(hash.Sum(nil))}
	}
	to, err := out.CreateHeader(&zip.FileHeader{Name: manifestName, Method: zip.Deflate, Modified: m.At})
	if err == nil {
		err = json.NewEncoder(to).Encode(m)
	}
	if err == nil {
		err = out.Close()
	}
	if err != nil {
		return fmt.Errorf("could not write the backup: %w", err)
	}
	return nil
}

type counter struct{ n int64 }

func (c *counter) Write(p []byte) (int, error) {
	c.n += int64(len(p))
	return len(p), nil
}

const maxManifest = 1 << 20 // the maximum size of a manifest in bytes

// Backup is an open backup.
type Backup struct {
	Manifest Manifest
	files    *zip.ReadCloser
}

// Open opens a backup and reads its manifest.
func Open(path string) (*Backup, error) {
	files, err := zip.OpenReader(path)
	if err != nil {
		return nil, fmt.Errorf("could not open the backup %s: %w", path, err)
	}
	b := &Backup{files: files}
	if err := b.readManifest(); err != nil {
		return nil, errors.Join(fmt.Errorf("could not open the backup %s: %w", path, err), files.Close())
	}
	return b, nil
}

func (b *Backup) readManifest() error {
	f, err := b.files.Open(manifestName)
	if err != nil {
		return err
	}
	raw, err := io.ReadAll(io.LimitReader(f, maxManifest))
	if err = errors.Join(err, f.Close()); err != nil {
		return err
	}
	if err := json.Unmarshal(raw, &b.Manifest); err != nil {
		return fmt.Errorf("could not decode the manifest: %w", err)
	}
	if b.Manifest.Format != Format {
		return fmt.Errorf("the backup has format %d, but this version of Croupier reads format %d", b.Manifest.Format,
			Format)
	}
	return nil
}

// Close closes the backup.
func (b *Backup) Close() error { return b.files.Close() }

// Has reports whether the backup contains a file.
func (b *Backup) Has(name string) bool {
	_, ok := b.Manifest.Files[name]
	return ok
}

// Extract durably writes a file of the backup to path. It fails if the checksum is wrong.
func (b *Backup) Extract(name, path string) (err error) {
	known, ok := b.Manifest.Files[name]
	if !ok {
		return fmt.Errorf("the backup contains no %s", name)
	}
	from, err := b.files.Open(name)
	if err != nil {
		return fmt.Errorf("could not extract %s: %w", name, err)
	}
	defer from.Close()                                                     //nolint:errcheck // only read
	to, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600) //nolint:gosec // in the data directory
	if err != nil {
		return fmt.Errorf("could not extract %s: %w", name, err)
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(path))
		}
	}()
	sum := sha256.New()
	// One byte more than the expected size is enough to detect a longer file.
	n, err := io.Copy(io.MultiWriter(to, sum), io.LimitReader(from, known.Size+1))
	if err = errors.Join(err, to.Sync(), to.Close()); err != nil {
		return fmt.Errorf("could not extract %s: %w", name, err)
	}
	if got := hex.EncodeToString(sum.Sum(nil)); n != known.Size || got != known.SHA256 {
		return fmt.Errorf("could not extract %s: its content differs from the manifest, so the backup is damaged", name)
	}
	return nil
}
