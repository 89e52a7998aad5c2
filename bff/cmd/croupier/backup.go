package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"croupier/bff/config"
	"croupier/bff/contract"
	"croupier/bff/internal/indexkey"
	"croupier/bff/ops/admin"
	"croupier/bff/ops/backup"
	"croupier/bff/player/session"
	"croupier/bff/store/embedded"
)

// adminBackup is the path of the request for a copy of the store.
const adminBackup = "/backup"

// standardOutput is the FILE that stands for the standard output.
const standardOutput = "-"

// backupCmd copies what must survive the machine into one file.
type backupCmd struct {
	serverFlags
	WithKeys bool   `help:"Include the key ring, with which sessions can be opened and forged: keep such a file as you keep the key ring."`
	Force    bool   `help:"Replace FILE."`
	File     string `arg:"" type:"path" placeholder:"FILE"`
}

// Run writes the backup. A running server copies its own store while it serves.
func (c *backupCmd) Run(w commandContext) error {
	conf, err := c.load(w)
	if err != nil {
		return err
	}
	keysFile, ring, err := loadKeyRing(conf)
	if err != nil {
		return err
	}
	name := storeFile(conf)
	sources := []backup.Source{{Name: name, Copy: func(to io.Writer) error { return copyStore(w.ctx, conf, name, to) }}}
	if c.WithKeys {
		sources = append(sources, backup.Source{Name: session.KeyFileName, Copy: func(to io.Writer) error { return copyFile(keysFile, to) }})
	}
	m := backup.Manifest{Version: version, At: time.Now().UTC().Truncate(time.Second), IndexKey: indexKeyHash(ring)}
	if c.File == standardOutput {
		return backup.Write(w.out, m, sources...)
	}
	if err := c.write(m, sources); err != nil {
		return err
	}
	names := make([]string, len(sources))
	for i, s := range sources {
		names[i] = s.Name
	}
	_, err = fmt.Fprintf(w.out, "backed up %s to %s\n", strings.Join(names, " and "), c.File)
	if err == nil && conf.Server.Redis.URL != "" {
		_, err = fmt.Fprintln(w.out, "Redis is not included: its records are in this file as far as this instance mirrors them; back it up by its own means for the audit log")
	}
	return err
}

// write writes the file, which appears when it is whole, readable by this user only.
func (c *backupCmd) write(m backup.Manifest, sources []backup.Source) error {
	if _, err := os.Stat(c.File); err == nil && !c.Force {
		return fmt.Errorf("%s is there already; --force replaces it", c.File)
	}
	f, err := os.CreateTemp(filepath.Dir(c.File), filepath.Base(c.File)+".*") // mode 0600
	if err != nil {
		return fmt.Errorf("write backup: %w", err)
	}
	err = backup.Write(f, m, sources...)
	if err = errors.Join(err, f.Sync(), f.Close()); err == nil {
		err = os.Rename(f.Name(), c.File)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return nil
}

// load loads the configuration of the server that the flags name.
func (f *serverFlags) load(w commandContext) (*config.Config, error) {
	calls, err := contract.Load()
	if err != nil {
		return nil, err
	}
	server := serveCmd{DataDir: f.DataDir}
	conf, err := source(f.Config, server.env(w.env), calls).Load()
	if err == nil && conf.Server.DataDir == "" {
		err = config.ErrNoDataDir
	}
	return conf, err
}

// storeFile returns the name of the file in the data folder that holds what must not be forgotten:
// the store, or this instance's mirror of Redis.
func storeFile(conf *config.Config) string { return fileOf[storeKind(conf)] }

// copyStore writes a copy of the store: from the running server, or from the file where none runs.
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

// loadKeyRing loads the key ring of the configuration, which has to exist.
func loadKeyRing(conf *config.Config) (file string, ring *session.KeyRing, err error) {
	if file = conf.Server.KeysFile; file == "" {
		file = defaultKeysFile(conf.Server.DataDir)
	}
	ring, err = session.LoadKeyRing(file)
	if errors.Is(err, fs.ErrNotExist) {
		err = fmt.Errorf("%w: --data-dir or --config names another server", err)
	}
	return file, ring, err
}

// indexKeyHash identifies an index key without revealing it.
func indexKeyHash(ring *session.KeyRing) string { return ring.IndexKey().Hash(indexkey.Check, "") }

func copyFile(path string, to io.Writer) error {
	f, err := os.Open(path) //nolint:gosec // the path is set by the operator
	if err != nil {
		return err
	}
	_, err = io.Copy(to, f)
	return errors.Join(err, f.Close())
}
