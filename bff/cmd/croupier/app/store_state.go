package app

import (
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"path/filepath"
	"strings"
	"time"

	"croupier/bff/config"
	"croupier/bff/store/embedded"
)

// storeKind returns the kind of store of a configuration.
func storeKind(conf *config.Config) string {
	if conf.Server.Redis.URL != "" {
		return embedded.InRedis
	}
	return embedded.InFile
}

// otherKind and fileOf map a kind of store to the other kind and to its file in the data directory.
var (
	otherKind = map[string]string{embedded.InRedis: embedded.InFile, embedded.InFile: embedded.InRedis}
	fileOf    = map[string]string{embedded.InRedis: embedded.MirrorFileName, embedded.InFile: embedded.FileName}
)

// describeRecords describes the important records of an embedded store. It is empty if a start may
// drop all of them.
func describeRecords(dir string) string {
	contents, err := embedded.Contents(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err.Error()
	}
	var found []string
	for _, k := range [][2]string{
		{"records/" + protectionRecords, "limits and exclusions of players"},
		{"records/" + blockRecords, "blocked players"},
		{"records/" + staffRecords, "records of staff accounts"},
		{"records/" + maintenanceRecords, "records of maintenance"},
		{"records/" + studioRecords, "brands changed in the studio"},
		{"revocations", "ended sessions"},
		{"idempotency", "payments"},
		{"audit/" + staffActions, "audit entries"},
	} {
		if n := contents[k[0]]; n > 0 {
			found = append(found, fmt.Sprintf("%s: %d", k[1], n))
		}
	}
	return strings.Join(found, ", ")
}

// storeFaults reports why a start would lose records of the data directory. The records may be in
// another store or belong to another key ring. With deep it also reports a damaged or missing
// store.
func storeFaults(conf *config.Config, deep bool) config.Faults {
	dir, kind := conf.Server.DataDir, storeKind(conf)
	fault := func(field, allowed, problem string, args ...any) config.Faults {
		return config.Faults{conf.Fault([]string{field}, fmt.Sprintf(problem, args...),
			allowed+", or croupier serve --discard-store to start without the records")}
	}
	state, err := embedded.ReadState(dir, kind)
	if err == nil && deep && state.Store == embedded.InFile {
		err = embedded.CheckStore(dir)
	}
	if err != nil && !errors.Is(err, embedded.ErrInUse) && !isOlderDemo(conf) {
		return config.Faults{conf.Fault([]string{"data_dir"}, err.Error(), "")}
	}
	switch {
	case state.Store == "":
		return nil
	case state.Store == embedded.InRedis && kind == embedded.InFile:
		return fault("data_dir", "set redis.url, run croupier store migrate --to embedded",
			"the records of the data directory %s are in Redis, but redis.url is not set", dir)
	case state.Store != kind:
		held := describeRecords(dir)
		if held == "" {
			return nil
		}
		return fault("redis", "remove redis.url, run croupier store migrate --to redis",
			"the records of the data directory %s are in %s (%s), not in Redis", dir, embedded.FileName, held)
	}
	const allowed, lost = "the key ring of the records", "Croupier could not find exclusions and ended sessions"
	keys, ring, err := loadKeyRing(conf)
	switch served := state.IndexKey != "" || kind == embedded.InRedis; {
	case err == nil && state.IndexKey != "" && state.IndexKey != indexKeyHash(ring):
		return fault(keysField(conf), allowed,
			"the records of the data directory %s belong to another key ring than %s: %s", dir, keys, lost)
	case errors.Is(err, fs.ErrNotExist) && served:
		return fault(keysField(conf), allowed,
			"key ring not found at %s, but the records of the data directory %s need one: %s", keys, dir, lost)
	}
	return nil
}

// isOlderDemo reports whether the records are from another version of the demo. Its start renames
// them.
func isOlderDemo(conf *config.Config) bool {
	return conf.Server.Profile == demoProfile && errors.Is(embedded.CheckStore(conf.Server.DataDir), embedded.ErrFormat)
}

// discardStore renames the file whose records prevent the start, and logs the dropped records.
func discardStore(conf *config.Config, log *slog.Logger) error {
	dir := conf.Server.DataDir
	problem := "the records are from another version of the demo"
	if !isOlderDemo(conf) {
		faults := storeFaults(conf, true)
		if len(faults) == 0 {
			log.Info("no store to discard", "data_dir", dir)
			return nil
		}
		problem = faults[0].Problem
	}
	state, _ := embedded.ReadState(dir, storeKind(conf)) // if it cannot be read, only its file is moved
	records := describeRecords(dir)
	var err error
	if name := fileOf[state.Store]; name != "" {
		file := filepath.Join(dir, name)
		if embedded.InUse(file) {
			return fmt.Errorf("could not discard the store: %w", embedded.ErrInUse)
		}
		err = moveAside(file, time.Now())
	}
	if err == nil {
		err = moveAside(filepath.Join(dir, embedded.StateFileName), time.Now())
	}
	if err != nil {
		return fmt.Errorf("could not discard the store: %w", err)
	}
	log.Warn("discarded the store of the data directory and renamed its file to FILE.before-TIME", "problem", problem,
		"records", records)
	return nil
}
