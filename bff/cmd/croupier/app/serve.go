package app

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"runtime/debug"
	"time"

	"golang.org/x/sync/errgroup"

	"croupier/bff/config"
	"croupier/bff/contract"
	"croupier/bff/gateway"
	"croupier/bff/internal/certificate"
	"croupier/bff/ops/admin"
	"croupier/bff/ops/telemetry"
)

// Options are the settings of Serve that are not in the server file.
type Options struct {
	Source       config.Source
	Log          io.Writer
	Version      string
	DiscardStore bool   // start without the records of the data directory if they prevent the start
	DevSite      string // URL of a running Vite that serves the site; empty: the built site
}

// logDelay is how long request logs wait to be written together.
const logDelay = 200 * time.Millisecond

// Serve runs the server until ctx ends, then drains.
func Serve(ctx context.Context, o Options) error {
	calls := contract.MustLoad()
	var level slog.LevelVar
	lines := telemetry.NewLines(o.Log, logDelay)
	defer lines.Flush() //nolint:errcheck // nothing can report it
	log := telemetry.NewLogger(lines, &level)
	var discarded error
	o.Source.AtStart = func(conf *config.Config) config.Faults {
		if o.DiscardStore || isOlderDemo(conf) {
			discarded = discardStore(conf, log)
		}
		return preflight(ctx, conf, calls, false)
	}
	live, err := config.OpenLive(o.Source, log, time.Now)
	if err := errors.Join(discarded, err); err != nil {
		return err
	}
	follow := func(conf *config.Config) {
		_ = level.UnmarshalText([]byte(conf.Server.Log.Level)) // the schema allows valid levels only
		for _, f := range conf.Warnings() {
			log.Warn("configuration warning", "file", f.File, "line", f.Line, "column", f.Column, "field", f.Field,
				"problem", f.Problem, "allowed", f.Allowed)
		}
	}
	follow(live.Config())
	defer live.Subscribe(follow)()
	if err := os.MkdirAll(live.Config().Server.DataDir, 0o700); err != nil {
		return fmt.Errorf("could not create the data directory: %w", err)
	}
	s, err := join(ctx, calls, live, log, o, telemetry.NewAccessLog(lines, &level))
	if err != nil && ctx.Err() != nil {
		return nil // the signal to stop arrived while it waited for Redis
	}
	if err != nil {
		return err
	}
	return errors.Join(s.serve(), s.close())
}

// serve runs both listeners and the tasks until the server stops or a task fails.
func (s *server) serve() (err error) {
	conf := s.live.Config().Server
	var listen net.ListenConfig
	public, err := listen.Listen(s.signalled, "tcp", conf.Listen)
	if err != nil {
		return fmt.Errorf("could not listen: %w", err)
	}
	adminListener, err := listen.Listen(s.signalled, "tcp", conf.AdminListen)
	if err != nil {
		return errors.Join(fmt.Errorf("could not open the admin listener: %w", err), public.Close())
	}
	endpoint := admin.Endpoint{
		Address: loopbackAddress(adminListener.Addr()), Token: s.adminToken,
		Public: "http://" + loopbackAddress(public.Addr()),
	}
	if conf.TLS.Enabled() {
		endpoint.Public = "https://" + loopbackAddress(public.Addr())
	}
	s.publish(endpoint, conf.DataDir)
	defer func() { err = errors.Join(err, admin.Unpublish(conf.DataDir)) }()
	certificates, err := s.openCertificate(conf.TLS)
	if err != nil {
		return errors.Join(err, public.Close(), adminListener.Close())
	}
	group, ctx := errgroup.WithContext(s.stopping)
	group.Go(func() error {
		s.live.Watch(ctx)
		return nil
	})
	longest := s.calls.LongestDeadline()
	group.Go(func() error {
		// Requests in flight keep their full deadline.
		return gateway.NewServer(gateway.ServerOptions{
			Handler: s.gateway, LongestDeadline: longest, Draining: s.signalled, DrainTimeout: longest + 5*time.Second,
			ErrorLog: s.log, TLS: certificates,
		}).Run(ctx, public)
	})
	group.Go(func() error {
		return gateway.NewServer(gateway.ServerOptions{
			Handler: s.admin, LongestDeadline: 2 * time.Minute, DrainTimeout: time.Second, ErrorLog: s.log,
		}).Run(ctx, adminListener)
	})
	for _, task := range s.tasks {
		group.Go(func() error { return task(ctx) })
	}
	s.log.Info("listening", "address", public.Addr().String(), "admin_address", adminListener.Addr().String(),
		"tls", conf.TLS.Enabled(), "version", s.version, "profile", conf.Profile)
	debug.FreeOSMemory() // what only the start needed
	if os.Getenv("GOGC") == "" {
		// The live heap is small compared with the allocations for calls. 200 saves little more and
		// costs 12 MB at 256 connections.
		debug.SetGCPercent(150)
	}
	return group.Wait()
}

// loopbackAddress returns the local address of a listener.
func loopbackAddress(a net.Addr) string {
	t, ok := a.(*net.TCPAddr)
	if !ok || !t.IP.IsUnspecified() {
		return a.String()
	}
	return net.JoinHostPort("127.0.0.1", fmt.Sprint(t.Port))
}

// afterNotice returns a context that ends drain.notice after signalled. Meanwhile the server
// reports that it drains, so that load balancers stop sending requests.
func afterNotice(
	signalled context.Context, live *config.Live, log *slog.Logger,
) (stopping context.Context, stop context.CancelFunc) {
	stopping, cancel := context.WithCancel(context.WithoutCancel(signalled))
	stopWatching := context.AfterFunc(signalled, func() {
		defer cancel()
		notice := live.Config().Server.Drain.Notice
		if stopping.Err() != nil || notice <= 0 {
			return
		}
		log.Info("draining, send a second signal to stop at once", "notice", notice.String())
		select {
		case <-time.After(notice):
		case <-stopping.Done():
		}
	})
	return stopping, func() { stopWatching(); cancel() }
}

// publish writes the admin file to the data directory. On a full disk a task retries while the
// server runs without the file.
func (s *server) publish(endpoint admin.Endpoint, dataDir string) {
	err := endpoint.Publish(dataDir)
	if err == nil {
		return
	}
	s.log.Error("could not write the admin file, so commands cannot reach this server, Croupier retries",
		"cause", err.Error())
	s.every(2*time.Second, func(ctx context.Context, ticks <-chan time.Time) {
		for endpoint.Publish(dataDir) != nil {
			select {
			case <-ctx.Done():
				return
			case <-ticks:
			}
		}
		s.log.Info("admin file written")
	})
}

// openCertificate loads the certificate of the public listener, reloads changed files and logs
// problems for browsers. It returns nil without TLS.
func (s *server) openCertificate(settings config.ServerTLS) (*tls.Config, error) {
	if !settings.Enabled() {
		return nil, nil //nolint:nilnil // TLS is optional
	}
	files, err := certificate.Open(settings.CertFile, settings.KeyFile, s.log)
	if err != nil {
		return nil, err
	}
	if files.NotAfter().Before(time.Now()) {
		s.log.Warn("the certificate has expired, replace its files", "file", settings.CertFile,
			"expired", files.NotAfter())
	}
	for _, b := range s.live.Brands() {
		for _, host := range b.Hosts {
			if err := files.Covers(host); err != nil {
				s.log.Warn("the certificate does not cover a host", "file", settings.CertFile, "brand", b.ID,
					"host", host)
			}
		}
	}
	// two reads must agree, and changes apply within a second
	s.repeat(250*time.Millisecond, func(context.Context) { files.Reload() })
	return files.Config(), nil
}
