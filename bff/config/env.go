package config

import (
	"fmt"
	"os"
	"strconv"
	"strings"
)

// envPrefix is the prefix of all variables.
const envPrefix = "CROUPIER_"

// Environment returns the value of a variable and whether it is set, as os.LookupEnv does.
type Environment func(name string) (string, bool)

// overlay sets the server file's fields from the environment: CROUPIER_LOG_LEVEL for
// log.level, CROUPIER_UPSTREAMS_MOCK_SEED for a field of an upstream. With the suffix _FILE the
// variable names a file that holds the value.
func (d *document) overlay(env Environment) Faults {
	var faults Faults
	assign := func(path []string, parse func(string) (any, error), put func(any)) {
		name := envPrefix + strings.ToUpper(strings.NewReplacer("-", "_").Replace(strings.Join(path, "_")))
		value, ok, err := lookup(env, name)
		if err != nil {
			faults = append(faults, Fault{File: environment, Field: name + "_FILE", Problem: err.Error()})
		}
		if !ok {
			return
		}
		v, err := parse(value)
		if err != nil {
			faults = append(faults, Fault{File: environment, Field: name, Problem: err.Error()})
			return
		}
		put(v)
		d.env[fieldName(path)] = name
	}
	set := func(path []string, parse func(string) (any, error)) {
		assign(path, parse, func(v any) { put(d.tree, path, v) })
	}
	for _, field := range []string{"profile", "listen", "admin_listen", "data_dir", "keys_file", "brands", "drafts", "country_header"} {
		set([]string{field}, plain)
	}
	set([]string{"trusted_proxies"}, words)
	for _, path := range [][]string{{"tls", "cert_file"}, {"tls", "key_file"}, {"log", "level"}, {"drain", "notice"}, {"redis", "url"}, {"session", "store"}, {"telemetry", "otlp_endpoint"}, {"webhooks", "circuit_open_after"}, {"webhooks", "payment_unknown_after"}} {
		set(path, plain)
	}
	for _, kind := range []string{"requests", "players", "audit", "refused_logins", "windows"} {
		set([]string{"retention", kind}, func(s string) (any, error) { return strconv.ParseUint(s, 10, 31) })
	}
	for i, fields := range d.webhookReceivers() {
		assign([]string{"webhooks", "receivers", strconv.Itoa(i), "url"}, plain, func(v any) { fields["url"] = v })
		assign([]string{"webhooks", "receivers", strconv.Itoa(i), "secret"}, plain, func(v any) {
			fields["secret"] = v
			delete(fields, "secret_file")
		})
	}
	ups, _ := d.tree["upstreams"].(map[string]any)
	for name := range ups {
		for _, field := range []string{"adapter", "url", "mapping", "secret_file"} {
			set([]string{"upstreams", name, field}, plain)
		}
		set([]string{"upstreams", name, "tls", "ca_file"}, plain)
		set([]string{"upstreams", name, "control"}, func(s string) (any, error) { return strconv.ParseBool(s) })
		set([]string{"upstreams", name, "seed"}, func(s string) (any, error) { return strconv.ParseUint(s, 10, 63) })
	}
	return append(faults, d.redirect(env, ups)...)
}

// redirect implements CROUPIER_UPSTREAM and CROUPIER_UPSTREAM_URL (calls.md §7), which switch every
// upstream of the file to another adapter.
func (d *document) redirect(env Environment, ups map[string]any) Faults {
	adapter, ok, err := lookup(env, envPrefix+"UPSTREAM")
	if err != nil {
		return Faults{{File: environment, Field: envPrefix + "UPSTREAM_FILE", Problem: err.Error()}}
	}
	url, given, err := lookup(env, envPrefix+"UPSTREAM_URL")
	if err != nil {
		return Faults{{File: environment, Field: envPrefix + "UPSTREAM_URL_FILE", Problem: err.Error()}}
	}
	if !ok {
		if given && url != "" {
			return Faults{{
				File: environment, Field: envPrefix + "UPSTREAM_URL",
				Problem: "needs " + envPrefix + "UPSTREAM, the adapter of that address (envelope or rest)",
			}}
		}
		return nil
	}
	for name, up := range ups {
		if fields, ok := up.(map[string]any); ok {
			fields["adapter"] = adapter
			d.env[fieldName([]string{"upstreams", name, "adapter"})] = envPrefix + "UPSTREAM"
			if url != "" {
				fields["url"] = url
				d.env[fieldName([]string{"upstreams", name, "url"})] = envPrefix + "UPSTREAM_URL"
			}
		}
	}
	return nil
}

func lookup(env Environment, name string) (string, bool, error) {
	if v, ok := env(name); ok {
		return v, true, nil
	}
	file, ok := env(name + "_FILE")
	// CROUPIER_KEYS_FILE is the setting keys_file; there is no setting keys.
	if !ok {
		return "", false, nil
	}
	raw, err := os.ReadFile(file) //nolint:gosec // the path is set by the operator
	if err != nil {
		return "", false, fmt.Errorf("cannot be read: %w", err)
	}
	return strings.TrimSpace(string(raw)), true, nil
}

func put(tree map[string]any, path []string, v any) {
	for _, key := range path[:len(path)-1] {
		below, ok := tree[key].(map[string]any)
		if !ok {
			below = map[string]any{}
			tree[key] = below
		}
		tree = below
	}
	tree[path[len(path)-1]] = v
}

func plain(s string) (any, error) { return s, nil }

func words(s string) (any, error) {
	out := []any{}
	for w := range strings.SplitSeq(s, ",") {
		if w = strings.TrimSpace(w); w != "" {
			out = append(out, w)
		}
	}
	return out, nil
}
