package recording

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// platform answers each call with the response in says.
func platform(t *testing.T, says map[string]string) http.HandlerFunc {
	t.Helper()
	return func(w http.ResponseWriter, r *http.Request) {
		var asked struct {
			API struct{ Class, Method string } `json:"api"`
		}
		assert.NoError(t, json.NewDecoder(r.Body).Decode(&asked))
		_, _ = w.Write([]byte(says[asked.API.Class+"/"+asked.API.Method]))
	}
}

const (
	letter = `{"result":true,"message":"Sayın Ece","code":200,"debug":null,"pagination":{"limit":10,"offset":0,"total":1},"data":[{"id":1,
		"title":"Merhaba ECE SU","created_at":"2026-01-01 10:00:00","read":false,"html":"<p>Sayın Ece Su, ece.su@posta.test, tel 0532 111 22 33, IBAN TR33 0006 1005 1978 6457 8413 26, TC 10000000214, kart 4242 4242 4242 4242, ip 85.99.1.2, eyJhbGciOiJub25l.eyJzdWIiOiJlY2Ui.x <a href=\"https://ece:gizli@oyun.test/x?bilet=abcBILET&sid=GIZLIOTURUM\">x</a></p>"}]}`
	self = `{"result":true,"message":"","code":200,"debug":{"trace":"uid 778899"},"pagination":null,"data":{
		"uid":"778899","username":"ecesu77","firstname":"Ece","lastname":"Su","email":"ece.su@posta.test","phone":"+905321112233",
		"birthdate":"1984-03-02","national_id":"*******4412","country":"TR","city":"Van","address":"Ortahisar 5","currency":"TRY",
		"lastlogin":null,"kyc":"verified","sms_notification":true,"email_notification":false,
		"ecesu77":{"Ece Su":"x","0532 111 22 33":true},"kimlik":[{"id":778899,"name":"Ece Su","title":"ECESU77"}]}}`
	none = `{"result":false,"message":"Ece Su (ecesu77) için bonus yok","code":400,"debug":"ece.su@posta.test","pagination":null,"data":{"ecesu77":1}}`
	wide = `{"result":true,"message":"","code":200,"debug":null,"pagination":null,"data":[{"balance":"Ece Su 12","bonus":0,"currency":"TRY"}]}`
)

func TestTextsAreMasked(t *testing.T) {
	const user = `"user":{"uid":"778899","sid":"GIZLIOTURUM","uip":"85.99.1.2"}`
	all := written(t, platform(t, map[string]string{
		"crm/list_mass_messages": letter, "user/list_bonuses": none, "user/get_user_profile": self,
		"finance/check_balance": wide,
	}),
		`{"api":{"class":"crm","method":"list_mass_messages"},"data":{},`+user+`}`,
		`{"api":{"class":"user","method":"list_bonuses"},"data":{"kim":"Ece Su","10000000214":1},`+user+`}`,
		`{"api":{"class":"finance","method":"check_balance"},"data":{},`+user+`}`,
		`{"api":{"class":"user","method":"get_user_profile"},"data":{},`+user+`}`)
	for _, secret := range []string{
		"ece", "Su ", "su77", "0532", "111 22", "0006", "10000000214", "4242", "85.99", "eyJ", "abcBILET", "GIZLI",
		"gizli", "778899", "4412", "Van",
	} {
		assert.NotContains(t, strings.ToLower(all), strings.ToLower(secret))
	}
	for _, kept := range []string{"2026-01-01 10:00:00", "verified", "TRY", "balance"} {
		assert.Contains(t, all, kept)
	}
}

func TestPublicTextsStayReadable(t *testing.T) {
	slides := `{"result":true,"message":"","code":200,"debug":null,"pagination":null,"data":[{"id":1,"title":"Su Perisi","text":"Destek: 0850 222 33 44",
		"image":"https://resim.test/1234567890123.png?v=12&imza=1&sig=GIZLI","link":"/promotions?tab=2","button":"Git"}]}`
	all := written(t, saying(slides), `{"api":{"class":"cmscontroller","method":"getSlider"},"data":{}}`)
	for _, kept := range []string{
		"Su Perisi", "0850 222 33 44", "1234567890123.png?v=12", "sig=masked",
		"/promotions?tab=2",
	} {
		assert.Contains(t, strings.ReplaceAll(all, `\u0026`, "&"), kept)
	}
	// Loopback addresses are not masked either.
	const image = "http://127.0.0.1:8090/mock/art/cover/1.svg"
	answer := strings.ReplaceAll(slides, "https://resim.test/1234567890123.png?v=12&imza=1&sig=GIZLI", image)
	all = written(t, saying(strings.ReplaceAll(answer, "Su Perisi", "203.0.113.5 Perisi")),
		`{"api":{"class":"cmscontroller","method":"getSlider"},"data":{}}`)
	assert.True(t, strings.Contains(all, image) && !strings.Contains(all, "203.0.113.5"), "recorded:\n%s", all)
}
