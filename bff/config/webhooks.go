package config

import (
	"encoding/base64"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"croupier/bff/internal/names"
)

// Webhooks configures the requests that report maintenance, open circuits and unknown payments.
type Webhooks struct {
	CircuitOpenAfter    time.Duration     `json:"circuit_open_after"`    // when an open circuit is reported
	PaymentUnknownAfter time.Duration     `json:"payment_unknown_after"` // when an unknown payment is reported
	Receivers           []WebhookReceiver `json:"receivers"`
}

// WebhookReceiver is an address that receives events.
type WebhookReceiver struct {
	URL        string   `json:"url"`
	SecretText Secret   `json:"secret"` // base64, after an optional whsec_
	SecretFile string   `json:"secret_file"`
	Events     []string `json:"events"` // maintenance, circuit, payment; empty: all
	Brands     []string `json:"brands"` // empty: all

	Secret Secret `json:"-"` // decoded from SecretText or the content of SecretFile
}

// UnmarshalText takes the text itself.
func (s *Secret) UnmarshalText(text []byte) error {
	*s = slices.Clone(text)
	return nil
}

// MarshalText returns a placeholder.
func (Secret) MarshalText() ([]byte, error) { return []byte("[redacted]"), nil }

func receiverPath(i int, field ...string) []string {
	return append([]string{"webhooks", "receivers", strconv.Itoa(i)}, field...)
}

var secretHelp = fmt.Sprintf("base64 of at least %d random bytes, for example from openssl rand -base64 %d", goodSecret,
	goodSecret)

// readFiles reads and decodes the secrets of receivers. Faults never quote a secret.
func (w *Webhooks) readFiles(c *checker, files *recorder, dir string) {
	for i := range w.Receivers {
		r := &w.Receivers[i]
		field, text := "secret", []byte(r.SecretText)
		switch {
		case len(text) > 0 && r.SecretFile != "":
			c.report("secret and secret_file exclude each other", "", receiverPath(i, "secret")...)
			continue
		case len(text) == 0 && r.SecretFile == "":
			c.report("the secret is missing", "secret or secret_file, "+secretHelp, receiverPath(i)...)
			continue
		case r.SecretFile != "":
			field = "secret_file"
			if text = c.readFile(files, dir, r.SecretFile, receiverPath(i, field)...); text == nil {
				continue
			}
		}
		r.Secret = decodeSecret(c, string(text), receiverPath(i, field)...)
	}
}

// decodeSecret decodes base64 after an optional whsec_. Faults never quote the secret.
func decodeSecret(c *checker, text string, path ...string) Secret {
	secret, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(strings.TrimSpace(text), "whsec_"))
	switch {
	case err != nil:
		c.report("the secret is not base64", secretHelp, path...)
	case len(secret) < goodSecret:
		c.report(fmt.Sprintf("the secret has %d bytes", len(secret)), secretHelp, path...)
	}
	return secret
}

// check reports the faults of receivers that the schema cannot express.
func (w *Webhooks) check(c *checker, profile string) {
	seen := map[string]bool{}
	for i, r := range w.Receivers {
		if seen[r.URL] {
			c.report("another receiver has the same address", "", receiverPath(i, "url")...)
		}
		seen[r.URL] = true
		// The schema allows http and https URLs only.
		if at, err := url.Parse(r.URL); err == nil && at.Scheme == "http" && profile == production {
			c.report("the production profile requires https", "https", receiverPath(i, "url")...)
		}
	}
}

// warn reports unknown brands of receivers. They are not errors, because a brand may have been
// removed.
func (w *Webhooks) warn(c *checker, ids []string) {
	for i, r := range w.Receivers {
		for j, brand := range r.Brands {
			if !slices.Contains(ids, brand) {
				c.warn(fmt.Sprintf("unknown brand %q", brand)+names.Hint(brand, ids), strings.Join(ids, ", "),
					receiverPath(i, "brands", strconv.Itoa(j))...)
			}
		}
	}
}
