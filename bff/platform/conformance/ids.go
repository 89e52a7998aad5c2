package conformance

import (
	"encoding/json"
	"maps"

	"croupier/bff"
)

// knownIDs are ids of the platform by request field, which replace the ids of the examples.
type knownIDs map[string]any

// requestFields maps answer fields to the request fields that take their values.
var requestFields = map[string]string{
	"gameID": "gameID", "tableID": "tableID", "providerID": "providerID", "CategoryID": "categoryID",
	"bankID": "bankID", "bankAccountID": "bankAccountID", "bonusID": "bonusID",
}

// learn stores the first value of each id in an answer, replacing ids of earlier answers.
func (f knownIDs) learn(call *bff.Call, answer any) {
	ids := knownIDs{}
	ids.collect(answer)
	maps.Copy(f, ids)
	if call.Name() == "finance/list_cash_methods" {
		if list, _ := answer.([]any); len(list) > 0 {
			first, _ := list[0].(map[string]any)
			if id := first["id"]; isID(id) {
				f["methodID"] = id
			}
		}
	}
}

func (f knownIDs) collect(v any) {
	switch v := v.(type) {
	case []any:
		for _, item := range v {
			f.collect(item)
		}
	case map[string]any:
		for name, value := range v {
			field, named := requestFields[name]
			if _, known := f[field]; named && !known && isID(value) {
				f[field] = value
				continue
			}
			f.collect(value)
		}
	}
}

// isID reports whether a value may be an id.
func isID(v any) bool {
	switch v := v.(type) {
	case json.Number:
		return true
	case string:
		return v != ""
	}
	return false
}

// fill replaces the ids of an example with ids of the platform.
func (f knownIDs) fill(call *bff.Call, data map[string]any) {
	for name := range data {
		if id, ok := f[name]; ok {
			data[name] = id
		}
	}
	if call.Name() == "user/favorites" {
		fields := map[any]string{"casino": "gameID", "livecasino": "tableID"}
		if id, ok := f[fields[data["type"]]]; ok {
			data["id"] = id
		}
	}
}
