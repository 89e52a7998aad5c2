package world

import (
	"math/big"
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"

	"croupier/bff/test/testkit"
)

// contractIBAN and contractID are the patterns of contracts/schemas/common.json.
var (
	contractIBAN = regexp.MustCompile(`^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$`)
	contractID   = regexp.MustCompile(`^[0-9A-Za-z]{5,20}$`)
)

// FuzzIBAN compares ValidIBAN with ISO 13616: the contract's pattern, and a remainder of 1 when the
// country and the check digits are moved to the end and letters become two digits.
func FuzzIBAN(f *testing.F) {
	testkit.AddCorpus(f)
	for _, s := range []string{
		"TR330006100519786457841326", "TR330006100519786457841327", "DE89370400440532013000", "GB82WEST12345698765432", "", "TR", "0000000000000001",
		"TR33000610051978645784132é", "tr330006100519786457841326", "TR33 0006 1005 1978 6457 8413 26", "00TR0006100519786457841326", "\xff\xfe33000610051978645784",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		want := contractIBAN.MatchString(s)
		if want {
			digits := ""
			for _, r := range s[4:] + s[:4] {
				if r >= 'A' {
					digits += big.NewInt(int64(r-'A') + 10).String()
				} else {
					digits += string(r)
				}
			}
			n, _ := new(big.Int).SetString(digits, 10)
			want = n.Mod(n, big.NewInt(97)).Int64() == 1
		}
		assert.Equal(t, want, ValidIBAN(s), "%q", s)
	})
}

// FuzzNationalID compares ValidNationalID with the published rule: eleven digits, the first not zero;
// the tenth is seven times the sum of the odd positions minus the sum of the even ones, the eleventh
// the sum of the first ten, both modulo ten.
func FuzzNationalID(f *testing.F) {
	testkit.AddCorpus(f)
	for _, s := range []string{
		"10000000146", "10000000147", "00000000000", "1000000014", "100000001461", "1000000014x", "١٠٠٠٠٠٠٠١٤٦", "12345678950", "99999999990", "\xff0000000146",
	} {
		f.Add(s)
	}
	shape := regexp.MustCompile(`^[1-9][0-9]{10}$`)
	f.Fuzz(func(t *testing.T, s string) {
		want := shape.MatchString(s)
		if want {
			d := func(position int) int { return int(s[position-1] - '0') }
			odd, even := d(1)+d(3)+d(5)+d(7)+d(9), d(2)+d(4)+d(6)+d(8)
			want = ((7*odd-even)%10+10)%10 == d(10) && (odd+even+d(10))%10 == d(11)
		}
		assert.Equal(t, want, ValidNationalID(s), "%q", s)
		if want && !contractID.MatchString(s) {
			t.Errorf("%q violates the contract", s)
		}
	})
}
