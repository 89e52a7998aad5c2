package conformance

import (
	"encoding/json"

	"croupier/bff"
)

// found are the ids that a platform's own answers have shown, by the name of the request's
// field. The examples' ids are another platform's.
type found map[string]json.Number

// learned are the fields of answers whose values requests ask with.
var learned = map[string]string{
	"gameID": "gameID", "tableID": "tableID", "providerID": "providerID", "CategoryID": "categoryID",
	"bankID": "bankID", "bankAccountID": "bankAccountID", "bonusID": "bonusID",
}

// learn takes the first of every known id in an answer; a later answer's replace it.
func (f found) learn(call *bff.Call, answer any) {
	here := found{}
	here.search(answer)
	for name, id := range here {
		f[name] = id
	}
	if call.Name() == "finance/list_cash_methods" {
		if list, _ := answer.([]any); len(list) > 0 {
			first, _ := list[0].(map[string]any)
			if id, ok := first["id"].(json.Number); ok {
				f["methodID"] = id
			}
		}
	}
}

func (f found) search(v any) {
	switch v := v.(type) {
	case []any:
		for _, item := range v {
			f.search(item)
		}
	case map[string]any:
		for name, value := range v {
			id, isNumber := value.(json.Number)
			field, known := learned[name]
			if _, have := f[field]; isNumber && known && !have {
				f[field] = id
				continue
			}
			f.search(value)
		}
	}
}

// fill replaces the ids of an example by those of the platform at hand. A favourite's id is
// that of a game or a table.
func (f found) fill(call *bff.Call, data map[string]any) {
	for name := range data {
		if id, ok := f[name]; ok {
			data[name] = id
		}
	}
	if call.Name() == "user/favorites" {
		of := map[any]string{"casino": "gameID", "livecasino": "tableID"}
		if id, ok := f[of[data["type"]]]; ok {
			data["id"] = id
		}
	}
}
