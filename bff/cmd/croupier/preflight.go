package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"net"
	"os"
	"path/filepath"
	"slices"
	"syscall"

	"croupier/bff"
	"croupier/bff/config"
	"croupier/bff/contract"
	"croupier/bff/session"
	"croupier/bff/store/redis"
	"croupier/bff/upstream/transport"
)

// preflight finds what the parts would refuse of a configuration that is well-formed: what
// serve refuses, check refuses in the same noticeFlags. What is a matter of the moment is left to
// the start: addresses in use, a data folder that another server overrides, a Redis that is away.
// It changes nothing.
func preflight(ctx context.Context, conf *config.Config, calls *contract.Catalogue) config.Faults {
	var faults config.Faults
	tell := func(err error, path ...string) {
		if err != nil {
			faults = append(faults, conf.Fault(path, err.Error(), ""))
		}
	}
	s := conf.Server
	tell(checkListen(ctx, s.Listen), "listen")
	tell(checkListen(ctx, s.AdminListen), "admin_listen")
	if s.Redis.URL != "" {
		tell(redis.CheckURL(s.Redis.URL), "redis", "url")
	}
	tell(checkWritable(s.DataDir), "data_dir")
	if s.KeysFile != "" {
		tell(checkKeyRing(s.KeysFile), "keys_file")
	} else {
		tell(checkKeyRing(defaultKeysFile(s.DataDir)), "data_dir")
	}
	for _, name := range slices.Sorted(maps.Keys(s.Upstreams)) {
		field, err := checkUpstream(name, s.Upstreams[name], calls)
		tell(err, "upstreams", name, field)
	}
	return faults
}

// keysIn is where the key file is that no field names.
func defaultKeysFile(dataDir string) string { return filepath.Join(dataDir, session.KeyFileName) }

// bindable tells why this machine would never listen at an address.
func checkListen(ctx context.Context, address string) error {
	l, err := (&net.ListenConfig{}).Listen(ctx, "tcp", address)
	if errors.Is(err, syscall.EADDRINUSE) {
		return nil // perhaps by the very server whose configuration this is
	}
	if err != nil {
		return err
	}
	return l.Close()
}

// Bits of access(2).
const (
	mayWrite  = 2
	maySearch = 1
)

// writable tells why nothing can be written into a folder, or why it cannot be made.
func checkWritable(dir string) error {
	info, err := os.Stat(dir)
	if errors.Is(err, fs.ErrNotExist) {
		if parent := filepath.Dir(dir); parent != dir {
			return checkWritable(parent)
		}
	}
	if err == nil && !info.IsDir() {
		err = &fs.PathError{Op: "write into", Path: dir, Err: syscall.ENOTDIR}
	}
	if err == nil {
		if e := syscall.Access(dir, mayWrite|maySearch); e != nil {
			err = &fs.PathError{Op: "write into", Path: dir, Err: e}
		}
	}
	return err
}

// ringAt tells why there is no key ring at path and none can be made there.
func checkKeyRing(path string) error {
	_, err := session.LoadKeyRing(path)
	if errors.Is(err, fs.ErrNotExist) {
		if err = checkWritable(filepath.Dir(path)); err != nil {
			return fmt.Errorf("key ring: %w", err)
		}
	}
	return err
}

// reachedBy tells which field of an upstream keeps it from being reached, and why.
func checkUpstream(name string, up config.Upstream, calls *contract.Catalogue) (field string, err error) {
	if up.Adapter == mockAdapter {
		return "adapter", mockUnavailable
	}
	if _, err := transport.New(transport.Settings{URL: up.URL, Headers: up.Headers}); err != nil {
		if _, other := transport.New(transport.Settings{URL: up.URL}); other != nil {
			return "url", other
		}
		return "headers", err
	}
	parts := platforms{calls: calls}
	_, err = parts.adapter(bff.UpstreamRules{Name: name, Adapter: up.Adapter, URL: up.URL}, up)
	return "url", err
}
