package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"runtime/debug"
	"time"

	"golang.org/x/sync/errgroup"

	"croupier/bff/config"
	"croupier/bff/contract"
	"croupier/bff/gateway"
	"croupier/bff/ops/admin"
	"croupier/bff/ops/telemetry"
)

type serveCmd struct {
	configFlag
	Listen       string `help:"Address for players; overrides the file." placeholder:"ADDR"`
	AdminListen  string `help:"Address of the admin listener (metrics, profiles); overrides the file." placeholder:"ADDR"`
	DataDir      string `help:"Data folder; overrides the file." type:"path" placeholder:"DIR"`
	DiscardStore bool   `help:"If the data folder's records are in another store, are damaged or need another key ring: start without them. Their file is moved aside."`
	DevSite      string `help:"Serve the player site from a running Vite instead of the built one." placeholder:"URL"`
}

// logDelay is how long the lines of requests wait to be written together.
const logDelay = 200 * time.Millisecond

// maintenanceInterval is the time between checks of schedules and detected maintenance.
const maintenanceInterval = time.Second

// gcPercent is the value of GOGC where the environment has none. What the server keeps is small beside what
// it allocates for calls, so that collecting less often costs little memory.
const gcPercent = 150

// Run serves until the context ends, then drains.
func (c *serveCmd) Run(w commandContext) error {
	calls, err := contract.Load()
	if err != nil {
		return err
	}
	var level slog.LevelVar
	lines := telemetry.NewLines(w.errOut, logDelay)
	defer lines.Flush() //nolint:errcheck // nobody could be told
	log := telemetry.NewLogger(lines, &level)
	from := w.source(c.Config, c.env(w.env), calls)
	var discarded error
	from.AtStart = func(conf *config.Config) config.Faults {
		if c.DiscardStore {
			discarded = discardStore(conf, log)
		}
		return preflight(w.ctx, conf, calls, false)
	}
	live, err := config.OpenLive(from, log, time.Now)
	if err := errors.Join(discarded, err); err != nil {
		return err
	}
	follow := func(conf *config.Config) {
		_ = level.UnmarshalText([]byte(conf.Server.Log.Level)) // the schema allows valid levels only
		for _, f := range conf.Warnings() {
			log.Warn("configuration warning", "file", f.File, "line", f.Line, "column", f.Column, "field", f.Field, "problem", f.Problem, "allowed", f.Allowed)
		}
	}
	follow(live.Config())
	defer live.Subscribe(follow)()
	conf := live.Config()
	if err := os.MkdirAll(conf.Server.DataDir, 0o700); err != nil {
		return fmt.Errorf("data folder: %w", err)
	}
	p, err := join(w.ctx, calls, live, log, telemetry.NewAccessLog(lines, &level), c.DevSite)
	if err != nil && w.ctx.Err() != nil {
		return nil // it was told to stop while it waited for Redis
	}
	if err != nil {
		return err
	}
	return errors.Join(c.serve(live, log, p), p.close())
}

// env returns an environment in which flags override the variables.
func (c *serveCmd) env(outer config.Environment) config.Environment {
	flags := map[string]string{"CROUPIER_LISTEN": c.Listen, "CROUPIER_ADMIN_LISTEN": c.AdminListen, "CROUPIER_DATA_DIR": c.DataDir}
	return func(name string) (string, bool) {
		if v := flags[name]; v != "" {
			return v, true
		}
		return outer(name)
	}
}

// serve runs both listeners and the background tasks until the server stops or one of them fails.
func (c *serveCmd) serve(live *config.Live, log *slog.Logger, p *parts) (err error) {
	ctx, conf := p.signalled, live.Config()
	public, err := (&net.ListenConfig{}).Listen(ctx, "tcp", conf.Server.Listen)
	if err != nil {
		return fmt.Errorf("listen: %w", err)
	}
	adminListener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", conf.Server.AdminListen)
	if err != nil {
		return errors.Join(fmt.Errorf("admin listen: %w", err), public.Close())
	}
	endpoint := admin.Endpoint{Address: loopbackAddress(adminListener.Addr()), Token: p.adminToken, Public: "http://" + loopbackAddress(public.Addr())}
	if conf.Server.TLS.Enabled() {
		endpoint.Public = "https://" + loopbackAddress(public.Addr())
	}
	publish := publishAdmin(endpoint, conf.Server.DataDir, log)
	defer func() { err = errors.Join(err, admin.Unpublish(conf.Server.DataDir)) }()
	group, ctx := errgroup.WithContext(p.stopping)
	certificates, err := openCertificate(conf.Server.TLS, live, log)
	if err != nil {
		return errors.Join(err, public.Close(), adminListener.Close())
	}
	group.Go(func() error {
		// Running requests may use their whole deadline.
		return gateway.NewServer(gateway.ServerOptions{
			Handler: p.gateway, LongestDeadline: p.longest, Draining: p.signalled, DrainTimeout: p.longest + 5*time.Second, ErrorLog: log,
			TLS: certificates.config(),
		}).Run(ctx, public)
	})
	group.Go(func() error {
		return gateway.NewServer(gateway.ServerOptions{Handler: p.admin, LongestDeadline: 2 * time.Minute, DrainTimeout: time.Second, ErrorLog: log}).Run(ctx, adminListener)
	})
	if p.stores.start != nil {
		group.Go(func() error { return p.stores.start.follow(ctx) })
	}
	for _, task := range []func(context.Context){
		func(ctx context.Context) { p.maintenance.Run(ctx, time.Tick(maintenanceInterval)) },
		func(ctx context.Context) { p.events.Run(ctx, time.Tick(jackpotsInterval)) },
		func(ctx context.Context) { p.sessions.Watch(ctx, time.Tick(keysInterval)) }, // after a rotation
		func(ctx context.Context) { p.cache.Watch(ctx, time.Tick(purgesInterval)) },
		func(ctx context.Context) { p.blocks.Run(ctx, time.Tick(blocksInterval)) },
		live.Watch, certificates.watch, publish, p.runWebhooks, p.platforms.watchOverrides,
	} {
		group.Go(func() error {
			task(ctx)
			return nil
		})
	}
	log.Info("listening", "address", public.Addr().String(), "admin_address", adminListener.Addr().String(), "tls", conf.Server.TLS.Enabled(), "version", version, "profile", conf.Server.Profile)
	debug.FreeOSMemory() // what only the start needed
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(gcPercent)
	}
	return group.Wait()
}
