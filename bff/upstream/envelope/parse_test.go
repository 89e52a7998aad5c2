package envelope

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff/testkit"
)

func manyMembers() string {
	var b strings.Builder
	for i := range maxMembers {
		fmt.Fprintf(&b, `,"m%d":0`, i)
	}
	return b.String()
}

func TestParseRejectsInvalidEnvelopes(t *testing.T) {
	for name, raw := range map[string]string{
		"empty":                     ``,
		"white space":               `  `,
		"a list":                    `[{"result":true}]`,
		"a text":                    `"result"`,
		"null":                      `null`,
		"no result":                 `{"message":"","data":{}}`,
		"result null":               `{"result":null}`,
		"result as text":            `{"result":"true"}`,
		"result as number":          `{"result":1}`,
		"result in another case":    `{"Result":true}`,
		"result twice":              `{"result":false,"result":true}`,
		"data twice":                `{"result":true,"data":1,"data":2}`,
		"data twice, once escaped":  `{"result":true,"data":1,"d\u0061ta":2}`,
		"message as object":         `{"result":true,"message":{}}`,
		"code as text":              `{"result":true,"code":"200"}`,
		"code as fraction":          `{"result":true,"code":1.5}`,
		"pagination as list":        `{"result":true,"pagination":[1]}`,
		"pagination total as text":  `{"result":true,"pagination":{"total":"9"}}`,
		"trailing bytes":            `{"result":true} {}`,
		"byte order mark":           "\ufeff" + `{"result":true}`,
		"a key without quotes":      `{result:true}`,
		"a comma at the end":        `{"result":true,}`,
		"no colon":                  `{"result" true}`,
		"an end too early":          `{"result":true,"data":{"a":[1,2`,
		"a broken literal":          `{"result":true,"data":nul}`,
		"a number with zeros":       `{"result":true,"data":012}`,
		"a number without digits":   `{"result":true,"data":-}`,
		"a broken exponent":         `{"result":true,"data":1e}`,
		"a broken fraction":         `{"result":true,"data":1.}`,
		"an unknown escape":         `{"result":true,"data":"\x41"}`,
		"a short escape":            `{"result":true,"data":"\u12"}`,
		"a control character":       "{\"result\":true,\"data\":\"a\nb\"}",
		"broken UTF-8 in a value":   "{\"result\":true,\"data\":\"\xff\"}",
		"nesting without an end":    `{"result":true,"data":` + strings.Repeat("[", maxDepth+1) + strings.Repeat("]", maxDepth+1) + `}`,
		"too many members":          `{"result":true` + manyMembers() + `}`,
		"broken UTF-8 within a key": "{\"result\":true,\"\xff\":1}",
	} {
		a, err := Parse([]byte(raw))
		assert.Error(t, err, "%s: accepted as %+v", name, a)
	}
}

func TestParseKeepsDataAsWritten(t *testing.T) {
	for name, data := range map[string]string{
		"an object":                `{ "a" : [1, {"b":"}]\"\\"}] , "n":1e400 }`,
		"a list":                   `[[],{},"",-0.5,true,null]`,
		"a text":                   `"\"}"`,
		"a number before the end":  `12.50`,
		"a literal before the end": `false`,
	} {
		for _, raw := range []string{
			"\t{ \"data\" : " + data + " , \"result\":true}\n",
			`{"result":true,"extra":[{"x":"]"}],"data":` + data + `}`,
		} {
			a, err := Parse([]byte(raw))
			assert.True(t, err == nil && string(a.Data) == data, "%s: data %s, %v", name, a.Data, err)
		}
	}
	a, err := Parse([]byte(`{"result":false,"message":null,"data":null,"code":null,"debug":{"trace":["x"]},"pagination":null}`))
	assert.True(t, err == nil && a.Data == nil && a.Debug == "" && a.Pagination == nil, "%+v, %v", a, err)
}

// FuzzParse compares Parse with encoding/json: encoding/json decodes every accepted answer to the
// same values, and data is exactly the bytes of the value. Every object that encoding/json accepts is one for members.
func FuzzParse(f *testing.F) {
	testkit.AddCorpus(f)
	f.Add([]byte(validEnvelope))
	f.Add([]byte(`{"result":false,"data":[{"a":"\\\""},{}],"code":-1}`))
	f.Add([]byte(`{"result":true,"debug":{},"x":"}","pagination":{"limit":1,"offset":2,"total":3}}`))
	f.Add([]byte(`{"result":true,"message":"\ud83d\u00fc ü","data":[-0,1.5e+9,0.1E-2,[[]],{}, null]} `))
	f.Fuzz(func(t *testing.T, raw []byte) {
		isObject := json.Valid(raw) && utf8.Valid(raw) && strings.HasPrefix(strings.TrimLeft(string(raw), " \t\r\n"), "{")
		if err := members(raw, func(string, []byte) error { return nil }); (err == nil) != isObject {
			t.Fatalf("an object: %v, %v", isObject, err)
		}
		a, err := Parse(raw)
		if err != nil {
			return
		}
		var want map[string]json.RawMessage
		require.NoError(t, json.Unmarshal(raw, &want), "accepted an answer that is not an object")
		data := string(want["data"])
		if data == "null" {
			data = ""
		}
		require.Equal(t, data, string(a.Data), "data %q", a.Data)
		var fields struct {
			Message string
			Code    int
			Result  bool
		}
		_ = json.Unmarshal(want["message"], &fields.Message)
		_ = json.Unmarshal(want["code"], &fields.Code)
		if err := json.Unmarshal(want["result"], &fields.Result); err != nil || fields.Result != a.Result || fields.Message != a.Message || fields.Code != a.Code {
			t.Fatalf("decoded as %+v, want %+v, %v", a, fields, err)
		}
	})
}

func BenchmarkParse60KB(b *testing.B) {
	item := `{"gameID":12345,"name":"Sweet \"Bonanza\"","rtp":96.5,"categories":[27,58],"isNew":true},`
	raw := []byte(`{"result":true,"message":"","data":[`)
	for len(raw) < 60_000 {
		raw = append(raw, item...)
	}
	raw = append(raw[:len(raw)-1], `],"code":200,"debug":null,"pagination":null}`...)
	b.SetBytes(int64(len(raw)))
	for b.Loop() {
		_, err := Parse(raw)
		require.NoError(b, err)
	}
}
