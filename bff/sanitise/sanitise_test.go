package sanitise_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/contract"
	"croupier/bff/sanitise"
)

var load = sync.OnceValues(contract.Load)

func catalogue(t testing.TB) *contract.Catalogue {
	t.Helper()
	calls, err := load()
	require.NoError(t, err)
	return calls
}

var brand = &bff.Brand{
	ID: "marmara", Hosts: []string{"casino.test"}, Sessions: bff.SessionRules{Secure: true},
	Origins: bff.Origins{Links: []string{"https://t.me"}, Images: []string{"https://cdn.example"}, Frames: []string{"https://*.games.example"}},
}

// answered returns what becomes of an answer of a call, and the refused fields.
func answered(t testing.TB, name, data string) (string, []string, error) {
	t.Helper()
	calls := catalogue(t)
	class, method, _ := strings.Cut(name, "/")
	call, ok := calls.Lookup(class, method)
	require.True(t, ok, "unknown call %s", name)
	platform := bff.UpstreamFunc(func(context.Context, *bff.UpstreamRequest) (*bff.Answer, error) {
		return &bff.Answer{Result: true, Code: 200, Data: []byte(data)}, nil
	})
	var refused []string
	u := sanitise.NewUpstream(platform, calls, func(_ *bff.UpstreamRequest, path string) { refused = append(refused, path) })
	a, err := u.Do(t.Context(), &bff.UpstreamRequest{Brand: brand, Call: call})
	if err != nil {
		return "", refused, err
	}
	return string(a.Data), refused, nil
}

func TestAnswersAreSanitised(t *testing.T) {
	const evil = `<p onclick=\"x\">a</p><script>alert(1)</script>`
	const clean = `\u003cp\u003ea\u003c/p\u003e`
	for _, row := range []struct {
		call, data, want string
		refused          []string
	}{
		{"cmscontroller/popupInformation", `[{"id":1,"html":"` + evil + `","link":"javascript:alert(1)","image":"/a.png"}]`, `[{"id":1,"html":"` + clean + `","link":"","image":"/a.png"}]`, []string{"[].link"}},
		{"cmscontroller/getPromotions", `[ {"html" : "` + evil + `", "image":"https://evil.test/a.png"}, {"html":"<p>b</p>"} ]`, `[ {"html" : "` + clean + `", "image":""}, {"html":"<p>b</p>"} ]`, []string{"[].image"}},
		{"cmscontroller/getTournaments", `[{"html":"` + evil + `","image":"https://cdn.example/a.png"}]`, `[{"html":"` + clean + `","image":"https://cdn.example/a.png"}]`, nil},
		{"cmscontroller/getIcSlider", `{"items":[{"link":"//evil.test","image":"/x"},{"link":"https://t.me/a"},{"link":"https://casino.test/slot"}]}`, `{"items":[{"link":"","image":"/x"},{"link":"https://t.me/a"},{"link":"https://casino.test/slot"}]}`, []string{"items.[].link"}},
		{"slider/get_all_items", `[{"link":"\\\\evil.test"}]`, `[{"link":""}]`, []string{"[].link"}},
		{"cmscontroller/getInformation", `[{"InfType":"SSSinformation","Text":"` + evil + `"}]`, `[{"InfType":"SSSinformation","Text":"` + clean + `"}]`, nil},
		{"cmscontroller/getInformation", `[{"Text":"{\"telegram\":\"https://t.me/a\",\"facebook\":\"javascript:x\",\"x\":\"<script>\"}"}]`, `[{"Text":"{\"facebook\":\"\",\"telegram\":\"https://t.me/a\"}"}]`, []string{"[].Text.facebook"}},
		{"cmscontroller/getInformation", `[{"Text":"{\"telegram\":\"<script>\",\"telegram\":\"https://t.me/a\"}"}]`, `[{"Text":"{\"telegram\":\"https://t.me/a\"}"}]`, nil},
		{"cmscontroller/getInformation", `[{"Text":"{ <script>alert(1)</script>"}]`, `[{"Text":"{ "}]`, nil},
		{"crm/list_mass_messages", `[{"html":"` + evil + `","title":"<b>"}]`, `[{"html":"` + clean + `","title":"<b>"}]`, nil},
		{"user/list_bonuses", `[{"html":"` + evil + `"}]`, `[{"html":"` + clean + `"}]`, nil},
		{"casino/category_list", `[{"items":[{"image":"data:image/svg+xml,x"}]}]`, `[{"items":[{"image":""}]}]`, []string{"[].items.[].image"}},
		{"casino/games_list", `[{"image":"//evil.test/a.png"}]`, `[{"image":""}]`, []string{"[].image"}},
		{"livecasino/game_table_list", `[{"image":"//evil.test/a.png"}]`, `[{"image":""}]`, []string{"[].image"}},
		{"casino/init_game", `{"url":"https://a.games.example/x?y=1"}`, `{"url":"https://a.games.example/x?y=1"}`, nil},
		{"prepayServices/processTransaction", `{"transaction_id":1,"url":"javascript:alert(1)"}`, `{"transaction_id":1,"url":""}`, []string{"url"}},
		{"prepayServices/processTransaction", `{"transaction_id":1,"url":"https://pay.test/1"}`, `{"transaction_id":1,"url":"https://pay.test/1"}`, nil},
		{"user/get_user_profile", `{"firstname":"<script>"}`, `{"firstname":"<script>"}`, nil},
		{"casino/games_list", `null`, `null`, nil},
		{"casino/games_list", `{"image":1}`, `{"image":1}`, nil},
	} {
		got, refused, err := answered(t, row.call, row.data)
		assert.True(t, err == nil && got == row.want && slices.Equal(refused, row.refused),
			"%s: %v, refused %v\n got %s\nwant %s", row.call, err, refused, got, row.want)
	}
}

// A game without its address cannot be played: the part of the page fails, and no empty frame opens.
func TestRefusedRequiredLinkIsABadAnswer(t *testing.T) {
	for _, url := range []string{"javascript:alert(1)", "https://evil.test/game", "//evil.test"} {
		_, _, err := answered(t, "casino/init_game", `{"url":"`+url+`"}`)
		assert.ErrorIs(t, err, bff.ReasonBadUpstreamAnswer, "%q", url)
	}
	if _, _, err := answered(t, "casino/init_game", `{"url":""}`); err != nil {
		t.Errorf("an empty address, which the contract refuses: %v", err)
	}
}

// Every definition that the site renders as HTML or follows has a format.
func TestEveryURLOfAnAnswerIsALink(t *testing.T) {
	for _, file := range catalogue(t).Schemas() {
		if file.Name == "site.json" { // written by operators, not by platforms
			continue
		}
		raw := fmt.Sprint(file.Defs)
		assert.NotContains(t, raw, "common.json#/$defs/Url", "%s: a Url without the format link", file.Name)
	}
}

func TestUnchangedDataIsNotCopied(t *testing.T) {
	calls := catalogue(t)
	call, _ := calls.Lookup("casino", "games_list")
	game := `{"gameID":1,"name":"Game of the day","image":"/mock/art/cover/1.svg","categories":[27,58,63],"jackpot":0}`
	data := []byte("[" + strings.Repeat(game+",", 250) + game + "]")
	got, _, err := sanitise.Data(data, calls.Markup(call), &sanitise.Origins{})
	assert.True(t, err == nil && &got[0] == &data[0], "copied: %v", err)
}
