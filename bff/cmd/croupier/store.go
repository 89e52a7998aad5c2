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
	"croupier/bff/ops/backup"
)

// backupCmd copies what must survive the machine into one file.
type backupCmd struct {
	serverFlags
	WithKeys bool   `help:"Include the key ring, with which sessions can be opened and forged: keep such a file as you keep the key ring."`
	Force    bool   `help:"Replace FILE."`
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
		return fmt.Errorf("%s is there already; --force replaces it", c.File)
	}
	err = durable.Write(c.File, os.Rename, func(to io.Writer) error { return backup.Write(to, m, sources...) })
	if err != nil {
		return err
	}
	names := make([]string, len(sources))
	for i, s := range sources {
		names[i] = s.Name
	}
	note := ""
	if conf.Server.Redis.URL != "" {
		note = "Redis is not included: its records are in this file as far as this instance mirrors them; back it up by its own means for the audit log\n"
	}
	return w.printf("backed up %s to %s\n%s", strings.Join(names, " and "), c.File, note)
}

// restoreCmd puts a backup in place of the store of a stopped server.
type restoreCmd struct {
	serverFlags
	Force bool   `help:"Replace what the data folder has; it stays beside as FILE.before-TIME."`
	File  string `arg:"" type:"existingfile" placeholder:"FILE"`
}

// Run checks the backup, prepares it beside the store, and puts it in its place.
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
		limits += "\n- Limits, breaks and self-exclusions since the backup apply if they are in " + strings.Join(r.Known, " or ") + "."
	}
	if len(r.Unknown) > 0 {
		limits += "\n- Others since the backup are not known here: " + strings.Join(r.Unknown, "; ") + "."
	}
	return w.printf(`restored %s, the state of %s
- Every session is over, of players and of staff.
- Money keys made before now that the backup does not know are answered with "outcome unknown".
- What was changed since is undone: see croupier staff list and croupier maintenance status.%s
`, r.File, b.Manifest.At.Format(time.RFC3339), limits)
}

// storeCmd manages the store of a stopped server.
type storeCmd struct {
	Migrate storeMigrateCmd `cmd:"" help:"Move all records into Redis or out of it. You can interrupt and repeat it."`
}

type storeMigrateCmd struct {
	serverFlags
	To string `required:"" enum:"redis,embedded" help:"redis: from the data folder into redis.url; embedded: from redis.url into the data folder." placeholder:"STORE"`
}

// Run moves the records. The data folder then remembers their new store.
func (c *storeMigrateCmd) Run(w commandContext, conf *config.Config) error {
	moved, err := app.Migrate(w.ctx, conf, c.To, w.log())
	if err != nil {
		return err
	}
	return w.printf(`moved to %s: %s
- Not moved: look-ups of requests and players, the list of active sessions, sessions with a ticket (their players log in again), and counts of limits.
- Start the server with redis.url if the records are in Redis now, else without it.
`, c.To, strings.Join(moved, ", "))
}
