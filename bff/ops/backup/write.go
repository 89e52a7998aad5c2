package backup

import (
	"archive/zip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"time"
)

// manifestName is the name of the manifest in a backup.
const manifestName = "manifest.json"

// Format is the version of the format that this program writes and reads.
const Format = 1

// Manifest describes a backup.
type Manifest struct {
	Format   int             `json:"format"`
	Version  string          `json:"version"` // of the program that wrote it
	At       time.Time       `json:"at"`
	IndexKey string          `json:"index_key"` // hash of the index key, with which alone the files are of use
	Files    map[string]File `json:"files"`     // by name
}

// File is what the manifest says of a file.
type File struct {
	Size   int64  `json:"size"`
	SHA256 string `json:"sha256"`
}

// Source is a file to be backed up.
type Source struct {
	Name string
	Copy func(io.Writer) error // writes the content
}

// Write writes a backup of sources.
func Write(w io.Writer, m Manifest, sources ...Source) error {
	out := zip.NewWriter(w)
	m.Format, m.Files = Format, map[string]File{}
	for _, s := range sources {
		to, err := out.CreateHeader(&zip.FileHeader{Name: s.Name, Method: zip.Deflate, Modified: m.At})
		if err != nil {
			return fmt.Errorf("write backup: %w", err)
		}
		sum := &counter{}
		hash := sha256.New()
		if err := s.Copy(io.MultiWriter(to, hash, sum)); err != nil {
			return fmt.Errorf("write backup: %s: %w", s.Name, err)
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
		return fmt.Errorf("write backup: %w", err)
	}
	return nil
}

// counter counts what is written.
type counter struct{ n int64 }

// Write counts p.
func (c *counter) Write(p []byte) (int, error) {
	c.n += int64(len(p))
	return len(p), nil
}
