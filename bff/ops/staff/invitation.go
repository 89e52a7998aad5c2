package staff

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net/http"
	"time"

	"github.com/gin-gonic/gin"

	"croupier/bff"
)

// InvitationTTL is how long the token of an invitation is valid.
const InvitationTTL = 24 * time.Hour

// invitation lets somebody set the password of an account, once. The store has only the hash of its
// token.
type invitation struct {
	Hash  string    `json:"hash"` // hex of the SHA-256 of the token
	Until time.Time `json:"until"`
}

// InvitationPath returns the path of the console at which an invitation is accepted. The token is in the
// fragment, which browsers do not send.
func InvitationPath(token string) string { return "/maintenance-control/invitation#token=" + token }

func hashOf(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}

// Invite gives an account without a password, or one whose password is to be reset, an invitation and
// returns its token. The password becomes useless and the account's logins end.
func (a *Account) Invite(now time.Time) (token string) {
	token = rand.Text()
	a.Hash, a.Invitation = "", &invitation{Hash: hashOf(token), Until: now.Add(InvitationTTL).UTC().Truncate(time.Second)}
	a.Generation++
	return token
}

// invited returns the name of the account that a valid token invites; ErrUnknown without one.
func (a *Accounts) invited(ctx context.Context, token string, now time.Time) (string, error) {
	all, err := a.List(ctx)
	if err != nil {
		return "", err
	}
	for _, one := range all {
		if one.Invitation.admits(token, now) && !one.Disabled {
			return one.Name, nil
		}
	}
	return "", ErrUnknown
}

func (i *invitation) admits(token string, now time.Time) bool {
	return i != nil && i.Hash == hashOf(token) && now.Before(i.Until)
}

// acceptInvitation sets the password of an invited account and logs it in. Guesses count for the network
// of the address.
func (s *server) acceptInvitation(c *gin.Context, v *visit) error {
	var token, password string
	if err := decodeBody(c, map[string]any{"token": &token, "password": &password}); err != nil {
		return err
	}
	if token == "" {
		return fault("token", "required")
	}
	if err := checkPassword("password", password); err != nil {
		return err
	}
	guess := passwordAddressKey(v)
	if after, ok := s.Limiter.Allow(c, guess); !ok {
		return bff.ReasonRateLimited.WithRetryAfter(after)
	}
	name, err := s.Accounts.invited(c, token, s.Clock())
	switch {
	case errors.Is(err, ErrUnknown):
		return ReasonInvitation
	case err != nil:
		return bff.ReasonUnavailable.WithCause(err)
	}
	s.Limiter.Refund(c, guess)
	hash, err := s.hash(c, password)
	if err != nil {
		return err
	}
	v.account.Name = name // the author of the entry
	_, err = s.changeAccount(c, v, "invitation accepted", name, func(a *Account) error {
		if !a.Invitation.admits(token, s.Clock()) || a.Disabled {
			return ReasonInvitation
		}
		a.Hash, a.Invitation = hash, nil
		a.Generation++
		return nil
	})
	if err != nil {
		return err
	}
	if v.account.TOTP != "" {
		return ReasonCodeRequired
	}
	return s.beginLogin(c, v)
}

// invitationView is the answer to an invitation; only this answer has the address.
type invitationView struct {
	Account AccountInfo `json:"account"`
	URL     string      `json:"url"`
	Until   time.Time   `json:"until"`
}

func (s *server) replyInvitation(c *gin.Context, v *visit, a Account, token string) {
	reply(c, http.StatusCreated, invitationView{infoOf(a), siteAddress(v.scope.Brand, c.Request.Host) + InvitationPath(token), a.Invitation.Until})
}
