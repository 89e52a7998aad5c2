package e2e_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"testing"

	"github.com/google/uuid"

	"croupier/bff/e2e"
)

// The defaults are those of calls.md §2.
func TestRequestDefaultsAreSentUpstream(t *testing.T) {
	t.Parallel()
	c := e2e.NewClient(server.Address, "localhost", "defaults")
	if _, a := mustCall(t, c, "user/login", map[string]any{"username": "demo", "password": "Demo123"}, nil); string(a["result"]) != "true" {
		t.Fatalf("login: %s", a["message"])
	}
	const cep = `"Type":1,"methodID":1,"amount":100,"bankID":1,"branch":"1","account":"1","reference_no":"1","sender_phone":"+905551110101","receiver_phone":"+905551110102","sender_national_id":"10000000146","receiver_national_id":"10000000214"`
	for _, row := range []struct{ call, data, sent string }{
		{"cmscontroller/getIcSlider", `{}`, `{"SiteType":"desktop","SliderType":"slot","sliderPlace":"all"}`},
		{"cmscontroller/getIcSlider", `{"sliderPlace":"sol"}`, `{"SiteType":"desktop","SliderType":"slot","sliderPlace":"sol"}`},
		{"cmscontroller/getSlider", `{}`, `{"limit":7,"offset":0}`},
		{"cmscontroller/getPromotions", `{}`, `{"SiteType":"desktop"}`},
		{"cmscontroller/popupInformation", `{}`, `{"siteId":889}`},
		{"cmscontroller/getInformation", `{"InfType":"GenelKurallar"}`, `{"InfType":"GenelKurallar"}`},
		{"cmscontroller/getSpecialDateInf", `{}`, `{}`},
		{"cmscontroller/getTournaments", `{}`, `{"SiteType":"desktop","limit":50,"offset":0}`},
		{"casino/category_list", `{}`, `{"limit":100,"offset":0}`},
		{"casino/provider_list", `{}`, `{"limit":100,"offset":0}`},
		{"casino/games_list", `{}`, `{"limit":48,"offset":0}`},
		{"casino/games_list", `{"categoryID":27,"providerID":3,"searchGameName":"abc"}`, `{"categoryID":27,"limit":48,"offset":0,"providerID":3,"searchGameName":"abc"}`},
		{"casino/games_list", `{"favorites":true}`, `{"favorites":true,"limit":100,"offset":0}`},
		{"livecasino/category_list", `{}`, `{"limit":150,"offset":0}`},
		{"livecasino/provider_list", `{}`, `{"limit":150,"offset":0}`},
		{"livecasino/provider_list", `{"status":2}`, `{"limit":150,"offset":0,"status":2}`},
		{"livecasino/game_table_list", `{}`, `{"limit":48,"offset":0}`},
		{"livecasino/game_table_list", `{"favorites":true}`, `{"favorites":true,"limit":100,"offset":0}`},
		{"livecasino/init_game", `{"tableID":1}`, `{"isMobile":true,"tableID":1}`},
		{"habanero/getJackpots", `{}`, `{}`},
		{"betframe/getCoupons", `{"startDate":"2026-01-01","endDate":"2026-01-31"}`, `{"endDate":"2026-01-31","limit":10,"offset":0,"startDate":"2026-01-01"}`},
		{"crm/list_mass_messages", `{}`, `{"limit":10,"offset":0}`},
		{"user/login_history", `{}`, `{"limit":10,"offset":0}`},
		{"user/list_bonuses", `{"status":"available"}`, `{"limit":10,"offset":0,"status":"available"}`},
		{"user/game_history", `{"startDate":"2026-01-01","endDate":"2026-01-31"}`, `{"endDate":"2026-01-31","limit":10,"offset":0,"startDate":"2026-01-01"}`},
		{"finance/list_banks", `{}`, `{"typeID":1}`},
		{"finance/list_bank_accounts", `{}`, `{"SiteType":"desktop","showPrepaid":1}`},
		{"finance/save_cep_bank_transfer", `{` + cep + `}`, `{` + cep + `,"transferType":3}`},
	} {
		var data map[string]any
		dec := json.NewDecoder(bytes.NewReader([]byte(row.data)))
		dec.UseNumber()
		if err := dec.Decode(&data); err != nil {
			t.Fatal(err)
		}
		status, a := mustCall(t, c, row.call, data, map[string]string{"Idempotency-Key": uuid.NewString()})
		if status != http.StatusOK {
			t.Errorf("%s %s: %d %s", row.call, row.data, status, a["message"])
			continue
		}
		var logged []struct {
			Class, Method string
			Data          map[string]any
		}
		if err := json.Unmarshal(control(t, c, "calls?limit=1", ""), &logged); err != nil || len(logged) != 1 {
			t.Fatalf("calls: %v, %d entries", err, len(logged))
		}
		if logged[0].Data["Lang"] != "tr" {
			t.Errorf("%s: Lang %v", row.call, logged[0].Data["Lang"])
		}
		delete(logged[0].Data, "Lang")
		var want map[string]any
		if err := json.Unmarshal([]byte(row.sent), &want); err != nil {
			t.Fatal(err)
		}
		got, _ := json.Marshal(logged[0].Data)
		wanted, _ := json.Marshal(want)
		if logged[0].Class+"/"+logged[0].Method != row.call || !bytes.Equal(got, wanted) {
			t.Errorf("%s %s: upstream received %s %s, want %s", row.call, row.data, logged[0].Method, got, wanted)
		}
	}
}
