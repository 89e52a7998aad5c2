package webhook

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"croupier/bff/config"
)

// HeaderID is the header with the id of a message.
const HeaderID = standardwebhooks.HeaderWebhookID

// IsSigned reports whether one of the secrets signed a message at most five minutes ago.
func IsSigned(body []byte, h http.Header, secrets []config.Secret) bool {
	return slices.ContainsFunc(secrets, func(secret config.Secret) bool {
		signer, err := standardwebhooks.NewWebhookRaw(secret)
		return err == nil && signer.Verify(body, h) == nil
	})
}

// NewClient returns a client that follows no redirects, because they could lead to unknown receivers.
func NewClient(timeout time.Duration) *http.Client {
	return &http.Client{
		Timeout:       timeout,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// StatusError is the status of a response other than 2xx.
type StatusError int

// Error returns the status.
func (e StatusError) Error() string { return "HTTP " + strconv.Itoa(int(e)) }

// Post returns the first MiB of a 2xx response to a body, or a StatusError. Errors do not contain the
// address because its path may be a secret.
func Post(ctx context.Context, c *http.Client, to string, h http.Header, body []byte) ([]byte, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, to, bytes.NewReader(body))
	if err != nil {
		return nil, errors.New("the address is not a URL")
	}
	r.Header = h
	h.Set("User-Agent", "Croupier")
	response, err := c.Do(r)
	if failed := (*url.Error)(nil); errors.As(err, &failed) {
		return nil, failed.Err
	}
	defer response.Body.Close() //nolint:errcheck // only read
	if status := response.StatusCode; status < http.StatusOK || status >= http.StatusMultipleChoices {
		return nil, StatusError(status)
	}
	return io.ReadAll(io.LimitReader(response.Body, 1<<20))
}
