package main

import (
	"fmt"
	"log/slog"
	"net"
	"time"

	"croupier/bff/contract"
	"croupier/bff/gateway"
	"croupier/bff/mock"
	"croupier/bff/telemetry"
)

type mockCmd struct {
	Listen  string `help:"Where it listens." default:"127.0.0.1:8090" placeholder:"ADDR"`
	Seed    uint64 `help:"The same seed makes the same world." default:"1"`
	BaseURL string `help:"How browsers reach it, for the pictures and game pages in its answers; http://ADDR where not given." placeholder:"URL"`
}

// Run serves the pretend platform with its control surface until the context ends.
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
	base := c.BaseURL
	if base == "" {
		base = "http://" + l.Addr().String()
	}
	casino, err := mock.New(mock.Options{Seed: c.Seed, Control: true, BaseURL: base, Log: log, Contract: calls})
	if err != nil {
		return err
	}
	log.Info("listening", "address", l.Addr().String(), "seed", c.Seed)
	// A fault may hold an answer back for as long as the gateway's longest deadline.
	return gateway.NewServer(gateway.ServerOptions{Handler: casino.Handler(), Longest: calls.Longest(), Drain: time.Second, ErrorLog: log}).Run(w.ctx, l)
}
