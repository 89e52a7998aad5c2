//go:build !nomock

package main

import (
	"cmp"
	"context"
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
	"croupier/bff/mock/recording"
	"croupier/bff/ops/telemetry"
)

// mockCommands are the commands of binaries with the mock platform.
type mockCommands struct {
	Mock mockCmd `cmd:"" help:"Start the mock platform as a separate server."`
}

type mockCmd struct {
	Listen   string `help:"Address of the listener. Default: 127.0.0.1:8090." placeholder:"ADDR"`
	Seed     uint64 `help:"Seed of the data. The same seed produces the same data." default:"1"`
	Snapshot string `help:"Snapshot to start with, from GET /__mock/snapshot." type:"existingfile" placeholder:"FILE"`
	BaseURL  string `help:"Base of the addresses of pictures and game pages. Default: http://ADDR." placeholder:"URL"`
	Site     sites  `placeholder:"[BRAND=]URL"`

	Record   bool
	Upstream string `help:"With --record, the endpoint of the platform." placeholder:"URL"`
	Out      string `help:"With --record, the directory of the recording." type:"path" placeholder:"DIR"`
	Replay   string `type:"existingdir" placeholder:"DIR"`
}

// sites are the addresses of sites by brand id, "" for the other brands.
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
		return fmt.Errorf("--site %q sets the same site twice", text)
	}
	(*s)[brand] = address
	return nil
}

func (c *mockCmd) Validate() error {
	switch {
	case c.Record && (c.Upstream == "" || c.Out == ""):
		return errors.New("--record requires --upstream URL and --out DIR")
	case !c.Record && (c.Upstream != "" || c.Out != ""):
		return errors.New("--upstream and --out require --record")
	case c.Record && c.Replay != "":
		return errors.New("--record and --replay exclude each other")
	case c.Record && c.Snapshot != "":
		return errors.New("--record and --snapshot exclude each other")
	case c.Record && c.Site != nil:
		return errors.New("--record and --site exclude each other")
	}
	return nil
}

// Run serves the mock platform with its control API, or records a platform, until the context ends.
func (c *mockCmd) Run(w commandContext) error {
	log := telemetry.NewLogger(w.errOut, slog.LevelInfo)
	calls := contract.MustLoad()
	l, err := (&net.ListenConfig{}).Listen(w.ctx, "tcp", cmp.Or(c.Listen, "127.0.0.1:8090"))
	if err != nil {
		return fmt.Errorf("could not listen: %w", err)
	}
	handler, err := c.handler(l.Addr(), calls, log)
	if err != nil {
		return errors.Join(err, l.Close())
	}
	log.Info("listening", "address", l.Addr().String(), "seed", c.Seed)
	// A fault may delay a response up to the longest deadline of the gateway.
	server := gateway.NewServer(gateway.ServerOptions{
		Handler: handler, LongestDeadline: calls.LongestDeadline(), DrainTimeout: time.Second, ErrorLog: log,
	})
	if err := server.Run(w.ctx, l); !errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return nil // it closed connections that a client held open
}

func (c *mockCmd) handler(at net.Addr, calls *contract.Catalogue, log *slog.Logger) (http.Handler, error) {
	if c.Record {
		recorder, err := recording.NewRecorder(c.Upstream, c.Out, calls, log)
		if err != nil {
			return nil, err
		}
		mux := http.NewServeMux()
		mux.Handle("POST "+mock.EndpointPath, recorder)
		return mux, nil
	}
	o := mock.Options{
		Seed: c.Seed, Control: true, BaseURL: cmp.Or(c.BaseURL, "http://"+at.String()), Sites: c.Site, Log: log,
		Contract: calls,
	}
	if c.Replay != "" {
		var err error
		if o.Recording, err = recording.Load(c.Replay, calls); err != nil {
			return nil, err
		}
		logRecording(o.Recording, log)
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
	return casino, nil
}

// restore replaces the main world by a snapshot file.
func restore(casino *mock.Casino, file string) error {
	f, err := os.Open(file) //nolint:gosec // the operator names it
	if err != nil {
		return fmt.Errorf("could not load the snapshot: %w", err)
	}
	err = errors.Join(casino.Restore(mock.DefaultWorld, f), f.Close())
	if err != nil {
		return fmt.Errorf("could not load the snapshot %s: %w", file, err)
	}
	return nil
}

func logRecording(r *recording.Recording, log *slog.Logger) {
	for _, d := range r.Drifts() {
		log.Warn("recorded response violates the contract", "file", d.File, "call", d.Call, "problem", d.Problem)
	}
	records, answers := r.Len()
	log.Info("replaying a recording", "records", records, "responses", answers, "violations", len(r.Drifts()))
}
