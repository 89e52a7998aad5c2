package mock

import (
	"encoding/json"

	"croupier/bff"
	"croupier/bff/contract"
	"croupier/bff/mock/calls"
)

// withExamples adds the reads of guests that have no function: they answer with their first example.
func withExamples(registry map[string]calls.Func, c *contract.Catalogue) map[string]calls.Func {
	if c == nil {
		return registry
	}
	for _, call := range c.Calls() {
		examples := c.Examples(call)
		if registry[call.Name()] != nil || call.Rules.Who != bff.WhoGuest || call.Rules.Kind != bff.KindRead || len(examples) == 0 {
			continue
		}
		registry[call.Name()] = func(*calls.Request) (calls.Reply, error) {
			var a bff.Answer
			err := json.Unmarshal(examples[0].Answer, &a)
			return calls.Reply{Data: a.Data, Page: a.Pagination, Message: a.Message}, err
		}
	}
	return registry
}
