package scenario

import "testing"

func TestContains(t *testing.T) {
	const data = `{"amount":10.50,"Type":1,"note":"x","open":true,"none":null,"tags":[1,{"a":2}],"bank":{"id":7,"name":"B"}}`
	for want, ok := range map[string]bool{
		`{}`:                         true,
		`{"Type":1}`:                 true,
		`{"Type":1.0,"amount":10.5}`: true,
		`{"Type":2}`:                 false,
		`{"Type":"1"}`:               false,
		`{"type":1}`:                 false,
		`{"note":"x","open":true}`:   true,
		`{"open":false}`:             false,
		`{"none":null}`:              true,
		`{"missing":null}`:           false,
		`{"bank":{"id":7}}`:          true,
		`{"bank":{"id":8}}`:          false,
		`{"bank":7}`:                 false,
		`{"tags":[1,{"a":2}]}`:       true,
		`{"tags":[1]}`:               false,
		`{"tags":{"a":2}}`:           false,
	} {
		if got := Contains(Fields(data), Fields(want)); got != ok {
			t.Errorf("%s: %v", want, got)
		}
	}
}
