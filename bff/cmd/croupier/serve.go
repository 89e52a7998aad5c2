package main

import (
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"time"

	"golang.org/x/sync/errgroup"

	"croupier/bff/config"
	"croupier/bff/contract"
	"croupier/bff/gateway"
	"croupier/bff/telemetry"
)

type serveCmd struct {
	configFlag
	Listen      string `help:"Where players reach the server; over the file's." placeholder:"ADDR"`
	AdminListen string `help:"Where operators reach metrics and profiles; over the file's." placeholder:"ADDR"`
	DataDir     string `help:"What must outlive the process; over the file's." type:"path" placeholder:"DIR"`
	DevSite     string `help:"Serve the player site from a running Vite instead of the built one." placeholder:"URL"`
}

// maintenanceTick is how often schedules are looked at and detected states are probed.
const maintenanceTick = time.Second

// Run serves until the context ends, then drains.
func (c *serveCmd) Run(w world) error {
	calls, err := contract.Load()
	if err != nil {
		return err
	}
	var level slog.LevelVar
	log := telemetry.NewLogger(w.errOut, &level)
	live, err := config.OpenLive(source(c.Config, c.env(w.env), calls), log, time.Now)
	if err != nil {
		return err
	}
	follow := func(conf *config.Config) { _ = level.UnmarshalText([]byte(conf.Server.Log.Level)) } // the schema knows the levels
	follow(live.Config())
	defer live.Subscribe(follow)()
	conf := live.Config()
	if faults := preflight(w.ctx, conf, calls); len(faults) > 0 {
		return faults
	}
	if err := os.MkdirAll(conf.Server.DataDir, 0o700); err != nil {
		return fmt.Errorf("data folder: %w", err)
	}
	p, err := join(w.ctx, calls, live, log, c.DevSite)
	if err != nil {
		return err
	}
	return errors.Join(c.serve(live, log, p), p.close())
}

// env lets flags speak before the environment, and that before the file.
func (c *serveCmd) env(outer config.Environment) config.Environment {
	flags := map[string]string{"CROUPIER_LISTEN": c.Listen, "CROUPIER_ADMIN_LISTEN": c.AdminListen, "CROUPIER_DATA_DIR": c.DataDir}
	return func(name string) (string, bool) {
		if v := flags[name]; v != "" {
			return v, true
		}
		return outer(name)
	}
}

// serve listens for players and for operators until the server ends, or either one does.
func (c *serveCmd) serve(live *config.Live, log *slog.Logger, p *parts) (err error) {
	ctx, conf := p.told, live.Config()
	public, err := (&net.ListenConfig{}).Listen(ctx, "tcp", conf.Server.Listen)
	if err != nil {
		return fmt.Errorf("listen: %w", err)
	}
	admin, err := (&net.ListenConfig{}).Listen(ctx, "tcp", conf.Server.AdminListen)
	if err != nil {
		return errors.Join(fmt.Errorf("admin listen: %w", err), public.Close())
	}
	orders := counter{Address: reachable(admin.Addr()), Token: p.token}
	if err := orders.announce(conf.Server.DataDir); err != nil {
		return errors.Join(err, public.Close(), admin.Close())
	}
	defer func() { err = errors.Join(err, closeCounter(conf.Server.DataDir)) }()
	group, ctx := errgroup.WithContext(p.ending)
	group.Go(func() error {
		// Requests under way may take their whole deadline.
		return gateway.NewServer(gateway.ServerOptions{
			Handler: p.gateway, Longest: p.longest, Told: p.told, Drain: p.longest + 5*time.Second, ErrorLog: log,
		}).Run(ctx, public)
	})
	group.Go(func() error {
		return gateway.NewServer(gateway.ServerOptions{Handler: p.admin, Longest: 2 * time.Minute, Drain: time.Second, ErrorLog: log}).Run(ctx, admin)
	})
	group.Go(func() error {
		ticks := time.NewTicker(maintenanceTick)
		defer ticks.Stop()
		p.maintenance.Run(ctx, ticks.C)
		return nil
	})
	group.Go(func() error {
		ticks := time.NewTicker(jackpotsEvery)
		defer ticks.Stop()
		p.events.Run(ctx, ticks.C)
		return nil
	})
	group.Go(func() error {
		live.Watch(ctx)
		return nil
	})
	group.Go(func() error { return watchKeys(ctx, p.sessions) })
	group.Go(func() error {
		p.platforms.follow(ctx)
		return nil
	})
	log.Info("listening", "address", public.Addr().String(), "admin_address", admin.Addr().String(), "version", version, "profile", conf.Server.Profile)
	return group.Wait()
}
