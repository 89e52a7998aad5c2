package site

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
)

func playerPageData() *pageData {
	b := &bff.Brand{Currency: "TRY", Formats: bff.Formats{Money: "code"}}
	return &pageData{brand: b, lang: "tr", path: depositPath, nonce: "n"}
}

// The order is the site's (groupMethods): favourites, highlighted methods, other single methods,
// groups.
func TestMethodsOfThePaintedCashier(t *testing.T) {
	answers := map[bff.PlayerRead]*bff.Answer{}
	for read, data := range map[bff.PlayerRead]string{
		readProfile: `{"username":"demo","kyc":"verified"}`, readActive: `[]`,
		readAvailable: `[{"title":"Bonus","amount":500,"wager_required":10000,"wager_done":0}]`,
		readLimits:    `{"limits":[],"cool_off":null}`,
		readHighlights: `[{"type":"single","id":3,"properties":{}},{"type":"group","id":9,"methods":[{"id":"b"}]},` +
			`{"type":"single","id":1,"properties":{}}]`,
		readDeposits: `{"methods_list":[{"type":"single","id":1,"properties":{"isFavorite":1,"min":10,"max":20}},` +
			`{"type":"single","id":2,"name":"Two","properties":{"isFavorite":0}},` +
			`{"type":"group","id":9,"name":"Group","methods":[{"id":"a","isFavorite":1},{"id":"b"},{"id":"c"}]},` +
			`{"type":"single","id":3,"name":"Three","properties":{"isFavorite":0}}]}`,
	} {
		answers[read] = &bff.Answer{Result: true, Data: json.RawMessage(data)}
	}
	d := playerPageData()
	dropClosed(d, answers)
	v := playerContent(d, answers)
	var got []string
	for _, section := range v["methods"].([]values) {
		var ids []string
		for _, card := range section["cards"].([]values) {
			ids = append(ids, card["id"].(string))
		}
		got = append(got, fmt.Sprint(section["key"], " ", strings.Join(ids, ",")))
	}
	assert.Equal(t, []string{"favorites 1,a", "highlights b,3", "singles 2", "group-9 a,b,c"}, got)
	offer := v["bonus"].([]values)[0]
	assert.Equal(t, "500 10000", fmt.Sprint(offer["amount"], " ", offer["wager"]))

	for _, limits := range []string{`{"cool_off":{"until":"x"}}`, `{"exclusion":{"until":null}}`, ``} {
		answers[readLimits].Data = json.RawMessage(limits)
		answers[readDeposits] = &bff.Answer{Data: json.RawMessage(`{"methods_list":[]}`)}
		answers[readHighlights] = &bff.Answer{Data: json.RawMessage(`[]`)}
		dropClosed(d, answers)
		require.NotContains(t, answers, readDeposits, limits)
		require.NotContains(t, answers, readHighlights, limits)
		assert.Nil(t, playerContent(d, answers), limits)
	}
}
