package envelope

import (
	"encoding/json"
	"testing"
)

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
		"broken UTF-8 within a key": "{\"result\":true,\"\xff\":1}",
	} {
		if a, err := Parse([]byte(raw)); err == nil {
			t.Errorf("%s: accepted as %+v", name, a)
		}
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
			if err != nil || string(a.Data) != data {
				t.Errorf("%s: data %s, %v", name, a.Data, err)
			}
		}
	}
	a, err := Parse([]byte(`{"result":false,"message":null,"data":null,"code":null,"debug":{"trace":["x"]},"pagination":null}`))
	if err != nil || a.Data != nil || a.Debug != "" || a.Pagination != nil {
		t.Errorf("%+v, %v", a, err)
	}
}

// FuzzParse compares Parse with encoding/json: encoding/json decodes every accepted answer to the
// same values, and data is exactly the bytes of the value.
func FuzzParse(f *testing.F) {
	f.Add([]byte(validEnvelope))
	f.Add([]byte(`{"result":false,"data":[{"a":"\\\""},{}],"code":-1}`))
	f.Add([]byte(`{"result":true,"debug":{},"x":"}","pagination":{"limit":1,"offset":2,"total":3}}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		a, err := Parse(raw)
		if err != nil {
			return
		}
		var want map[string]json.RawMessage
		if err := json.Unmarshal(raw, &want); err != nil {
			t.Fatalf("accepted an answer that is not an object: %v", err)
		}
		data := string(want["data"])
		if data == "null" {
			data = ""
		}
		if string(a.Data) != data {
			t.Fatalf("data %q, want %q", a.Data, data)
		}
		if string(want["result"]) != "true" && string(want["result"]) != "false" {
			t.Fatalf("result %q was accepted", want["result"])
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
		if _, err := Parse(raw); err != nil {
			b.Fatal(err)
		}
	}
}
