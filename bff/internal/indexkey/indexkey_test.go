package indexkey

import (
	"encoding/base64"
	"strings"
	"testing"
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
		if len(hash) != 2*hashSize || strings.Contains(hash, "ayse") {
			t.Errorf("%s: %q", name, hash)
		}
		if other, ok := seen[hash]; ok {
			t.Errorf("%s and %s have the same hash", name, other)
		}
		seen[hash] = name
	}
	if again := k.Hash(Player, "marmara", "ayse"); seen[again] != "a player" {
		t.Error("a hash is not stable")
	}
}

func TestParseAcceptsOnlyStrongKeys(t *testing.T) {
	k := New()
	parsed, err := Parse(k.Encode())
	if err != nil || !parsed.Equal(k) || parsed.Hash(Money, "b", "p") != k.Hash(Money, "b", "p") {
		t.Fatalf("the encoded key: %v", err)
	}
	if k.Equal(New()) {
		t.Error("two generated keys are equal")
	}
	for name, text := range map[string]string{
		"nothing": "", "no base64": "!" + k.Encode()[1:],
		"31 bytes": base64.StdEncoding.EncodeToString([]byte("0123456789abcdef0123456789abcde")),
		"33 bytes": base64.StdEncoding.EncodeToString([]byte("0123456789abcdef0123456789abcdef0")),
		"32 zeros": base64.StdEncoding.EncodeToString(make([]byte, 32)),
	} {
		if _, err := Parse(text); err == nil {
			t.Errorf("%s: accepted", name)
		} else if text != "" && strings.Contains(err.Error(), text) {
			t.Errorf("%s: the error contains the key", name)
		}
	}
}
