package mock_test

import (
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"croupier/bff/mock"
	"croupier/bff/mock/recording"
)

// TestRecordedResponsesReplaceTheWorlds records two calls and sends them to the casino.
func TestRecordedResponsesReplaceTheWorlds(t *testing.T) {
	platform := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		data := `[{"jackpotID":1,"name":"Gerçek","amount":12.5,"currency":"TRY","gameID":7}]`
		if strings.Contains(string(body), "check_balance") {
			data = `[{"balance":7.25,"bonus":0,"currency":"TRY"}]`
		}
		_, _ = io.WriteString(w, `{"result":true,"message":"","code":200,"debug":null,"pagination":null,"data":`+data+`}`)
	}))
	defer platform.Close()
	known, dir := loadContract(t), t.TempDir()
	recorder, err := recording.NewRecorder(platform.URL, dir, known, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	for _, body := range []string{
		`{"api":{"class":"habanero","method":"getJackpots"},"data":{}}`,
		`{"api":{"class":"finance","method":"check_balance"},"data":{},"user":{"uid":"5","sid":"s"}}`,
	} {
		recorder.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodPost, "/endpoint/v1", strings.NewReader(body)))
	}
	recorded, err := recording.Load(dir, known)
	if err != nil {
		t.Fatal(err)
	}
	c, err := mock.New(mock.Options{Seed: 1, Clock: newClock().read, Control: true, Contract: known, Recording: recorded})
	if err != nil {
		t.Fatal(err)
	}
	guest := &client{t: t, handler: c.Handler(), site: "889", lang: "tr"}
	if got := guest.call("habanero/getJackpots", nil); !strings.Contains(string(got.Data), "Gerçek") {
		t.Errorf("a recorded call is answered %s", got.Data)
	}
	if got := guest.call("casino/category_list", nil); !got.Result || len(got.Data) < 100 {
		t.Errorf("a call that was not recorded: %v %s", got.Result, got.Data)
	}
	if got := guest.call("finance/check_balance", nil); got.Result || strings.Contains(string(got.Data), "7.25") {
		t.Errorf("a guest gets a player's balance: %s", got.Data)
	}
	player := guest.login("demo")
	if got := player.call("finance/check_balance", nil); !strings.Contains(string(got.Data), "7.25") {
		t.Errorf("the player gets %s", got.Data)
	}
	var report struct {
		Records, Answers int
		Drifts           []recording.Drift
	}
	if err := json.Unmarshal(guest.send(http.MethodGet, "/__mock/drift", nil).Body.Bytes(), &report); err != nil {
		t.Fatal(err)
	}
	if report.Records != 2 || report.Answers != 2 || len(report.Drifts) != 0 {
		t.Errorf("reported %+v", report)
	}
}
