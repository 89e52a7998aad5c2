package mock

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"time"

	"croupier/bff/mock/freeze"
	"croupier/bff/mock/scenario"
	"croupier/bff/mock/world"
)

// A snapshot is one JSON file: what it is, where the world stood, and the world.
const (
	snapshotKind    = "croupier mock world"
	snapshotVersion = 1
	maxSnapshot     = 32 << 20 // bytes, unpacked
)

// errTooLarge is a snapshot beyond what is read.
var errTooLarge = fmt.Errorf("a snapshot holds at most %d MiB", maxSnapshot>>20)

// snapshot writes a tester's world down, with its call log where that is wanted.
func (c *Casino) snapshot(name string, t *tester, calls bool) ([]byte, error) {
	state, err := t.world.Freeze()
	if err != nil {
		return nil, err
	}
	bends, err := t.active.Freeze()
	if err != nil {
		return nil, fmt.Errorf("mock: what bends world %s: %w", name, err)
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "{\n\"snapshot\": %q,\n\"version\": %d,\n\"name\": %q,\n\"taken\": %q,\n\"seed\": %d,\n\"clock\": %q,\n\"bends\": %s,\n\"world\": %s",
		snapshotKind, snapshotVersion, name, c.options.Clock().Format(time.RFC3339), state.Seed,
		state.Clock.Format(time.RFC3339Nano), bends, state.Data)
	if calls {
		b.WriteString(",\n\"calls\": [")
		for i, line := range slices.Backward(t.log.last(callsKept)) {
			b.WriteString("\n ")
			b.Write(line)
			if i > 0 {
				b.WriteByte(',')
			}
		}
		b.WriteString("]")
	}
	b.WriteString("\n}\n")
	if b.Len() > maxSnapshot {
		return nil, errTooLarge
	}
	return b.Bytes(), nil
}

// Restore makes the world of a name the one of a snapshot, plain or packed by gzip. Where
// the snapshot is broken or none, the error says which field is at fault and nothing has
// changed.
func (c *Casino) Restore(name string, from io.Reader) error {
	if !worldName.MatchString(name) {
		return &freeze.Fault{Field: "name", Text: "want 1 to 64 letters, digits, _ or -"}
	}
	raw, err := unpacked(from)
	if err != nil {
		return err
	}
	s, err := readSnapshot(raw)
	if err != nil {
		return err
	}
	return c.worlds.replace(name, s.seed, func(catalogue *world.Catalogue) (*tester, error) {
		active, err := scenario.Thaw(s.seed, s.bends, "bends", world.Zone)
		if err != nil {
			return nil, err
		}
		w, err := world.Thaw(catalogue, name, c.options.Clock, decide, s.clock, s.world, "world")
		if err != nil {
			return nil, err
		}
		t := &tester{world: w, active: active, log: &callLog{}}
		for _, r := range s.calls {
			t.log.add(r)
		}
		return t, nil
	})
}

// unpacked reads a snapshot within its bound.
func unpacked(from io.Reader) ([]byte, error) {
	raw, err := io.ReadAll(io.LimitReader(from, maxSnapshot+1))
	if err != nil {
		return nil, fmt.Errorf("reading the snapshot: %w", err)
	}
	if bytes.HasPrefix(raw, []byte{0x1f, 0x8b}) {
		z, err := gzip.NewReader(bytes.NewReader(raw))
		if err == nil {
			raw, err = io.ReadAll(io.LimitReader(z, maxSnapshot+1))
		}
		if err != nil {
			return nil, &freeze.Fault{Field: "body", Text: "is packed and does not unpack"}
		}
	}
	if len(raw) > maxSnapshot {
		return nil, errTooLarge
	}
	return raw, nil
}

// snapshotFile is a snapshot as read; its parts are still to be understood.
type snapshotFile struct {
	seed  uint64
	clock time.Time
	bends freeze.Tree
	world freeze.Tree
	calls []record // oldest first
}

// readSnapshot reads the file strictly.
func readSnapshot(raw []byte) (*snapshotFile, error) {
	tree, err := freeze.Parse(raw)
	if err != nil {
		return nil, err
	}
	file, _ := tree.(map[string]any)
	if file["snapshot"] != snapshotKind {
		return nil, &freeze.Fault{Field: "snapshot", Text: fmt.Sprintf("want %q: this file is something else", snapshotKind)}
	}
	if file["version"] != json.Number(strconv.Itoa(snapshotVersion)) {
		return nil, &freeze.Fault{Field: "version", Text: fmt.Sprintf("this mock reads version %d", snapshotVersion)}
	}
	known := []string{"snapshot", "version", "name", "taken", "seed", "clock", "bends", "world", "calls"}
	for _, name := range slices.Sorted(maps.Keys(file)) {
		if !slices.Contains(known, name) {
			return nil, &freeze.Fault{Field: name, Text: "is unknown"}
		}
	}
	s := &snapshotFile{bends: file["bends"], world: file["world"]}
	seed, _ := file["seed"].(json.Number)
	if s.seed, err = strconv.ParseUint(seed.String(), 10, 64); err != nil {
		return nil, &freeze.Fault{Field: "seed", Text: "want a whole number"}
	}
	clock, _ := file["clock"].(string)
	if s.clock, err = time.Parse(time.RFC3339Nano, clock); err != nil {
		return nil, &freeze.Fault{Field: "clock", Text: "want a time such as 2026-01-31T20:00:00+03:00"}
	}
	if s.calls, err = readCalls(raw); err != nil {
		return nil, err
	}
	return s, nil
}

// readCalls reads the call log once more from the file, as what was asked is kept as it came.
func readCalls(raw []byte) ([]record, error) {
	var in struct {
		Calls []record `json:"calls"`
	}
	var wrong *json.UnmarshalTypeError
	switch err := json.Unmarshal(raw, &in); {
	case errors.As(err, &wrong):
		return nil, &freeze.Fault{Field: wrong.Field, Text: "want " + wrong.Type.String()}
	case err != nil:
		return nil, &freeze.Fault{Field: "calls", Text: "does not read"}
	case len(in.Calls) > callsKept:
		return nil, &freeze.Fault{Field: "calls", Text: fmt.Sprintf("want at most %d", callsKept)}
	}
	return in.Calls, nil
}
