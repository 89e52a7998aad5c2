package main

import (
	"fmt"
	"os"
	"strings"
	"time"

	"croupier/bff/cmd/croupier/app"
	"croupier/bff/config"
)

type auditCmd struct {
	Verify auditVerifyCmd `cmd:"" help:"Verify the hashes of the audit log or of a download."`
}

type auditVerifyCmd struct {
	serverFlags
	From string `default:"0001-01-01T00:00:00Z" placeholder:"TIME" help:"Time since which no entry may be missing."`
	File string `arg:"" optional:"" type:"existingfile"`
}

// Run prints the problems, or the number of entries.
func (c *auditVerifyCmd) Run(w commandContext, conf *config.Config) error {
	from, err := parseTime(c.From, time.Now())
	if err != nil {
		return fmt.Errorf("--from: %w", err)
	}
	var in *os.File
	if c.File != "" {
		if in, err = os.Open(c.File); err != nil {
			return err
		}
		defer in.Close() //nolint:errcheck // only read
	}
	report, err := app.VerifyAudit(w.ctx, conf, in, from, w.log())
	if err != nil {
		return err
	}
	if len(report.Problems) > 0 {
		_, _ = fmt.Fprintln(w.errOut, strings.Join(report.Problems, "\n"))
		return errReported
	}
	return w.printf("verified entries: %d, older entries without a hash: %d\n", report.Entries, report.Unhashed)
}
