package mock

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"croupier/bff/mock/codec"
	"croupier/bff/mock/games"
	"croupier/bff/mock/scenario"
	"croupier/bff/mock/webpage"
	"croupier/bff/mock/world"
)

const (
	snapshotKind    = "croupier mock world"
	snapshotVersion = 1
	maxSnapshot     = 32 << 20 // bytes, decompressed
)

var errTooLarge = fmt.Errorf("a snapshot has at most %d MiB", maxSnapshot>>20)

// snapshotFile is a world with its faults and scenarios, and its call log if requested.
type snapshotFile struct {
	Snapshot string            `json:"snapshot"`
	Version  int               `json:"version"`
	Name     string            `json:"name"`
	Taken    time.Time         `json:"taken"` // wall clock
	Seed     uint64            `json:"seed"`
	Clock    string            `json:"clock"` // the world's
	Active   json.RawMessage   `json:"active"`
	World    json.RawMessage   `json:"world"`
	Calls    []json.RawMessage `json:"calls,omitempty"` // callRecord, oldest first
}

// snapshot encodes a sandbox, with its call log if calls is set.
func (c *Casino) snapshot(name string, s *sandbox, calls bool) ([]byte, error) {
	state, err := s.world.EncodeState()
	if err != nil {
		return nil, err
	}
	active, err := s.active.EncodeState()
	if err != nil {
		return nil, fmt.Errorf("encode faults and scenarios of world %s: %w", name, err)
	}
	file := snapshotFile{
		Snapshot: snapshotKind, Version: snapshotVersion, Name: name, Taken: c.options.Clock().Truncate(time.Second),
		Seed: state.Seed, Clock: state.Clock.Format(time.RFC3339Nano), Active: active, World: state.Data,
	}
	if calls {
		file.Calls = s.log.last(maxCalls)
		slices.Reverse(file.Calls)
	}
	raw, err := json.MarshalIndent(file, "", " ")
	if err == nil && len(raw) > maxSnapshot {
		err = errTooLarge
	}
	return raw, err
}

// Restore replaces a world by that of a snapshot, plain or compressed with gzip. An invalid
// snapshot changes nothing; the error names the field.
func (c *Casino) Restore(name string, from io.Reader) error {
	if !worldName.MatchString(name) {
		return wrong("name", "want 1 to 64 letters, digits, _ or -")
	}
	raw, err := readSnapshot(from)
	if err != nil {
		return err
	}
	file, tree, err := parseSnapshot(raw)
	if err != nil {
		return err
	}
	clock, err := time.Parse(time.RFC3339Nano, file.Clock)
	if err != nil {
		return wrong("clock", "want a time such as 2026-01-31T20:00:00+03:00")
	}
	return c.worlds.replace(file.Seed, func(catalogue *world.Catalogue) (*sandbox, error) {
		active, err := scenario.DecodeState(file.Seed, tree["active"], "active", world.Zone)
		if err != nil {
			return nil, err
		}
		w, err := world.DecodeState(catalogue, name, c.options.Clock, games.Settle, clock, tree["world"], "world")
		if err != nil {
			return nil, err
		}
		s := &sandbox{name: name, world: w, active: active, log: &callLog{}}
		for i, line := range file.Calls {
			var r callRecord
			if err := json.Unmarshal(line, &r); err != nil {
				return nil, wrong(fmt.Sprintf("calls[%d]", i), "%v", err)
			}
			s.log.add(r)
		}
		return s, nil
	})
}

func wrong(field, format string, args ...any) error {
	return &codec.FieldError{Field: field, Problem: fmt.Sprintf(format, args...)}
}

// readSnapshot reads and decompresses at most maxSnapshot bytes.
func readSnapshot(from io.Reader) ([]byte, error) {
	raw, err := io.ReadAll(io.LimitReader(from, maxSnapshot+1))
	if err != nil {
		return nil, fmt.Errorf("read snapshot: %w", err)
	}
	if bytes.HasPrefix(raw, []byte{0x1f, 0x8b}) {
		z, err := gzip.NewReader(bytes.NewReader(raw))
		if err == nil {
			raw, err = io.ReadAll(io.LimitReader(z, maxSnapshot+1))
		}
		if err != nil {
			return nil, wrong("body", "is not valid gzip")
		}
	}
	if len(raw) > maxSnapshot {
		return nil, errTooLarge
	}
	return raw, nil
}

// parseSnapshot parses a snapshot strictly. The tree has the world with its faults, for codec; calls stay text.
func parseSnapshot(raw []byte) (file snapshotFile, tree map[string]any, err error) {
	parsed, err := codec.Parse(raw)
	if err != nil {
		return file, nil, err
	}
	tree, _ = parsed.(map[string]any)
	if tree["snapshot"] != snapshotKind {
		return file, nil, wrong("snapshot", "want %q", snapshotKind)
	}
	if p := decodeStrictly(raw, &file); p != nil {
		return file, nil, wrong(p.Field, "%s", strings.TrimPrefix(p.Text, p.Field+": "))
	}
	switch {
	case file.Version != snapshotVersion:
		return file, nil, wrong("version", "want %d", snapshotVersion)
	case len(file.Calls) > maxCalls:
		return file, nil, wrong("calls", "want at most %d", maxCalls)
	}
	for _, field := range []string{"seed", "clock", "active", "world"} {
		if tree[field] == nil {
			return file, nil, wrong(field, "is required")
		}
	}
	return file, tree, nil
}

// downloadSnapshot serves a snapshot as a file; ?calls=1 includes the call log.
func (c *Casino) downloadSnapshot(g *gin.Context, name string, s *sandbox) (any, error) {
	calls := g.Query("calls")
	if calls != "" && calls != "0" && calls != "1" {
		return nil, invalid("calls", "want 0 or 1")
	}
	file, err := c.snapshot(name, s, calls == "1")
	if errors.Is(err, errTooLarge) {
		return nil, &problem{status: http.StatusConflict, Text: err.Error()}
	}
	if err != nil {
		c.options.Log.Error("mock: encode snapshot", slog.String("world", name), slog.Any("err", err))
		return nil, fmt.Errorf("encode snapshot: %w", err)
	}
	g.Header("Content-Disposition", fmt.Sprintf(`attachment; filename="croupier-%s-%s.json"`, name, s.world.Now().UTC().Format("20060102-1504")))
	sendCompressed(g, "application/json; charset=utf-8", webpage.Compressed(file))
	return nil, nil //nolint:nilnil // the body is written
}

// restoreSnapshot replaces the requested world by that of the snapshot in the body.
func (c *Casino) restoreSnapshot(g *gin.Context) {
	name, err := worldOf(g.Request)
	if err == nil {
		err = c.Restore(name, g.Request.Body)
	}
	var invalid *codec.FieldError
	switch {
	case err == nil:
		body, err := showState(g, name, c.worlds.get(name))
		respond(g, body, err)
	case errors.Is(err, errTooLarge):
		respond(g, nil, &problem{status: http.StatusRequestEntityTooLarge, Text: err.Error()})
	case errors.As(err, &invalid):
		respond(g, nil, &problem{Text: err.Error(), Field: invalid.Field})
	default:
		respond(g, nil, &problem{Text: err.Error()})
	}
}
