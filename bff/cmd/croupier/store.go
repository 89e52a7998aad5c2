package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"croupier/bff/cmd/croupier/app"
	"croupier/bff/config"
	"croupier/bff/internal/durable"
	"croupier/bff/internal/lists"
	"croupier/bff/ops/backup"
)

// backupCmd writes the store, and the key ring on request, to one file.
type backupCmd struct {
	serverFlags
	WithKeys bool
	Force    bool   `help:"Overwrite FILE."`
	File     string `arg:"" type:"path" placeholder:"FILE"`
}

// Run writes the backup. A running server copies its own store while it serves.
func (c *backupCmd) Run(w commandContext, conf *config.Config) error {
	m, sources, err := app.Backup(w.ctx, conf, c.WithKeys, version)
	if err != nil {
		return err
	}
	if c.File == "-" { // the standard output
		return backup.Write(w.out, m, sources...)
	}
	if _, err := os.Stat(c.File); err == nil && !c.Force {
		return fmt.Errorf("%s already exists: use --force to overwrite it", c.File)
	}
	err = durable.Write(c.File, os.Rename, func(to io.Writer) error { return backup.Write(to, m, sources...) })
	if err != nil {
		return err
	}
	names := lists.Map(sources, func(s backup.Source) string { return s.Name })
	note := ""
	if conf.Server.Redis.URL != "" {
		note = "The backup contains the mirror of Redis on this instance, but not the audit log: back up Redis too.\n"
	}
	return w.printf("wrote %s to %s\n%s", strings.Join(names, " and "), c.File, note)
}

// restoreCmd replaces the store of a stopped server by a backup.
type restoreCmd struct {
	serverFlags
	Force bool   `help:"Overwrite existing data. Croupier renames the old files to FILE.before-TIME."`
	File  string `arg:"" type:"existingfile" placeholder:"FILE"`
}

// Run checks the backup and replaces the store.
func (c *restoreCmd) Run(w commandContext, conf *config.Config) error {
	b, err := backup.Open(c.File)
	if err != nil {
		return err
	}
	defer b.Close() //nolint:errcheck // only read
	r, err := app.Restore(w.ctx, conf, b, c.Force, operator(w.env))
	if err != nil {
		return err
	}
	limits := ""
	if len(r.Known) > 0 {
		limits += "\n- Restored from " + strings.Join(r.Known, " and ") +
			": later changes of limits, breaks and self-exclusions."
	}
	if len(r.Unknown) > 0 {
		limits += "\n- Could not read further changes of limits, breaks and self-exclusions: " +
			strings.Join(r.Unknown, ", ") + "."
	}
	return w.printf(`restored %s to the state of %s
- All players and staff must log in again.
- Croupier answers "outcome unknown" to older idempotency keys that are not in the backup.
- Other later changes are lost. Check croupier staff list and croupier maintenance status.%s
`, r.File, b.Manifest.At.Format(time.RFC3339), limits)
}

// storeCmd manages the store of a stopped server.
type storeCmd struct {
	Migrate storeMigrateCmd `cmd:"" help:"Move all records to Redis, or from Redis to the data directory."`
}

type storeMigrateCmd struct {
	serverFlags
	To string `required:"" enum:"redis,embedded" placeholder:"STORE"`
}

// Run moves the records. The data directory then names the new store.
func (c *storeMigrateCmd) Run(w commandContext, conf *config.Config) error {
	moved, err := app.Migrate(w.ctx, conf, c.To, w.log())
	if err != nil {
		return err
	}
	next := "set redis.url on every instance"
	if c.To == "embedded" {
		next = "remove redis.url"
	}
	return w.printf(`moved to %s: %s
- Not moved: the search of requests and players, the list of active sessions, sessions in Redis, counts of rate limits.
- Players with a session in Redis must log in again.
- Before you start the server, %s.
`, c.To, strings.Join(moved, ", "), next)
}
