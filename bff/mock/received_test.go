package mock_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"testing"
)

// received returns the calls that the casino lists for a query.
func (h *client) received(query url.Values) (out []struct {
	Class, Method, Outcome string
	Data                   map[string]any
},
) {
	h.t.Helper()
	w := h.send(http.MethodGet, "/__mock/calls?"+query.Encode(), nil)
	if err := json.Unmarshal(w.Body.Bytes(), &out); err != nil || w.Code != http.StatusOK {
		h.t.Fatalf("HTTP %d, %v: %s", w.Code, err, w.Body)
	}
	return out
}

func TestOneRequestIsAnsweredAsTold(t *testing.T) {
	h := open(t, 1)
	h.control("fault", map[string]any{
		"call": "casino/games_list", "match": map[string]any{"providerID": 3, "offset": 0}, "kind": "answer",
		"answer": map[string]any{"data": []any{}, "pagination": map[string]any{"limit": 48, "offset": 0, "total": 0}},
	})
	h.control("fault", map[string]any{
		"call": "casino/games_list", "match": map[string]any{"providerID": 4}, "kind": "answer", "times": 1,
		"answer": map[string]any{"result": false, "message": "Kapalı", "code": 403, "debug": "closed"},
	})
	if a := h.call("casino/games_list", map[string]any{"providerID": 3, "offset": 0}); !a.Result || string(a.Data) != "[]" {
		t.Errorf("told: %+v", a)
	}
	for name, data := range map[string]map[string]any{
		"another provider": {"providerID": 5, "offset": 0}, "another page": {"providerID": 3, "offset": 1}, "no field": {},
	} {
		if a := h.call("casino/games_list", data); !a.Result || string(a.Data) == "[]" {
			t.Errorf("%s: %+v", name, a)
		}
	}
	if a := h.call("casino/games_list", map[string]any{"providerID": 4}); a.Result || a.Message != "Kapalı" || a.Code != 403 {
		t.Errorf("refused: %+v", a)
	}
	if a := h.call("casino/games_list", map[string]any{"providerID": 4}); !a.Result {
		t.Errorf("after once: %+v", a)
	}
}

func TestReceivedCallsAreFoundByTheirFields(t *testing.T) {
	h := open(t, 1)
	for _, provider := range []int{1, 2, 2} {
		h.call("casino/games_list", map[string]any{"providerID": provider})
	}
	h.call("casino/provider_list", map[string]any{})
	for query, want := range map[string]int{
		"": 4, "call=casino/games_list": 3, "call=casino/*": 4, `match={"providerID":2}`: 2, `match={"providerID":9}`: 0,
		`call=casino/provider_list&match={"providerID":2}`: 0, `match={"providerID":2}&limit=1`: 1,
	} {
		values, err := url.ParseQuery(query)
		if err != nil {
			t.Fatal(err)
		}
		if got := h.received(values); len(got) != want {
			t.Errorf("%s: %d, want %d", query, len(got), want)
		}
	}
	for query, field := range map[string]string{`match=[1]`: "match", `match={`: "match", "call=nothing/like_it": "call"} {
		values, _ := url.ParseQuery(query)
		w := h.send(http.MethodGet, "/__mock/calls?"+values.Encode(), nil)
		var p struct{ Field string }
		if err := json.Unmarshal(w.Body.Bytes(), &p); err != nil || w.Code != http.StatusBadRequest || p.Field != field {
			t.Errorf("%s: HTTP %d %s", query, w.Code, w.Body)
		}
	}
}

func TestToldAnswersSurviveASnapshot(t *testing.T) {
	h := open(t, 1)
	h.control("fault", map[string]any{
		"call": "casino/games_list", "match": map[string]any{"providerID": 3, "deep": map[string]any{"a": []any{1, "x", nil, true}}}, "kind": "answer",
		"answer": map[string]any{"result": false, "message": "Kapalı"},
	})
	other := h.in("restored")
	if w := other.file(h.snapshot("")); w.Code != http.StatusOK {
		t.Fatalf("HTTP %d: %s", w.Code, w.Body)
	}
	data := map[string]any{"providerID": 3, "deep": map[string]any{"a": []any{1, "x", nil, true}}}
	if a := other.call("casino/games_list", data); a.Message != "Kapalı" {
		t.Errorf("told: %+v", a)
	}
	if a := other.call("casino/games_list", map[string]any{"providerID": 3}); !a.Result {
		t.Errorf("not told: %+v", a)
	}
}
