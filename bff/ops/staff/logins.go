package staff

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"maps"
	"net/netip"
	"time"

	"github.com/gin-gonic/gin"
)

const (
	loginTTL  = 8 * time.Hour
	deviceTTL = 180 * 24 * time.Hour
)

// login is a login of an account. The cookie contains a token, the account only its hash.
type login struct {
	At    time.Time  `json:"at"`
	Until time.Time  `json:"until"`
	From  netip.Addr `json:"from,omitzero"`
	Agent string     `json:"agent,omitempty"`

	Company *companyLogin `json:"company,omitempty"` // of a company account
}

// changeLogins changes the logins of the account of v and removes expired logins.
func (s *server) changeLogins(ctx context.Context, v *visit, apply func(*Account) error) error {
	_, err := s.Accounts.Change(ctx, AccountChange{Name: v.account.Name, Apply: func(a *Account) error {
		if a.Logins == nil {
			a.Logins = map[string]login{}
		}
		maps.DeleteFunc(a.Logins, func(_ string, l login) bool { return !s.Clock().Before(l.Until) })
		return apply(a)
	}})
	return err
}

// removeLogin ends a login of v's account with an audit entry and notifies event streams.
func (s *server) removeLogin(c *gin.Context, v *visit, d Action, id string) error {
	_, err := s.audited(c, v, d, func(ctx context.Context) (any, error) {
		return nil, s.changeLogins(ctx, v, func(a *Account) error {
			delete(a.Logins, id)
			return nil
		})
	})
	if err == nil {
		s.publishLogins(c)
	}
	return err
}

// knownDevice is the cookie of a browser that has logged in before. It does not grant access.
type knownDevice struct {
	Name  string    `json:"name"` // of the account
	ID    string    `json:"id"`
	Until time.Time `json:"until"`
}

func (s *server) newDevice(name string) string {
	d := knownDevice{name, rand.Text(), s.Clock().Add(deviceTTL)}
	return base64.RawURLEncoding.EncodeToString(s.devices.SealJSON(d, "device"))
}

func (s *server) openDevice(cookie, name string) (id string, ok bool) {
	raw, err := base64.RawURLEncoding.DecodeString(cookie)
	var d knownDevice
	if err != nil || s.devices.OpenJSON(raw, "device", &d) != nil {
		return "", false
	}
	return d.ID, d.Name == name && s.Clock().Before(d.Until)
}

const maxAgent = 160
