package indexkey

import (
	"encoding/base64"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestHashSeparatesKindsBrandsAndParts(t *testing.T) {
	k := New()
	seen := map[string]string{}
	for name, hash := range map[string]string{
		"a player":                      k.Hash(Player, "marmara", "ayse"),
		"the same text as user name":    k.Hash(Username, "marmara", "ayse"),
		"of another brand":              k.Hash(Player, "zephyr", "ayse"),
		"another player":                k.Hash(Player, "marmara", "ayse1"),
		"two parts with the same text":  k.Hash(Player, "marmara", "ay", "se"),
		"parts that are cut elsewhere":  k.Hash(Player, "marmara", "a", "yse"),
		"an empty part more":            k.Hash(Player, "marmara", "ayse", ""),
		"the brand cut elsewhere":       k.Hash(Player, "marmar", "aayse"),
		"another key":                   New().Hash(Player, "marmara", "ayse"),
		"no part":                       k.Hash(Player, "marmara"),
		"length prefixes inside a part": k.Hash(Player, "marmara", "ay\x02se"),
	} {
		assert.True(t, len(hash) == 2*hashSize && !strings.Contains(hash, "ayse"), "%s: %q", name, hash)
		other, ok := seen[hash]
		assert.True(t, !ok, "%s and %s have the same hash", name, other)
		seen[hash] = name
	}
	assert.Equal(t, "a player", seen[k.Hash(Player, "marmara", "ayse")], "a hash is not stable")
}

func TestParseAcceptsOnlyStrongKeys(t *testing.T) {
	k := New()
	parsed, err := Parse(k.Encode())
	require.NoError(t, err)
	assert.True(t, parsed.Equal(k) && parsed.Hash(Money, "b", "p") == k.Hash(Money, "b", "p"), "the encoded key")
	assert.False(t, k.Equal(New()), "two generated keys are equal")
	for name, text := range map[string]string{
		"nothing": "", "no base64": "!" + k.Encode()[1:],
		"31 bytes": base64.StdEncoding.EncodeToString([]byte("0123456789abcdef0123456789abcde")),
		"33 bytes": base64.StdEncoding.EncodeToString([]byte("0123456789abcdef0123456789abcdef0")),
		"32 zeros": base64.StdEncoding.EncodeToString(make([]byte, 32)),
	} {
		_, err := Parse(text)
		assert.True(t, err != nil && (text == "" || !strings.Contains(err.Error(), text)), name)
	}
}
