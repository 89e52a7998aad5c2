package staff

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"croupier/bff"
)

// FuzzDecodeFields checks that an accepted body has each name once and decodes like in
// encoding/json. A refused body must be a bad request or name a field.
func FuzzDecodeFields(f *testing.F) {
	for _, body := range []string{
		`{"on":true,"message":{"tr":"Bakım"},"until":"2026-01-02T03:04:05Z","calls":["casino"]}`, `{"on":null}`,
		`{"on":1}`, `{"on":true,"on":false}`,
		`{"On":true}`, `{"calls":[1]}`, `{"x":{}}`, `[]`, `{}`, `null`, "{\"on\":true}\n", `{"\u006fn":true}`,
		"{\"\xff\":1}", `{"until":1e99}`,
	} {
		f.Add([]byte(body))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		var on bool
		var message map[string]string
		var until time.Time
		var calls []string
		_, err := decodeFields(body, map[string]any{"on": &on, "message": &message, "until": &until, "calls": &calls},
			false)
		if err != nil {
			var r *bff.Reason
			require.True(t, errors.As(err, &r) && r.Status == 400 &&
				(r.Fault == nil || r.Fault.Field != "" || strings.Contains(string(body), `""`)),
				"%q: %#v", body, err)
			return
		}
		var same struct {
			On      bool
			Message map[string]string
			Until   time.Time
			Calls   []string
		}
		if err := json.Unmarshal(body, &same); err != nil {
			t.Fatalf("%q: accepted, but %v", body, err)
		}
		require.True(t, same.On == on && reflect.DeepEqual(same.Message, message) && same.Until.Equal(until) &&
			reflect.DeepEqual(same.Calls, calls),
			"%q: encoding/json reads %+v", body, same)
	})
}
