package main

import (
	"errors"
	"io"
	"log/slog"

	"croupier/bff/store/embedded"
	"croupier/bff/store/redis"
)

// mirror is this instance's own copy of what Redis must not forget, in the data folder.
type mirror struct {
	store redis.Mirror // nil where it could not be opened
	close func() error
	// copyTo copies it for a backup.
	copyTo func(io.Writer) error
}

// openMirror opens the mirror in the data folder. Where it cannot be opened, for example on a full
// disk, the instance remembers until it is restarted.
func openMirror(dir string, log *slog.Logger) (mirror, error) {
	m, err := embedded.OpenMirror(dir, embedded.MirrorOptions{Log: log})
	switch {
	case errors.Is(err, embedded.ErrInUse):
		return mirror{}, err
	case err != nil:
		log.Error("open mirror of Redis: failed; a restart of this instance forgets what Redis may lose", "error", err)
		return mirror{
			close:  func() error { return nil },
			copyTo: func(io.Writer) error { return errors.New("this instance has no mirror of Redis: " + storeNotMirrored) },
		}, nil
	}
	return mirror{store: m, close: m.Close, copyTo: m.CopyTo}, nil
}
