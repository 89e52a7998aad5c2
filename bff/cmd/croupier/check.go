package main

import (
	"encoding/json"
	"errors"
	"fmt"

	"croupier/bff/config"
)

type checkCmd struct {
	Config string `help:"The server file; without it the demo's is checked." type:"path" placeholder:"FILE"`
	Format string `help:"How faults are told." enum:"text,json" default:"text"`
}

// Run tells every fault of the configuration at once.
func (c *checkCmd) Run(w world) error {
	loaded, err := load(c.Config, w.env)
	var faults config.Faults
	if err != nil && !errors.As(err, &faults) {
		return err
	}
	if c.Format == "json" {
		return c.asJSON(w, faults)
	}
	if len(faults) > 0 {
		for _, f := range faults {
			_, _ = fmt.Fprintln(w.errOut, f)
		}
		_, _ = fmt.Fprintf(w.errOut, "%d faults\n", len(faults))
		return errTold
	}
	_, err = fmt.Fprintf(w.out, "fine: %d brands\n", len(loaded.Brands))
	return err
}

func (c *checkCmd) asJSON(w world, faults config.Faults) error {
	if faults == nil {
		faults = config.Faults{}
	}
	out := json.NewEncoder(w.out)
	out.SetIndent("", "  ")
	if err := out.Encode(map[string]any{"faults": faults}); err != nil {
		return fmt.Errorf("check: %w", err)
	}
	if len(faults) > 0 {
		return errTold
	}
	return nil
}
