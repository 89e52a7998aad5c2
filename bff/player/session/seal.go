package session

import (
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"

	"golang.org/x/crypto/nacl/box"

	"croupier/bff"
)

// Names of the sealed fields. Each field is sealed together with its name, so that fields
// cannot be swapped.
const (
	fieldUID = "uid"
	fieldSID = "sid"
	fieldUIP = "uip"
)

var errNotSealed = errors.New("value was not sealed with this key ring")

// Seal encrypts an identity for the browser with the public key of the ring's newest key. Each
// field is "kid.base64url" and differs on every call.
func (m *Manager) Seal(id bff.Identity) (bff.SealedUser, error) {
	k := m.ring.Load().newest(m.now())
	var out bff.SealedUser
	for _, f := range []struct {
		name, value string
		dst         *string
	}{{fieldUID, id.UID, &out.UID}, {fieldSID, id.SID, &out.SID}, {fieldUIP, id.UIP, &out.UIP}} {
		sealed, err := box.SealAnonymous(nil, []byte(f.name+"\x00"+f.value), k.public, rand.Reader)
		if err != nil {
			return bff.SealedUser{}, fmt.Errorf("seal identity: %w", err)
		}
		*f.dst = k.Kid + "." + base64.RawURLEncoding.EncodeToString(sealed)
	}
	return out, nil
}

// unseal opens one field of Seal with any key of the ring.
func (r *KeyRing) unseal(name, sealed string) (string, error) {
	kid, text, _ := strings.Cut(sealed, ".")
	k := r.byKid[kid]
	if k == nil {
		return "", errNotSealed
	}
	raw, err := base64.RawURLEncoding.Strict().DecodeString(text)
	if err != nil {
		return "", err
	}
	plain, ok := box.OpenAnonymous(nil, raw, k.public, k.private)
	if !ok {
		return "", errNotSealed
	}
	value, ok := strings.CutPrefix(string(plain), name+"\x00")
	if !ok {
		return "", errNotSealed
	}
	return value, nil
}
