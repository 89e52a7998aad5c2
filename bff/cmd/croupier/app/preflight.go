package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"maps"
	"net"
	"os"
	"path/filepath"
	"slices"
	"syscall"

	"croupier/bff"
	"croupier/bff/config"
	"croupier/bff/contract"
	"croupier/bff/internal/certificate"
	"croupier/bff/platform/transport"
	"croupier/bff/player/session"
	"croupier/bff/store/redis"
)

// CheckStart reports the faults that a start would refuse, and warnings. It connects to Redis only
// if isOnline is set.
func CheckStart(ctx context.Context, conf *config.Config, calls *contract.Catalogue, isOnline bool) config.Faults {
	faults := append(preflight(ctx, conf, calls, true), storedDemoAccounts(ctx, conf)...)
	if isOnline {
		faults = append(faults, redisFaults(ctx, conf)...)
	}
	return faults
}

// preflight runs the checks that serve and check share, and leaves nothing behind. With deep it
// also reads the whole store, which serve does later. It does not check Redis, used addresses and a
// locked data directory, which may differ at the start.
func preflight(ctx context.Context, conf *config.Config, calls *contract.Catalogue, deep bool) config.Faults {
	var faults config.Faults
	report := func(err error, path ...string) {
		if err != nil {
			faults = append(faults, conf.Fault(path, err.Error(), ""))
		}
	}
	s := conf.Server
	report(checkListen(ctx, s.Listen), "listen")
	report(checkListen(ctx, s.AdminListen), "admin_listen")
	if s.TLS.Enabled() {
		_, err := certificate.Open(s.TLS.CertFile, s.TLS.KeyFile, slog.New(slog.DiscardHandler))
		report(err, "tls", certificate.FieldOf(err))
	}
	if s.Redis.URL != "" {
		report(redis.CheckURL(s.Redis.URL), "redis", "url")
	}
	faults = append(faults, dataDirFaults(conf)...)
	if s.DataDir != "" {
		report(checkWritable(s.DataDir), "data_dir")
	}
	if s.ExclusionsCopy != "" {
		report(checkWritable(s.ExclusionsCopy), "exclusions_copy")
	}
	if s.KeysFile != "" || s.DataDir != "" {
		report(checkKeyRing(keysFile(conf), s.DataDir), keysField(conf))
	}
	if s.DataDir != "" {
		faults = append(faults, storeFaults(conf, deep)...)
	}
	for _, name := range slices.Sorted(maps.Keys(s.Upstreams)) {
		if conf.HasFault("upstreams", name) {
			continue
		}
		field, err := checkUpstream(name, s.Upstreams[name], calls)
		report(err, "upstreams", name, field)
	}
	return faults
}

func dataDirFaults(conf *config.Config) config.Faults {
	if conf.Server.DataDir != "" {
		return nil
	}
	return config.Faults{conf.Fault([]string{"data_dir"}, config.ErrNoDataDir.Error(), config.DataDirHelp)}
}

// checkListen reports why this machine cannot listen at an address. An address in use is not an
// error.
func checkListen(ctx context.Context, address string) error {
	l, err := (&net.ListenConfig{}).Listen(ctx, "tcp", address)
	if errors.Is(err, syscall.EADDRINUSE) {
		return nil // possibly by the server with this configuration
	}
	if err != nil {
		return err
	}
	return l.Close()
}

// checkWritable reports why Croupier cannot write to a directory or create it.
func checkWritable(dir string) error {
	existing := dir
	for existing != filepath.Dir(existing) {
		if _, err := os.Lstat(existing); !errors.Is(err, fs.ErrNotExist) {
			break
		}
		existing = filepath.Dir(existing)
	}
	probe, err := os.MkdirTemp(existing, ".croupier-check-*")
	switch {
	case err == nil:
		return os.Remove(probe)
	case existing != dir:
		return fmt.Errorf("could not create %s in %s: %w", dir, existing, errors.Unwrap(err))
	}
	return fmt.Errorf("could not write to %s: %w", dir, errors.Unwrap(err))
}

// checkKeyRing reports why there is no usable key ring at path and Croupier cannot create one. It
// does not repeat that the data directory is not writable.
func checkKeyRing(path, dataDir string) error {
	_, err := session.LoadKeyRing(path)
	if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if dataDir != "" && filepath.Dir(path) == filepath.Clean(dataDir) {
		return nil
	}
	if err = checkWritable(filepath.Dir(path)); err != nil {
		return fmt.Errorf("could not create the key ring: %w", err)
	}
	return nil
}

// CheckAddresses connects to each address of upstreams with failover addresses, and reports the
// failures.
func CheckAddresses(ctx context.Context, conf *config.Config) (faults config.Faults) {
	for _, name := range slices.Sorted(maps.Keys(conf.Server.Upstreams)) {
		up := conf.Server.Upstreams[name]
		if len(up.FailoverURLs) == 0 {
			continue
		}
		for _, raw := range up.URLs() {
			up.URL, up.FailoverURLs = raw, nil
			client, err := newClient(up, nil)
			if err == nil {
				err = client.Connect(ctx)
			}
			if err != nil {
				faults = append(faults, conf.Fault([]string{"upstreams", name}, raw+": "+err.Error(), ""))
			}
		}
	}
	return faults
}

// checkUpstream returns the error of an unusable upstream and its field.
func checkUpstream(name string, up config.Upstream, calls *contract.Catalogue) (field string, err error) {
	if up.Adapter == MockAdapter {
		return "adapter", mockUnavailable
	}
	if _, err := transport.New(transport.Settings{URL: up.URL, Headers: up.Headers}); err != nil {
		if _, other := transport.New(transport.Settings{URL: up.URL}); other != nil {
			return "url", other
		}
		return "headers", err
	}
	if _, err := transport.New(transport.Settings{URL: up.URL, FailoverURLs: up.FailoverURLs}); err != nil {
		return "failover_urls", err
	}
	up.TLS = config.TLS{} // package config reports its files
	_, err = NewAdapter(bff.UpstreamRules{Name: name, Adapter: up.Adapter, URL: up.URL}, up, calls, nil)
	return "url", err
}
