package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"croupier/bff/config"
	"croupier/bff/internal/durable"
	"croupier/bff/ops/backup"
	"croupier/bff/ops/staff"
	"croupier/bff/player/protection"
	"croupier/bff/player/session"
	"croupier/bff/store/embedded"
	"croupier/bff/store/redis"
)

// Restored is the result of Restore.
type Restored struct {
	File           string   // of the store
	Known, Unknown []string // files that have limits, breaks and exclusions since the backup; why others are not known
}

// Restore replaces the store of a stopped server, and the key ring if it differs, by a backup. It
// overwrites files only with force and renames the old ones.
func Restore(ctx context.Context, conf *config.Config, b *backup.Backup, force bool, by string) (Restored, error) {
	r := restoration{backup: b, conf: conf, force: force, at: time.Now(), by: by, name: storeFile(conf)}
	r.File = filepath.Join(conf.Server.DataDir, r.name)
	err := r.run(ctx)
	return r.Restored, err
}

type restoration struct {
	Restored
	backup *backup.Backup
	conf   *config.Config
	force  bool
	at     time.Time
	by     string
	name   string // of the store's file

	staging  string           // directory of the prepared files
	ring     *session.KeyRing // with which the restored store will be used
	keysFile string           // of the key ring in place
	keys     string           // of the backup's key ring, if it replaces the one in place
}

func (r *restoration) run(ctx context.Context) error {
	dir := r.conf.Server.DataDir
	target := r.File
	if !r.backup.Has(r.name) {
		return wrongStoreError(r.name)
	}
	if embedded.InUse(target) {
		return fmt.Errorf("could not restore: %w", embedded.ErrInUse)
	}
	if _, err := os.Stat(target); err == nil && !r.force {
		return fmt.Errorf("%s already exists: use --force to replace it, Croupier renames the old file", target)
	}
	state, err := embedded.ReadState(dir, storeKind(r.conf))
	if isOther := state.Store == otherKind[storeKind(r.conf)]; (isOther || err != nil) && !r.force {
		return errors.Join(err, fmt.Errorf(
			"the data directory %s uses another store than the backup: use --force to restore the backup anyway", dir,
		))
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("could not restore: %w", err)
	}
	if r.staging, err = os.MkdirTemp(dir, ".restore-"); err != nil {
		return fmt.Errorf("could not restore: %w", err)
	}
	defer os.RemoveAll(r.staging) //nolint:errcheck // what is left is not read
	if err = r.stageKeys(); err == nil {
		err = r.stageStore(ctx)
	}
	if err == nil && r.keys != "" {
		err = r.put(r.keys, r.keysFile)
	}
	if err == nil {
		err = r.put(filepath.Join(r.staging, r.name), target)
	}
	if err != nil {
		return err
	}
	return embedded.State{Store: storeKind(r.conf), IndexKey: indexKeyHash(r.ring)}.Write(dir)
}

// wrongStoreError is the error for a backup without the file that this configuration uses.
func wrongStoreError(file string) error {
	from, here := "with Redis", "does not use Redis"
	if file == embedded.MirrorFileName {
		from, here = "without Redis", "uses Redis"
	}
	return fmt.Errorf("this backup is from a server %s, but this configuration %s (%s is missing from the backup): "+
		"restore %s, then run croupier store migrate", from, here, file, from)
}

// stageKeys chooses the key ring: the existing one if its index key matches, otherwise the one of
// the backup.
func (r *restoration) stageKeys() (err error) {
	r.keysFile, r.ring, err = loadKeyRing(r.conf)
	switch {
	case err == nil && indexKeyHash(r.ring) == r.backup.Manifest.IndexKey:
		return nil
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return err
	case !r.backup.Has(session.KeyFileName) && err != nil:
		return fmt.Errorf("key ring not found at %s: copy the original key ring there and run restore again",
			r.keysFile)
	case !r.backup.Has(session.KeyFileName):
		return fmt.Errorf(
			"the key ring %s does not match the backup: replace it by the original key ring and run restore again",
			r.keysFile,
		)
	case err == nil && !r.force:
		return fmt.Errorf(
			"the key ring %s does not match the backup: use --force to replace it, Croupier renames the old file",
			r.keysFile,
		)
	}
	r.keys = filepath.Join(r.staging, session.KeyFileName)
	if err := r.backup.Extract(session.KeyFileName, r.keys); err != nil {
		return err
	}
	r.ring, err = session.LoadKeyRing(r.keys)
	return err
}

// stageStore extracts the store, validates it and marks it as restored.
func (r *restoration) stageStore(ctx context.Context) error {
	file := filepath.Join(r.staging, r.name)
	if err := r.backup.Extract(r.name, file); err != nil {
		return err
	}
	if err := embedded.CheckFile(file); err != nil {
		return fmt.Errorf("the store in the backup is damaged: %w", err)
	}
	if r.name == embedded.MirrorFileName {
		m, err := embedded.OpenMirror(r.staging, embedded.MirrorOptions{})
		if err != nil {
			return err
		}
		r.keepExclusions(r.conf.Server.DataDir, func() error {
			present, err := embedded.OpenMirror(r.conf.Server.DataDir, embedded.MirrorOptions{})
			if err != nil {
				return err
			}
			return errors.Join(redis.KeepRecords(present, m, protectionRecords), present.Close())
		})
		return errors.Join(redis.MarkRestored(m, r.at), m.Close())
	}
	s, err := embedded.Open(r.staging, embedded.Options{IndexKey: r.ring.IndexKey()})
	if err != nil {
		return err
	}
	register := protection.NewRegister(s.KeyedRecords(protectionRecords), r.ring.IndexKey())
	for _, dir := range []string{r.conf.Server.DataDir, r.conf.Server.ExclusionsCopy} {
		if dir != "" {
			r.keepExclusions(dir, func() error {
				return embedded.EachRecord(dir, protectionRecords,
					func(id string, raw []byte) error { return register.Join(ctx, id, raw) })
			})
		} else if len(r.Known) == 0 {
			r.Unknown = append(r.Unknown, "exclusions_copy is not set")
		}
	}
	return errors.Join(r.record(ctx, s), s.Close())
}

// keepExclusions calls join to make the restored limits and exclusions as strict as the store in
// dir. It records why join was impossible, for example because the store is damaged.
func (r *restoration) keepExclusions(dir string, join func() error) {
	file := filepath.Join(dir, r.name)
	err := embedded.CheckFile(file)
	if err == nil {
		err = join()
	}
	var damaged *embedded.DamagedError
	switch {
	case err == nil:
		r.Known = append(r.Known, file)
	case errors.Is(err, fs.ErrNotExist):
		r.Unknown = append(r.Unknown, file+" does not exist")
	case errors.As(err, &damaged):
		r.Unknown = append(r.Unknown, fmt.Sprintf("%s is damaged: %v", file, damaged.Cause))
	default:
		r.Unknown = append(r.Unknown, fmt.Sprintf("%s could not be read: %v", file, err))
	}
}

// record marks the store as restored and adds an audit entry.
func (r *restoration) record(ctx context.Context, s *embedded.Store) error {
	accounts, err := openAccounts(ofEmbedded(s, r.conf.Server), slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	d := staff.Action{Action: "restore", Subject: r.name, Before: r.backup.Manifest.At}
	_, err = accounts.AuditLog.Do(ctx, staff.Entry{Who: r.by}, d, func(ctx context.Context) (any, error) {
		return r.at.UTC(), s.MarkRestored(ctx, r.at)
	})
	return err
}

func (r *restoration) put(from, to string) error {
	err := moveAside(to, r.at)
	if err == nil {
		err = os.MkdirAll(filepath.Dir(to), 0o700)
	}
	if err == nil {
		err = os.Rename(from, to)
	}
	if err != nil {
		return fmt.Errorf("could not restore: %w", err)
	}
	return durable.SyncDir(filepath.Dir(to))
}

// moveAside renames a file, which may be absent, to FILE.before-TIME.
func moveAside(path string, at time.Time) error {
	if err := os.Rename(path, path+".before-"+at.UTC().Format("20060102T150405Z")); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
