package bff

import (
	"fmt"
	"strconv"
	"strings"
)

// Kurus (kuruş) is an amount of money in hundredths of the brand's currency. Money is never a
// float inside Croupier; on the wire it is a JSON number with at most two decimals.
type Kurus int64

// String writes the amount as the wire has it: "12", "12.5", "-0.05".
func (k Kurus) String() string {
	sign, n := "", uint64(k)
	if k < 0 {
		sign, n = "-", -uint64(k)
	}
	s := strconv.FormatUint(n/100, 10)
	if c := n % 100; c != 0 {
		s += strings.TrimRight(fmt.Sprintf(".%02d", c), "0")
	}
	return sign + s
}

// MarshalJSON writes the amount as a JSON number.
func (k Kurus) MarshalJSON() ([]byte, error) { return []byte(k.String()), nil }

// UnmarshalJSON reads a JSON number with at most two decimals.
func (k *Kurus) UnmarshalJSON(b []byte) error {
	v, err := ParseKurus(string(b))
	if err != nil {
		return err
	}
	*k = v
	return nil
}

// ParseKurus reads a plain decimal number with at most two decimals ("12.5"). Exponents,
// signs other than a leading minus, and amounts beyond ±90 trillion are refused.
func ParseKurus(s string) (Kurus, error) {
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
		return -Kurus(n), nil
	}
	return Kurus(n), nil
}
