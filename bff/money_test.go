package bff_test

import (
	"encoding/json"
	"math"
	"strconv"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/stretchr/testify/assert"

	"croupier/bff"
)

func TestParseMinorUnits(t *testing.T) {
	for _, row := range []struct {
		text   string
		amount bff.MinorUnits
		again  string
	}{
		{"0", 0, "0"},
		{"12", 1200, "12"},
		{"12.5", 1250, "12.5"},
		{"12.50", 1250, "12.5"},
		{"12.05", 1205, "12.05"},
		{"0.01", 1, "0.01"},
		{"-0.05", -5, "-0.05"},
		{"-3", -300, "-3"},
		{"-0", 0, "0"},
		{"007", 700, "7"},
		{"90000000000000", 9_000_000_000_000_000, "90000000000000"},
	} {
		got, err := bff.ParseMinorUnits(row.text)
		assert.True(t, err == nil && got == row.amount && got.String() == row.again,
			"%s: %d, written %s, %v; want %d, %s", row.text, got, got, err, row.amount, row.again)
	}
	for _, text := range []string{
		"", "-", ".", ".5", "5.", "-.5", "+1", "--1", "1.005", "1e2", "1,5", " 1", "1 ", "0x1", "1_0", "١", "NaN", "999999999999999", `"1"`, "null",
	} {
		got, err := bff.ParseMinorUnits(text)
		assert.Error(t, err, "%q was read as %d", text, got)
	}
	if got := bff.MinorUnits(math.MinInt64).String(); got != "-92233720368547758.08" {
		t.Errorf("the smallest amount is written %s", got)
	}
}

func TestMinorUnitsInJSON(t *testing.T) {
	var v struct {
		Amount bff.MinorUnits `json:"amount"`
	}
	if err := json.Unmarshal([]byte(`{"amount":250.75}`), &v); err != nil || v.Amount != 25075 {
		t.Fatalf("read %d, %v", v.Amount, err)
	}
	if b, err := json.Marshal(v); err != nil || string(b) != `{"amount":250.75}` {
		t.Errorf("written %s, %v", b, err)
	}
	for _, bad := range []string{`{"amount":"250"}`, `{"amount":1e2}`, `{"amount":0.001}`} {
		assert.Error(t, json.Unmarshal([]byte(bad), &v), "%s was read", bad)
	}
}

func TestMinorUnitsRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const most = 99_999_999_999_999_99
		k := bff.MinorUnits(rapid.Int64Range(-most, most).Draw(t, "kurus"))
		got, err := bff.ParseMinorUnits(k.String())
		if err != nil || got != k {
			t.Fatalf("%d is written %s and read %d, %v", k, k, got, err)
		}
		f, err := strconv.ParseFloat(k.String(), 64)
		if err != nil || math.Abs(f*100-float64(k)) > 16 {
			t.Fatalf("%d is written %s", k, k)
		}
	})
}

func TestMoneyRecordsAreKeptUntil(t *testing.T) {
	at := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	day := 24 * time.Hour
	for name, row := range map[string]struct {
		r    bff.IdempotencyRecord
		want time.Time
	}{
		"answered": {bff.IdempotencyRecord{At: at, Answer: &bff.Answer{}}, at.Add(day)},
		"unknown":  {bff.IdempotencyRecord{At: at}, at.Add(60 * day)},
		"proposed": {bff.IdempotencyRecord{At: at, Settlement: &bff.Settlement{ProposedBy: "ayse"}}, at.Add(60 * day)},
		"settled a day ago": {bff.IdempotencyRecord{At: at, Settlement: &bff.Settlement{
			ApprovedBy: "veli",
			ApprovedAt: at.Add(day),
		}}, at.Add(31 * day)},
	} {
		got := row.r.KeptUntil()
		assert.True(t, got.Equal(row.want), "%s: %v, want %v", name, got, row.want)
	}
}
