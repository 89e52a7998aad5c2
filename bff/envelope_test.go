package bff_test

import (
	"encoding/json"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/stretchr/testify/assert"

	"croupier/bff"
)

func TestAnswerHasAllSixKeysInOrder(t *testing.T) {
	for _, row := range []struct {
		name string
		a    bff.Answer
		want string
	}{
		{"empty", bff.Answer{}, `{"result":false,"message":"","data":null,"code":0,"debug":null,"pagination":null}`},
		{
			"everything",
			bff.Answer{
				Result: true, Message: "tamam", Data: json.RawMessage(`{"a":1.50}`), Code: 200, Debug: "no records",
				Pagination: &bff.Pagination{Limit: 48, Offset: 96, Total: 312},
			},
			`{"result":true,"message":"tamam","data":{"a":1.50},"code":200,"debug":"no records","pagination":{"limit":48,"offset":96,"total":312}}`,
		},
		{
			"text as it was written",
			bff.Answer{Message: "<b>\"ş\"</b> & \\ \n"},
			`{"result":false,"message":"<b>\"ş\"</b> & \\ \n","data":null,"code":0,"debug":null,"pagination":null}`,
		},
	} {
		got := string(row.a.Append(nil))
		assert.Equal(t, row.want, got, "%s\n got %s\nwant %s", row.name, got, row.want)
		b, err := json.Marshal(map[string]any{"x": &row.a})
		assert.True(t, err == nil && json.Valid(b), "%s, inside another value: %s, %v", row.name, b, err)
	}
	if got := string((&bff.Answer{}).Append([]byte("x"))); got[:2] != "x{" {
		t.Errorf("got %s", got)
	}
}

func TestAnyMessageIsValidJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := string(rapid.SliceOf(rapid.Byte()).Draw(t, "text"))
		a := bff.Answer{Message: text, Debug: text}
		var got struct{ Message, Debug *string }
		if err := json.Unmarshal(a.Append(nil), &got); err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		if utf8.ValidString(text) && *got.Message != text {
			t.Fatalf("%q became %q", text, *got.Message)
		}
		if (got.Debug == nil) != (text == "") {
			t.Fatalf("%q: debug %v", text, got.Debug)
		}
	})
}
