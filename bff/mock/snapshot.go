package mock

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"slices"
	"time"

	"github.com/gin-gonic/gin"
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"croupier/bff/mock/games"
	"croupier/bff/mock/scenario"
	"croupier/bff/mock/world"
)

const (
	snapshotKind    = "croupier mock world"
	snapshotVersion = 3
	maxSnapshot     = 32 << 20 // bytes, decompressed
)

var errTooLarge = &problem{
	http.StatusRequestEntityTooLarge, fmt.Sprintf("a snapshot has at most %d MiB", maxSnapshot>>20), "",
}

// snapshotFile is a world with its faults and scenarios, and its call log if requested. Seed and
// call log alone cannot restore a world. The log is bounded, and it lacks the rounds at game pages
// and the moves of the clock.
type snapshotFile struct {
	Snapshot string         `json:"snapshot"`
	Version  int            `json:"version"`
	Name     string         `json:"name"`
	Taken    time.Time      `json:"taken"` // wall clock
	Seed     uint64         `json:"seed"`
	Clock    time.Time      `json:"clock"` // the world's
	Active   jsontext.Value `json:"active"`
	World    jsontext.Value `json:"world"`
	Calls    []callRecord   `json:"calls,omitempty"` // oldest first
}

func (c *Casino) snapshot(name string, s *sandbox, calls bool) ([]byte, error) {
	var state []byte
	err := s.locked(func() (err error) {
		state, err = s.world.EncodeState()
		return err
	})
	if err != nil {
		return nil, err
	}
	active, err := s.active.EncodeState()
	if err != nil {
		return nil, fmt.Errorf("could not encode faults and scenarios of world %s: %w", name, err)
	}
	file := snapshotFile{
		Snapshot: snapshotKind, Version: snapshotVersion, Name: name, Taken: c.options.Clock().Truncate(time.Second),
		Seed: s.world.Catalogue.Seed, Clock: s.clock(), Active: active, World: state,
	}
	if calls {
		file.Calls = s.log.last(maxCalls)
		slices.Reverse(file.Calls)
	}
	raw, err := json.Marshal(file, jsontext.WithIndent(" "), jsontext.AllowDuplicateNames(true),
		jsontext.AllowInvalidUTF8(true))
	if err == nil && len(raw) > maxSnapshot {
		err = errTooLarge
	}
	return raw, err
}

// Restore replaces a world by the world of a snapshot, plain or compressed with gzip. An invalid
// one changes nothing.
func (c *Casino) Restore(name string, from io.Reader) error {
	raw, err := readSnapshot(from)
	if err != nil {
		return err
	}
	file, err := parseSnapshot(raw)
	if err != nil {
		return err
	}
	return c.worlds.replace(file.Seed, func(catalogue *world.Catalogue) (*sandbox, error) {
		active, err := scenario.DecodeState(file.Seed, file.Active, "active")
		if err != nil {
			return nil, err
		}
		w, err := world.DecodeState(catalogue, name, c.options.Clock, games.Settle, file.Clock, file.World, "world")
		if err != nil {
			return nil, err
		}
		s := &sandbox{name: name, world: w, active: active, log: &callLog{}}
		for _, r := range file.Calls {
			s.log.add(r)
		}
		return s, nil
	})
}

// readSnapshot reads and decompresses at most maxSnapshot bytes.
func readSnapshot(from io.Reader) ([]byte, error) {
	raw, err := io.ReadAll(io.LimitReader(from, maxSnapshot+1))
	if err != nil {
		return nil, invalid("body", "cannot be read: %v", err)
	}
	if bytes.HasPrefix(raw, []byte{0x1f, 0x8b}) {
		z, err := gzip.NewReader(bytes.NewReader(raw))
		if err == nil {
			raw, err = io.ReadAll(io.LimitReader(z, maxSnapshot+1))
		}
		if err != nil {
			return nil, invalid("body", "is not valid gzip")
		}
	}
	if len(raw) > maxSnapshot {
		return nil, errTooLarge
	}
	return raw, nil
}

// parseSnapshot parses a snapshot strictly. The world with its faults stays text.
func parseSnapshot(raw []byte) (file snapshotFile, err error) {
	if err := world.Decode(raw, &file, ""); err != nil {
		return file, err
	}
	switch {
	case file.Snapshot != snapshotKind:
		return file, invalid("snapshot", "want %q", snapshotKind)
	case file.Version != snapshotVersion:
		return file, invalid("version", "want %d", snapshotVersion)
	case len(file.Calls) > maxCalls:
		return file, invalid("calls", "want at most %d", maxCalls)
	case file.Clock.IsZero():
		return file, invalid("clock", "is required")
	}
	return file, nil
}

func (c *Casino) downloadSnapshot(g *gin.Context, name string, s *sandbox) (any, error) {
	calls := g.Query("calls")
	if calls != "" && calls != "0" && calls != "1" {
		return nil, invalid("calls", "want 0 or 1")
	}
	file, err := c.snapshot(name, s, calls == "1")
	if errors.Is(err, errTooLarge) {
		return nil, &problem{status: http.StatusConflict, Text: errTooLarge.Text}
	}
	if err != nil {
		c.options.Log.Error("mock: encode snapshot", slog.String("world", name), slog.Any("err", err))
		return nil, fmt.Errorf("could not encode the snapshot: %w", err)
	}
	g.Header("Content-Disposition",
		fmt.Sprintf(`attachment; filename="croupier-%s-%s.json"`, name, s.world.Now().UTC().Format("20060102-1504")))
	send(g, "application/json; charset=utf-8", file)
	return nil, nil //nolint:nilnil // the body is written
}

func (c *Casino) restoreSnapshot(g *gin.Context, name string, _ *sandbox) (any, error) {
	if err := c.Restore(name, g.Request.Body); err != nil {
		return nil, err
	}
	return showState(g, name, c.worlds.get(name))
}
