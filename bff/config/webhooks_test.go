package config_test

import (
	"encoding/base64"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff/config"
)

var receiverSecret = base64.StdEncoding.EncodeToString([]byte(strings.Repeat("hunter2!", 4)))

// withReceivers returns the demo's configuration with receivers of webhooks.
func withReceivers(t *testing.T, receivers string, edits ...[3]string) fstest.MapFS {
	t.Helper()
	return changed(
		t,
		append(
			[][3]string{
				{
					"croupier.yaml", "brands: brands",
					"brands: brands\nwebhooks:\n  circuit_open_after: 90s\n  receivers:\n" + receivers,
				},
			},
			edits...,
		)...,
	)
}

func TestWebhooksAreLoaded(t *testing.T) {
	files := withReceivers(t, "    - { url: \"https://a.example/hook\", secret: "+receiverSecret+
		", events: [circuit], brands: [pera] }\n"+
		"    - { url: \"https://b.example/\", secret_file: secret }")
	files["secret"] = &fstest.MapFile{Data: []byte("whsec_" + receiverSecret + "\n")}
	c := loaded(t, files)
	w := c.Server.Webhooks
	require.True(t, len(w.Receivers) == 2 && len(c.Warnings()) == 0, "%+v %v", w, c.Warnings())
	assert.Equal(t, "1m30s 5m0s", fmt.Sprint(w.CircuitOpenAfter, w.PaymentUnknownAfter))
	for _, r := range w.Receivers {
		assert.Equal(t, strings.Repeat("hunter2!", 4), string(r.Secret), "secret of %s: %d bytes", r.URL, len(r.Secret))
		text := fmt.Sprintf("%v %+v %#v", r, r, r)
		assert.True(
			t, !strings.Contains(text, "hunter2") && !strings.Contains(text, receiverSecret),
			"the secret is printed: %s", text,
		)
	}
}

func TestSendersOfEventsAreLoaded(t *testing.T) {
	files := changed(t, [3]string{"croupier.yaml", "brands: brands", "brands: brands\n" + `events:
  senders: { cms: { secret_file: secret, brands: [pera] }, b: { secret_file: b, brands: [pera] } }`})
	second := base64.StdEncoding.EncodeToString([]byte(strings.Repeat("another!", 4)))
	files["secret"] = &fstest.MapFile{Data: []byte("whsec_" + receiverSecret + "\n" + second + "\n")}
	for text, want := range map[string]string{
		"": "the secret has 0 bytes", "hunter2, plain": "the secret is not base64",
		second: "events.senders.cms.secret_file: contains a secret twice, or a secret of sender b",
	} {
		files["b"] = &fstest.MapFile{Data: []byte(text)}
		_, err := config.Load(files, "croupier.yaml", noEnv)
		assert.ErrorContains(t, err, want)
		assert.NotContains(t, err.Error(), "hunter2")
	}
	files["b"].Data = []byte(base64.StdEncoding.EncodeToString([]byte(strings.Repeat("b's own!", 4))))
	got := loaded(t, files).Server.Events.Senders["cms"]
	require.Len(t, got.Secrets, 2)
	assert.Equal(t, strings.Repeat("another!", 4), string(got.Secrets[1]))
	assert.NotContains(t, fmt.Sprintf("%v %+v %#v", got, got, got), "another!", "the secret is printed")
}

func TestEnvironmentOverridesReceivers(t *testing.T) {
	files := withReceivers(t, "    - { url: \"https://a.example/hook\", secret_file: missing }")
	env := map[string]string{
		"CROUPIER_WEBHOOKS_RECEIVERS_0_URL":       "https://b.example/",
		"CROUPIER_WEBHOOKS_RECEIVERS_0_SECRET":    receiverSecret,
		"CROUPIER_WEBHOOKS_PAYMENT_UNKNOWN_AFTER": "10m",
	}
	c, err := config.Load(files, "croupier.yaml", func(name string) (string, bool) { v, ok := env[name]; return v, ok })
	require.NoError(t, err)
	w := c.Server.Webhooks
	got := fmt.Sprint(w.Receivers[0].URL, " ", len(w.Receivers[0].Secret), " ", w.PaymentUnknownAfter)
	assert.Equal(t, "https://b.example/ 32 10m0s", got)
}

func TestFaultsOfWebhooks(t *testing.T) {
	for _, row := range []struct{ name, receivers, want string }{
		{
			"a password in the address", `{ url: "https://:hunter2@a.example/", secret: S }`,
			"webhooks.receivers.0.url: invalid value (hidden, because it may contain a password) (allowed: an http " +
				"or https",
		},
		{
			"no secret", `{ url: "https://a.example/" }`,
			"webhooks.receivers.0: the secret is missing (allowed: secret or secret_file",
		},
		{
			"two secrets", `{ url: "https://a.example/", secret: S, secret_file: x }`,
			"webhooks.receivers.0.secret: secret and secret_file exclude each other",
		},
		{
			"a short secret", `{ url: "https://a.example/", secret: aHVudGVyMg== }`,
			"webhooks.receivers.0.secret: the secret has 7 bytes (allowed: base64 of at least 32 random bytes",
		},
		{
			"a secret that is not base64", `{ url: "https://a.example/", secret: "hunter2, plain" }`,
			"webhooks.receivers.0.secret: the secret is not base64",
		},
		{
			"a missing file", `{ url: "https://a.example/", secret_file: missing }`,
			"webhooks.receivers.0.secret_file: could not read missing: ",
		},
		{
			"an unknown event", `{ url: "https://a.example/", secret: S, events: [circuits] }`,
			`webhooks.receivers.0.events.0: unknown value "circuits"; did you mean "circuit"?`,
		},
		{
			"an unknown field", `{ url: "https://a.example/", secret: S, event: [circuit] }`,
			`webhooks.receivers.0.event: unknown field; did you mean "events"?`,
		},
		{
			"one address twice",
			"{ url: \"https://a.example/\", secret: S }\n    - { url: \"https://a.example/\", secret: S }",
			"webhooks.receivers.1.url: another receiver has the same address",
		},
	} {
		_, err := config.Load(
			withReceivers(t, "    - "+strings.ReplaceAll(row.receivers, "secret: S", "secret: "+receiverSecret)),
			"croupier.yaml", noEnv,
		)
		assert.ErrorContains(t, err, row.want, row.name)
		assert.True(
			t, !strings.Contains(err.Error(), "hunter2") && !strings.Contains(err.Error(), receiverSecret), row.name,
		)
	}
	plain := `    - { url: "http://a.example/", secret: ` + receiverSecret + " }"
	_ = loaded(t, withReceivers(t, plain)) // allowed in the demo
	_, err := config.Load(
		withReceivers(t, plain, [3]string{"croupier.yaml", "profile: demo", "profile: production"}), "croupier.yaml",
		noEnv,
	)
	assert.ErrorContains(
		t, err, "webhooks.receivers.0.url: the production profile requires https (allowed: https)",
		"http in production",
	)
	got := loaded(
		t, withReceivers(t, `    - { url: "https://a.example/", secret: `+receiverSecret+", brands: [perra] }"),
	).Warnings().Error()
	assert.Contains(
		t, got, `webhooks.receivers.0.brands.0: unknown brand "perra"; did you mean "pera"?`, "an unknown brand",
	)
}
