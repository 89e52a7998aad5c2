package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"croupier/bff/e2e"
)

// configureFictional writes a configuration with one brand in front of the fictional platform, whose
// settings have a secret header.
func configureFictional(t *testing.T, change func(mapping string) string) (file string) {
	t.Helper()
	_, url := servePlatforms(t)
	raw, err := os.ReadFile(fictionalMapping)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	mapping := filepath.Join(dir, "mapping.yaml")
	if err := os.WriteFile(mapping, []byte(change(string(raw))), 0o600); err != nil {
		t.Fatal(err)
	}
	file, err = e2e.WriteConfig(dir, []e2e.Brand{{ID: "isle", Upstream: map[string]any{
		"adapter": "rest", "url": url, "mapping": mapping, "headers": map[string]string{"X-Api-Key": "geheimer-wert"},
	}, Settings: map[string]any{
		"features": map[string]any{"calls": []string{"virtualgames/preview", "crm/recent_wins", "finance/cancel_withdrawal"}},
	}}})
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// passwordFile returns a file with the password of the demo player.
func passwordFile(t *testing.T) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "password")
	if err := os.WriteFile(file, []byte("Demo123\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

func unchanged(mapping string) string { return mapping }

func TestMappingTry(t *testing.T) {
	config := configureFictional(t, unchanged)
	password := passwordFile(t)
	for _, c := range []struct {
		name  string
		args  []string
		code  int
		wants []string
	}{
		{"a guest call", []string{"casino/games_list", "--data", `{"limit": 2}`}, exitOK, []string{
			"--- request\nGET http", "X-Api-Key: [masked] (settings)", "--- answer\n200 OK", "--- mapped", `"pagination"`, "fits the contract",
		}},
		{"a call of a player", []string{"user/get_user_profile", "--login", "demo", "--password-file", password}, exitOK, []string{"Authorization: [masked]", `"username": "demo"`, "fits the contract"}},
		{"a call of a player without one", []string{"user/get_user_profile"}, exitFailure, []string{"give --login"}},
		{"an unknown player", []string{"user/get_user_profile", "--login", "nobody", "--password-file", password}, exitFailure, []string{"login: refused"}},
		{"a write without consent", []string{"user/sms_send"}, exitFailure, []string{"give --writes"}},
		{"an unknown call", []string{"casino/steal"}, exitFailure, []string{"not a call of a platform"}},
		{"data that violates the contract", []string{"casino/games_list", "--data", `{"limit":0}`}, exitFailure, []string{"--data: limit"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			code, out, errOut := runCommand(t, append([]string{"mapping", "try", "--config", config}, c.args...)...)
			for _, want := range c.wants {
				if code != c.code || !strings.Contains(out+errOut, want) {
					t.Errorf("status %d, no %q in\n%s%s", code, want, out, errOut)
				}
			}
			for _, secret := range []string{"geheimer-wert", "Demo123", "Bearer "} {
				if strings.Contains(out+errOut, secret) {
					t.Errorf("the output contains %q:\n%s", secret, out)
				}
			}
		})
	}
}

func TestMappingTryNamesThePlaceOfAnError(t *testing.T) {
	config := configureFictional(t, func(mapping string) string {
		return strings.Replace(mapping, "data: .items | map(shelf(game))", "data: .items | map(.name | keys)", 1)
	})
	code, out, _ := runCommand(t, "mapping", "try", "casino/category_list", "--config", config)
	for _, want := range []string{"--- jq error", "mapping.yaml:", "calls.casino/category_list.data", ".items | map(.name | keys)", "keys cannot be applied to"} {
		if code != exitFailure || !strings.Contains(out, want) {
			t.Errorf("status %d, no %q in\n%s", code, want, out)
		}
	}
}

func TestVerifyTakesTheConfiguration(t *testing.T) {
	config := configureFictional(t, unchanged)
	password := passwordFile(t)
	for _, c := range []struct {
		name string
		args []string
		code int
		want string
	}{
		{"as a guest", nil, exitOK, "1 skipped, 0 failed"},
		{"as a player", []string{"--login", "demo", "--password-file", password}, exitOK, "0 skipped, 0 failed"},
		{"with writes", []string{"--login", "demo", "--password-file", password, "--writes"}, exitUsage, "reads only"},
		{"an unknown brand", []string{"--brand", "x"}, exitFailure, "no brand x"},
	} {
		t.Run(c.name, func(t *testing.T) {
			code, out, errOut := runCommand(t, append([]string{"contract", "verify", "--config", config}, c.args...)...)
			if code != c.code || !strings.Contains(out+errOut, c.want) {
				t.Errorf("status %d\n%s%s", code, out, errOut)
			}
		})
	}
	code, out, errOut := runCommand(t, "check", "--upstream", "--config", config, "--login", "demo", "--password-file", password)
	if code != exitOK || !strings.Contains(out, "0 skipped, 0 failed") {
		t.Errorf("check: status %d\n%s%s", code, out, errOut)
	}
}

func TestUnsupportedCallsAreSkippedByVerify(t *testing.T) {
	config := configureFictional(t, func(mapping string) string {
		before, after, found := strings.Cut(mapping, "  habanero/getJackpots:\n")
		if !found {
			t.Fatal("no habanero/getJackpots")
		}
		_, rest, _ := strings.Cut(after, "\n  ") // the next call, or a comment
		for !strings.Contains(strings.SplitN(rest, ":", 2)[0], "/") || strings.HasPrefix(rest, " ") {
			_, rest, _ = strings.Cut(rest, "\n  ")
		}
		return strings.Replace(before, "calls:\n", "unsupported: [habanero]\ncalls:\n", 1) + "  " + rest
	})
	code, out, errOut := runCommand(t, "contract", "verify", "--config", config)
	if code != exitOK || !strings.Contains(out, "skipped habanero/getJackpots: unsupported: declared as unsupported") {
		t.Errorf("status %d\n%s%s", code, out, errOut)
	}
}

func TestCheckNamesHostsThatTheBrandDoesNotAllow(t *testing.T) {
	config := configureFictional(t, func(mapping string) string {
		return strings.Replace(mapping, "logo: .logo_url, gameCount", `logo: "https://cdn.example/x.png", gameCount`, 1)
	})
	code, out, errOut := runCommand(t, "check", "--upstream", "--config", config)
	want := fmt.Sprintf("brand isle does not allow https://cdn.example, which %s names: origins.images", "casino/provider_list")
	if code != exitOK || !strings.Contains(out, want) {
		t.Errorf("status %d, no %q in\n%s%s", code, want, out, errOut)
	}
}
