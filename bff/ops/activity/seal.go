package activity

import (
	"encoding/json"

	"croupier/bff"
	"croupier/bff/internal/indexkey"
	"croupier/bff/internal/names"
)

// The kinds of sealed values: one is not opened as another.
const (
	sealedRequest = "request"
	sealedProfile = "profile"
	sealedDevice  = "device"
)

// What is listed of a player.
const (
	requestsOf = "requests"
	paymentsOf = "payments"
	devicesOf  = "devices"
	profileOf  = "profile"
	emailOf    = "email"
)

// seal returns the sealed JSON of v.
func (l *Log) seal(v any, kind string) ([]byte, error) {
	plain, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	return l.box.Seal(plain, kind), nil
}

// open decodes what seal returned. It reports whether raw was sealed with this key.
func (l *Log) open(raw []byte, kind string, into any) bool {
	plain, err := l.box.Open(raw, kind)
	return err == nil && json.Unmarshal(plain, into) == nil
}

// ofPlayer returns the id or the term of what belongs to a player.
func (l *Log) ofPlayer(brand, player, kind string) string {
	return l.IndexKey.Hash(indexkey.Activity, brand, player, kind)
}

// searchTerm returns the term of players who are found by a text.
func (l *Log) searchTerm(brand, world, text string) string {
	return l.IndexKey.Hash(indexkey.Search, brand, world, names.FoldIdentity(text))
}

func playerKey(world, uid string) string { return bff.Identity{UID: uid, World: world}.Player() }
