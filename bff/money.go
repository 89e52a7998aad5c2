package bff

import (
	"fmt"
	"strconv"
	"strings"
)

// MinorUnits is an amount of money in hundredths of the brand's currency (ISO 4217). Money
// is never a float in Croupier; on the wire it is a JSON number with at most two decimals.
type MinorUnits int64

// String returns the amount as on the wire: "12", "12.5", "-0.05".
func (m MinorUnits) String() string {
	sign, n := "", uint64(m)
	if m < 0 {
		sign, n = "-", -uint64(m)
	}
	s := strconv.FormatUint(n/100, 10)
	if c := n % 100; c != 0 {
		s += strings.TrimRight(fmt.Sprintf(".%02d", c), "0")
	}
	return sign + s
}

// MarshalJSON writes the amount as a JSON number.
func (m MinorUnits) MarshalJSON() ([]byte, error) { return []byte(m.String()), nil }

// UnmarshalJSON reads a JSON number with at most two decimals.
func (m *MinorUnits) UnmarshalJSON(b []byte) error {
	v, err := ParseMinorUnits(string(b))
	if err != nil {
		return err
	}
	*m = v
	return nil
}

// ParseMinorUnits parses a plain decimal number with at most two decimals ("12.5"). Exponents, plus
// signs and more than 14 digits before the point are errors.
func ParseMinorUnits(s string) (MinorUnits, error) {
	body, negative := strings.CutPrefix(s, "-")
	whole, frac, dotted := strings.Cut(body, ".")
	if whole == "" || len(whole) > 14 || len(frac) > 2 || (dotted && frac == "") {
		return 0, fmt.Errorf("amount %q: want digits with at most two decimals", s)
	}
	frac += strings.Repeat("0", 2-len(frac))
	n, err := strconv.ParseUint(whole+frac, 10, 63)
	if err != nil {
		return 0, fmt.Errorf("amount %q: %w", s, err)
	}
	if negative {
		return -MinorUnits(n), nil
	}
	return MinorUnits(n), nil
}
