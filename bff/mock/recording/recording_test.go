package recording

import (
	"encoding/json"
	"io"
	"io/fs"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"croupier/bff/contract"
)

func catalogue(t testing.TB) *contract.Catalogue {
	t.Helper()
	c, err := contract.Load()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// record sends calls through a recorder and returns the folder and the last response.
func record(t *testing.T, platform http.HandlerFunc, bodies ...string) (dir string, w *httptest.ResponseRecorder) {
	t.Helper()
	server := httptest.NewServer(platform)
	t.Cleanup(server.Close)
	dir = t.TempDir()
	rec, err := NewRecorder(server.URL, dir, catalogue(t), slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	for _, body := range bodies {
		r := httptest.NewRequest(http.MethodPost, "/endpoint/v1", strings.NewReader(body))
		r.Header.Set("panel", "frontend")
		r.Header.Set("Idempotency-Key", "k")
		w = httptest.NewRecorder()
		rec.ServeHTTP(w, r)
	}
	return dir, w
}

// written returns the names and contents of all files that record writes.
func written(t *testing.T, platform http.HandlerFunc, bodies ...string) string {
	t.Helper()
	dir, _ := record(t, platform, bodies...)
	return contents(t, dir)
}

func contents(t *testing.T, dir string) string {
	t.Helper()
	var all strings.Builder
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		raw, err := os.ReadFile(path)
		all.WriteString(strings.TrimPrefix(path, dir) + "\n" + string(raw))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all.String()
}

// recorded records calls and loads them.
func recorded(t *testing.T, platform http.HandlerFunc, bodies ...string) *Recording {
	t.Helper()
	dir, _ := record(t, platform, bodies...)
	return load(t, dir)
}

func load(t *testing.T, dir string) *Recording {
	t.Helper()
	recording, err := Load(dir, catalogue(t))
	if err != nil {
		t.Fatal(err)
	}
	return recording
}

func saying(answer string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, answer) }
}

const profile = `{"result":true,"message":"Merhaba Nilgün Karaca","code":200,"debug":null,"pagination":null,"data":{
	"uid":"778899","username":"nilgun77","firstname":"Nilgün","lastname":"Karaca","email":"nilgun@posta.test","phone":"+905321112233",
	"birthdate":"1984-03-02","national_id":"*******4412","country":"TR","city":"Trabzon","address":"Ortahisar 5, Karaca Apt.","currency":"TRY",
	"lastlogin":"2026-05-01 10:00:00","kyc":"verified","sms_notification":true,"email_notification":false,
	"mother":"Sevgi","risk":{"score":918273,"why":"nilgun77 oynuyor"}}}`

func TestPersonalDataIsMasked(t *testing.T) {
	dir, _ := record(t, saying(profile),
		`{"api":{"class":"user","method":"get_user_profile"},"data":{},"user":{"uid":"778899","sid":"gizli-oturum-1","uip":"203.0.113.77"}}`,
		`{"api":{"class":"user","method":"login"},"data":{"username":"nilgun77","password":"Sifre-123","SiteType":"desktop"}}`)
	all := contents(t, dir)
	for _, secret := range []string{
		"778899", "nilgun", "Nilgün", "Karaca", "5321112233", "1984", "4412", "Trabzon", "Ortahisar", "Sevgi", "918273", "gizli", "203.0.113", "Sifre",
	} {
		if strings.Contains(all, secret) {
			t.Errorf("%q is recorded:\n%s", secret, all)
		}
	}
	for _, kept := range []string{"verified", "Merhaba Ad Soyad", "2026-05-01 10:00:00", "user/get_user_profile"} {
		if !strings.Contains(all, kept) {
			t.Errorf("%q is not recorded:\n%s", kept, all)
		}
	}
	// Masked responses match the contract; players only get them.
	recording := load(t, dir)
	if a, ok := recording.Find("user/get_user_profile", nil, true); !ok || !a.Result || len(recording.Drifts()) != 1 {
		t.Errorf("found %v, drifts %v", ok, recording.Drifts())
	}
	if _, ok := recording.Find("user/get_user_profile", nil, false); ok {
		t.Error("a guest gets the response of a player")
	}
}

const jackpots = `{"result":true,"message":"","code":200,"debug":null,"pagination":null,"data":[{"jackpotID":1,"name":"Lale","amount":12.5,"currency":"TRY","gameID":7}]}`

const askJackpots = `{"api":{"class":"habanero","method":"getJackpots"},"data":{}}`

func TestRecorderForwardsOnceAndUnchanged(t *testing.T) {
	var asked atomic.Int32
	_, w := record(t, func(w http.ResponseWriter, r *http.Request) {
		asked.Add(1)
		if r.Header.Get("panel") != "frontend" || r.Header.Get("Idempotency-Key") != "k" {
			t.Errorf("the platform sees %v", r.Header)
		}
		w.Header().Set("Content-Type", "application/json; charset=utf-8")
		w.WriteHeader(http.StatusTeapot)
		_, _ = io.WriteString(w, jackpots)
	}, askJackpots)
	media := w.Header().Get("Content-Type")
	if w.Code != http.StatusTeapot || w.Body.String() != jackpots || media != "application/json; charset=utf-8" ||
		asked.Load() != 1 {
		t.Errorf("asked %d times, answered %d %v %s", asked.Load(), w.Code, w.Header(), w.Body)
	}
}

func TestMoneyCallIsNotRetriedOnDeadConnection(t *testing.T) {
	var asked atomic.Int32
	transfer := `{"api":{"class":"finance","method":"save_bank_transfer"},"data":{"amount":100}}`
	record(t, func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		if asked.Add(1) > 1 {
			panic(http.ErrAbortHandler) // the reused connection dies after the request was read
		}
		_, _ = io.WriteString(w, jackpots)
	}, transfer, transfer)
	if asked.Load() != 2 {
		t.Errorf("two calls reached the platform %d times", asked.Load())
	}
}

func TestRecordingFindsEqualRequests(t *testing.T) {
	games := `{"result":true,"message":"","code":200,"debug":null,"pagination":{"limit":48,"offset":0,"total":0},"data":[]}`
	recording := recorded(t, saying(games), `{"api":{"class":"casino","method":"games_list"},"data":{"limit":48,"Lang":"tr"}}`)
	for _, c := range []struct {
		name string
		data map[string]any
		want bool
	}{
		{"equal data", map[string]any{"limit": json.Number("48"), "Lang": "tr"}, true},
		{"defaults omitted", nil, true},
		{"defaults given", map[string]any{"offset": json.Number("0"), "limit": json.Number("48.0")}, true},
		{"other language", map[string]any{"Lang": "en"}, false},
		{"other page", map[string]any{"offset": json.Number("48")}, false},
	} {
		if _, ok := recording.Find("casino/games_list", c.data, false); ok != c.want {
			t.Errorf("%s: found %v", c.name, ok)
		}
	}
}

func TestRecordingHasNoWrites(t *testing.T) {
	opened := `{"result":true,"message":"","code":200,"data":{"url":"https://platform.test/game?session=geheim"}}`
	recording := recorded(t, saying(opened),
		`{"api":{"class":"casino","method":"init_game"},"data":{"gameID":7},"user":{"sid":"s"}}`)
	if records, answers := recording.Len(); records != 1 || answers != 0 || len(recording.Drifts()) != 0 {
		t.Errorf("%d records, %d answers, drifts %v", records, answers, recording.Drifts())
	}
	unknown := written(t, saying(jackpots), `{`, `{"api":{"class":"../..","method":"x"}}`,
		`{"api":{"class":"crm","method":"secret_call"},"data":{"name":"Nilgün"}}`)
	if unknown != "" {
		t.Errorf("recorded of unknown calls:\n%s", unknown)
	}
}

func TestDriftsAreReported(t *testing.T) {
	for _, c := range []struct{ name, answer, problem string }{
		{"not JSON", `<html>`, "not an envelope"},
		{"list instead of an object", `["Nilgün"]`, "not an envelope"},
		{"result missing", `{"data":[],"code":200}`, "no result"},
		{"code missing", `{"result":true,"data":[]}`, "without a code"},
		{"refusal without a message", `{"result":false,"code":400}`, "without a message"},
		{"wrong type", `{"result":true,"message":"","code":200,"data":[{"jackpotID":true,"name":"Lale","amount":12.5,"currency":"TRY","gameID":7}]}`, "jackpotID"},
		{"field missing", `{"result":true,"message":"","code":200,"data":[{"jackpotID":1,"name":"Lale","amount":12.5,"currency":"TRY"}]}`, "gameID"},
	} {
		drifts := recorded(t, saying(c.answer), askJackpots).Drifts()
		if len(drifts) != 1 || !strings.Contains(drifts[0].Problem, c.problem) || drifts[0].Call != "habanero/getJackpots" {
			t.Errorf("%s: reported %v", c.name, drifts)
		}
	}
	if drifts := recorded(t, saying(jackpots), askJackpots).Drifts(); len(drifts) != 0 {
		t.Errorf("a valid response is reported: %v", drifts)
	}
}

func TestLoadNamesTheInvalidFile(t *testing.T) {
	for name, content := range map[string]string{
		"text": "hello", "another object": `{"calls":[]}`, "nobody asks": `{"call":"system/ping","who":"staff"}`,
	} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "odd.json"), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := Load(dir, catalogue(t)); err == nil || !strings.Contains(err.Error(), "odd.json") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestRecorderRequiresAnAddress(t *testing.T) {
	for _, address := range []string{"", "platform.test", "ftp://platform.test", "http://", "::"} {
		if _, err := NewRecorder(address, t.TempDir(), catalogue(t), slog.New(slog.DiscardHandler)); err == nil {
			t.Errorf("%q is accepted", address)
		}
	}
}
