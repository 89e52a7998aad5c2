package config

import (
	"bytes"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"

	"croupier/bff/internal/names"
)

// Staff configures the staff console.
type Staff struct {
	OIDC OIDC `json:"oidc"`
}

// OIDC configures the login of staff at an OpenID Connect provider.
type OIDC struct {
	Issuer           string            `json:"issuer"` // empty: no provider
	ClientID         string            `json:"client_id"`
	ClientSecretFile string            `json:"client_secret_file"`
	Scopes           []string          `json:"scopes"` // empty: the usual ones
	GroupsClaim      string            `json:"groups_claim"`
	Groups           map[string]string `json:"groups"`         // roles in the format of staff.ParseRoles
	NameClaim        string            `json:"name_claim"`     // empty: preferred_username, then email
	LocalAccounts    string            `json:"local_accounts"` // all, break_glass or off

	ClientSecret Secret `json:"-"` // the content of ClientSecretFile
}

// The values of OIDC.LocalAccounts.
const (
	LocalAll        = "all"
	LocalBreakGlass = "break_glass"
	LocalOff        = "off"
)

// Enabled reports whether staff can log in at a provider.
func (o *OIDC) Enabled() bool { return o.Issuer != "" }

func oidcPath(field ...string) []string { return append([]string{"staff", "oidc"}, field...) }

func (o *OIDC) readFiles(c *checker, files *recorder, dir string) {
	raw := c.readFile(files, dir, o.ClientSecretFile, oidcPath("client_secret_file")...)
	o.ClientSecret = bytes.TrimSpace(raw)
	if raw != nil && len(o.ClientSecret) == 0 {
		c.report("the file is empty", "the secret of the client", oidcPath("client_secret_file")...)
	}
}

func (o *OIDC) check(c *checker) {
	// The schema allows http and https URLs only.
	if at, err := url.Parse(o.Issuer); err == nil && at.Scheme == "http" && !isLoopback(at.Hostname()) {
		c.report("requires https, because requests contain credentials", "https, or http to this machine",
			oidcPath("issuer")...)
	}
}

// checkGroups reports two roles for one brand, and warns of unknown brands like Webhooks.warn.
func (o *OIDC) checkGroups(c *checker, ids []string) {
	for _, group := range slices.Sorted(maps.Keys(o.Groups)) {
		seen := map[string]bool{}
		for part := range strings.SplitSeq(o.Groups[group], ",") {
			brand, _, ofBrand := strings.Cut(part, "=")
			if !ofBrand {
				brand = "*"
			}
			switch {
			case seen[brand]:
				c.report("the brand "+brand+" has two roles", "one role for each brand", oidcPath("groups", group)...)
			case ofBrand && brand != "*" && !slices.Contains(ids, brand):
				c.warn(fmt.Sprintf("unknown brand %q", brand)+names.Hint(brand, ids), strings.Join(ids, ", "),
					oidcPath("groups", group)...)
			}
			seen[brand] = true
		}
	}
}
