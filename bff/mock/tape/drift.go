package tape

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"croupier/bff"
	"croupier/bff/contract"
)

// envelope is an answer as a platform writes it; what is missing is nil.
type envelope struct {
	Result     *bool           `json:"result"`
	Message    *string         `json:"message"`
	Data       json.RawMessage `json:"data"`
	Code       *int            `json:"code"`
	Pagination *bff.Pagination `json:"pagination"`
}

var errEnvelope = errors.New("the answer is no envelope")

// drift tells where a raw answer breaks the contract of its call; nil where it does not. A
// platform's no (result false) needs a message only.
func drift(calls *contract.Catalogue, call *bff.Call, raw []byte) error {
	var e envelope
	if err := json.Unmarshal(raw, &e); err != nil {
		return fmt.Errorf("%w: %w", errEnvelope, err)
	}
	switch {
	case e.Result == nil:
		return fmt.Errorf("%w: it has no result", errEnvelope)
	case e.Code == nil:
		return fmt.Errorf("%w: it has no code", errEnvelope)
	case !*e.Result && e.Message == nil:
		return fmt.Errorf("%w: a refusal without a message", errEnvelope)
	case !*e.Result:
		return nil
	case call.Paginated && e.Pagination == nil:
		return errors.New("pagination: is missing")
	}
	var data any
	if len(e.Data) > 0 {
		dec := json.NewDecoder(bytes.NewReader(e.Data))
		dec.UseNumber()
		if err := dec.Decode(&data); err != nil {
			return fmt.Errorf("data: %w", err)
		}
	}
	return calls.CheckAnswer(call, data)
}
