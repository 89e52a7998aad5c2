package contract

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
)

// decode decodes JSON as the gateway does, with json.Number.
func decode(t *testing.T, raw []byte) any {
	t.Helper()
	decoder := json.NewDecoder(strings.NewReader(string(raw)))
	decoder.UseNumber()
	var v any
	require.NoError(t, decoder.Decode(&v))
	return v
}

// Requests of examples must be valid unless the answer is the refusal of that request with the same
// message. Answers must be complete envelopes, and the data of successful answers must be valid.
func TestExamplesAreValid(t *testing.T) {
	c := loadCatalogue(t)
	for _, call := range c.Calls() {
		for _, example := range c.Examples(call) {
			t.Run(call.Name()+"/"+example.Name, func(t *testing.T) {
				data := decode(t, example.Data).(map[string]any)
				answer := decode(t, example.Answer).(map[string]any)
				require.NoError(t, c.CheckDefinition("AnswerEnvelope", answer))
				checkExampleRequest(t, c, call, data, answer)
				if answer["result"] == true {
					assert.NoError(t, c.CheckAnswer(call, answer["data"]))
					assert.Equal(t, answer["pagination"] != nil, call.Paginated,
						"paginated is %v, pagination is %v", call.Paginated, answer["pagination"])
				}
			})
		}
	}
}

func checkExampleRequest(t *testing.T, c *Catalogue, call *bff.Call, data, answer map[string]any) {
	t.Helper()
	fault := c.CheckRequest(call, data)
	if answer["debug"] != bff.ReasonInvalidPayload.Debug {
		assert.Nil(t, fault, "invalid request")
		return
	}
	require.NotNil(t, fault, "valid request with the answer invalid payload")
	lang, _ := data["Lang"].(string)
	if lang == "" {
		lang = "tr"
	}
	got := c.ReasonText(lang, bff.InvalidPayload(fault))
	assert.Equal(t, answer["message"], got, "message\n%s\nwant\n%s", got, answer["message"])
}
