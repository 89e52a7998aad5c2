package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"croupier/bff/config"
	"croupier/bff/internal/indexkey"
	"croupier/bff/ops/admin"
	"croupier/bff/ops/backup"
	"croupier/bff/player/session"
	"croupier/bff/store/embedded"
)

// Backup returns the parts of a backup. A running server copies its store while it serves.
func Backup(
	ctx context.Context, conf *config.Config, withKeys bool, version string,
) (m backup.Manifest, sources []backup.Source, err error) {
	file, ring, err := loadKeyRing(conf)
	if err != nil {
		return m, nil, err
	}
	name := storeFile(conf)
	sources = []backup.Source{{Name: name, Copy: func(to io.Writer) error { return copyStore(ctx, conf, name, to) }}}
	if withKeys {
		sources = append(sources, backup.Source{Name: session.KeyFileName, Copy: func(to io.Writer) error {
			raw, err := os.ReadFile(file) //nolint:gosec // the path is set by the operator
			if err == nil {
				_, err = to.Write(raw)
			}
			return err
		}})
	}
	return backup.Manifest{
		Version: version, At: time.Now().UTC().Truncate(time.Second), IndexKey: indexKeyHash(ring),
	}, sources, nil
}

// storeFile returns the file name of the store, or of the mirror of Redis.
func storeFile(conf *config.Config) string { return fileOf[storeKind(conf)] }

// copyStore copies the store from the running server, or from the file if no server runs.
func copyStore(ctx context.Context, conf *config.Config, name string, to io.Writer) error {
	endpoint, ok, err := admin.Find(conf.Server.DataDir)
	if err != nil {
		return err
	}
	if ok {
		if err := endpoint.Stream(ctx, adminBackup, to); !errors.Is(err, admin.ErrNotRunning) {
			return err
		}
	}
	return embedded.CopyFile(filepath.Join(conf.Server.DataDir, name), to)
}

// loadKeyRing loads the key ring of the configuration, which must exist.
func loadKeyRing(conf *config.Config) (file string, ring *session.KeyRing, err error) {
	file = keysFile(conf)
	ring, err = session.LoadKeyRing(file)
	if errors.Is(err, fs.ErrNotExist) {
		err = fmt.Errorf("%w: check that --data-dir and --config name the right server", err)
	}
	return file, ring, err
}

// indexKeyHash identifies an index key without revealing it.
func indexKeyHash(ring *session.KeyRing) string { return ring.IndexKey().Hash(indexkey.Check, "") }
