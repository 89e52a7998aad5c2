package webhook

import (
	"net/http"
	"slices"

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
