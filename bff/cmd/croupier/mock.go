//go:build !nomock

package main

import (
	"cmp"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"strings"
	"time"

	"croupier/bff/contract"
	"croupier/bff/gateway"
	"croupier/bff/mock"
	"croupier/bff/mock/tape"
	"croupier/bff/telemetry"
)

type mockCmd struct {
	Listen   string `help:"Where it listens; ${default} where not given." default:"127.0.0.1:8090" placeholder:"ADDR"`
	Seed     uint64 `help:"The same seed makes the same world." default:"1"`
	Snapshot string `help:"A snapshot of a world that the main one starts as (GET /__mock/snapshot gives one)." type:"existingfile" placeholder:"FILE"`
	BaseURL  string `help:"How browsers reach it, for the pictures and game pages in its answers; http://ADDR where not given." placeholder:"URL"`
	Site     sites  `help:"The site that the pages of payment providers lead back to, for every brand or for one; may be given again. Without it they say that they may be closed." placeholder:"[BRAND=]URL"`

	Record   bool   `help:"Hand every call on to a real platform and keep what it answers, secrets and personal data masked."`
	Upstream string `help:"The platform to record: the address of its endpoint." placeholder:"URL"`
	Out      string `help:"The folder that recorded answers are kept in." type:"path" placeholder:"DIR"`
	Replay   string `help:"Answer what a recorded folder answers, everything else from the mock's world." type:"existingdir" placeholder:"DIR"`
}

// sites are addresses of sites by brand id, "" for the brands that are not named.
type sites map[string]string

// Set adds one "URL" or "BRAND=URL".
func (s *sites) Set(text string) error {
	brand, address, named := strings.Cut(text, "=")
	if !named {
		brand, address = "", text
	}
	if *s == nil {
		*s = sites{}
	}
	if _, again := (*s)[brand]; again {
		return fmt.Errorf("%q names a site twice", text)
	}
	(*s)[brand] = address
	return nil
}

// Validate refuses flags that contradict each other.
func (c *mockCmd) Validate() error {
	switch {
	case c.Record && (c.Upstream == "" || c.Out == ""):
		return errors.New("--record needs --upstream URL and --out DIR")
	case !c.Record && (c.Upstream != "" || c.Out != ""):
		return errors.New("--upstream and --out go with --record")
	case c.Record && c.Replay != "":
		return errors.New("--record and --replay exclude each other")
	case c.Record && c.Snapshot != "":
		return errors.New("--record and --snapshot exclude each other")
	case c.Record && c.Site != nil:
		return errors.New("--record and --site exclude each other")
	}
	return nil
}

// Run serves the pretend platform with its control surface, or records a real one, until
// the context ends.
func (c *mockCmd) Run(w world) error {
	log := telemetry.NewLogger(w.errOut, slog.LevelInfo)
	calls, err := contract.Load()
	if err != nil {
		return err
	}
	l, err := (&net.ListenConfig{}).Listen(w.ctx, "tcp", c.Listen)
	if err != nil {
		return fmt.Errorf("listen: %w", err)
	}
	handler, err := c.handler(l.Addr(), calls, log)
	if err != nil {
		return errors.Join(err, l.Close())
	}
	log.Info("listening", "address", l.Addr().String(), "seed", c.Seed)
	// A fault may hold an answer back for as long as the gateway's longest deadline.
	return gateway.NewServer(gateway.ServerOptions{Handler: handler, Longest: calls.Longest(), Drain: time.Second, ErrorLog: log}).Run(w.ctx, l)
}

func (c *mockCmd) handler(at net.Addr, calls *contract.Catalogue, log *slog.Logger) (http.Handler, error) {
	if c.Record {
		recorder, err := tape.NewRecorder(c.Upstream, c.Out, calls, log)
		if err != nil {
			return nil, err
		}
		mux := http.NewServeMux()
		mux.Handle("POST "+mock.EndpointPath, recorder)
		return mux, nil
	}
	o := mock.Options{
		Seed: c.Seed, Control: true, BaseURL: cmp.Or(c.BaseURL, "http://"+at.String()), Sites: c.Site, Log: log, Contract: calls,
	}
	if c.Replay != "" {
		var err error
		if o.Tape, err = tape.Load(c.Replay, calls); err != nil {
			return nil, err
		}
		tellTape(o.Tape, log)
	}
	casino, err := mock.New(o)
	if err != nil {
		return nil, err
	}
	if c.Snapshot != "" {
		if err := restore(casino, c.Snapshot); err != nil {
			return nil, err
		}
	}
	return casino.Handler(), nil
}

// restore makes the main world that of a snapshot in a file.
func restore(casino *mock.Casino, file string) error {
	f, err := os.Open(file) //nolint:gosec // the operator names it
	if err != nil {
		return fmt.Errorf("snapshot: %w", err)
	}
	err = errors.Join(casino.Restore(mock.DefaultWorld, f), f.Close())
	if err != nil {
		return fmt.Errorf("snapshot %s: %w", file, err)
	}
	return nil
}

// tellTape reports what was recorded, and where it breaks the contract.
func tellTape(t *tape.Tape, log *slog.Logger) {
	for _, d := range t.Drifts() {
		log.Warn("a recorded answer breaks the contract", "file", d.File, "call", d.Call, "problem", d.Problem)
	}
	records, answers := t.Len()
	log.Info("replaying", "records", records, "answers", answers, "breaking", len(t.Drifts()))
}
