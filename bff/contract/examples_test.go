package contract

import (
	"encoding/json"
	"strings"
	"testing"

	"croupier/bff"
)

// decode reads JSON as the gateway does: numbers stay text.
func decode(t *testing.T, raw []byte) any {
	t.Helper()
	decoder := json.NewDecoder(strings.NewReader(string(raw)))
	decoder.UseNumber()
	var v any
	if err := decoder.Decode(&v); err != nil {
		t.Fatal(err)
	}
	return v
}

// Every example must be what the contract says: its request passes the call's schema
// unless its answer is the refusal of that request, word for word; its answer is a whole
// envelope, and the data of a good one passes the answer's schema.
func TestExamplesReplay(t *testing.T) {
	c := loaded(t)
	for _, call := range c.Calls() {
		for _, example := range c.Examples(call) {
			t.Run(call.Name()+"/"+example.Name, func(t *testing.T) {
				data := decode(t, example.Data).(map[string]any)
				answer := decode(t, example.Answer).(map[string]any)
				if err := c.CheckShape("AnswerEnvelope", answer); err != nil {
					t.Fatal(err)
				}
				replayRequest(t, c, call, data, answer)
				if answer["result"] == true {
					if err := c.CheckAnswer(call, answer["data"]); err != nil {
						t.Error(err)
					}
					if call.Paginated != (answer["pagination"] != nil) {
						t.Errorf("paginated is %v, pagination is %v", call.Paginated, answer["pagination"])
					}
				}
			})
		}
	}
}

func replayRequest(t *testing.T, c *Catalogue, call *bff.Call, data, answer map[string]any) {
	t.Helper()
	fault := c.CheckRequest(call, data)
	if answer["debug"] != bff.ReasonInvalidPayload.Debug {
		if fault != nil {
			t.Errorf("the request is refused: %+v", *fault)
		}
		return
	}
	if fault == nil {
		t.Fatal("the request passes, but its answer says invalid payload")
	}
	lang, _ := data["Lang"].(string)
	if lang == "" {
		lang = "tr"
	}
	if got := c.ReasonText(lang, bff.InvalidPayload(fault)); got != answer["message"] {
		t.Errorf("refused with\n%s\nwant\n%s", got, answer["message"])
	}
}
