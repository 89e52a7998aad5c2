package main

import (
	"context"
	"crypto/tls"
	"log/slog"
	"time"

	"croupier/bff/config"
	"croupier/bff/internal/certificate"
)

// certificates is the certificate of the public listener; nil where it has no TLS.
type certificates struct{ files *certificate.Files }

// openCertificate loads the certificate of the server file. It logs a warning where browsers would
// not accept it for a host of a brand.
func openCertificate(settings config.ServerTLS, live *config.Live, log *slog.Logger) (*certificates, error) {
	if !settings.Enabled() {
		return nil, nil //nolint:nilnil // TLS is optional
	}
	files, err := certificate.Open(settings.CertFile, settings.KeyFile, log)
	if err != nil {
		return nil, err
	}
	if files.NotAfter().Before(time.Now()) {
		log.Warn("the certificate has expired", "file", settings.CertFile, "expired", files.NotAfter())
	}
	for _, b := range live.Brands() {
		for _, host := range b.Hosts {
			if err := files.Covers(host); err != nil {
				log.Warn("the certificate does not cover a host", "file", settings.CertFile, "brand", b.ID, "host", host)
			}
		}
	}
	return &certificates{files}, nil
}

// config returns the settings of the listener; nil without TLS.
func (c *certificates) config() *tls.Config {
	if c == nil {
		return nil
	}
	return c.files.Config()
}

// watch loads changed files until ctx ends.
func (c *certificates) watch(ctx context.Context) {
	if c != nil {
		c.files.Watch(ctx)
	}
}
