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

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff/contract"
)

func catalogue(t testing.TB) *contract.Catalogue {
	t.Helper()
	c, err := contract.Load()
	require.NoError(t, err)
	return c
}

// record sends calls through a recorder and returns the folder and the last response.
func record(t *testing.T, platform http.HandlerFunc, bodies ...string) (dir string, w *httptest.ResponseRecorder) {
	t.Helper()
	server := httptest.NewServer(platform)
	t.Cleanup(server.Close)
	dir = t.TempDir()
	rec, err := NewRecorder(server.URL, dir, catalogue(t), slog.New(slog.DiscardHandler))
	require.NoError(t, err)
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
	var all strings.Builder
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		raw, err := os.ReadFile(path)
		all.WriteString(strings.TrimPrefix(path, dir) + "\n" + string(raw))
		return err
	})
	require.NoError(t, err)
	return all.String()
}

// recorded records calls and loads them.
func recorded(t *testing.T, platform http.HandlerFunc, bodies ...string) *Recording {
	t.Helper()
	dir, _ := record(t, platform, bodies...)
	recording, err := Load(dir, catalogue(t))
	require.NoError(t, err)
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
	calls := []string{
		`{"api":{"class":"user","method":"get_user_profile"},"data":{},"user":{"uid":"778899","sid":"gizli-oturum-1","uip":"203.0.113.77"}}`,
		`{"api":{"class":"user","method":"login"},"data":{"username":"nilgun77","password":"Sifre-123","SiteType":"desktop"}}`,
	}
	all := written(t, saying(profile), calls...)
	for _, secret := range []string{
		"778899", "nilgun", "Nilgün", "Karaca", "5321112233", "1984", "4412", "Trabzon", "Ortahisar", "Sevgi",
		"918273", "gizli", "203.0.113", "Sifre",
	} {
		assert.NotContains(t, all, secret)
	}
	for _, kept := range []string{"verified", "2026-05-01 10:00:00", "user/get_user_profile"} {
		assert.Contains(t, all, kept)
	}
	// Masked responses match the contract. Only players receive them.
	recording := recorded(t, saying(profile), calls...)
	a, ok := recording.Find("user/get_user_profile", nil, true)
	assert.True(t, ok && a.Result && len(recording.Drifts()) == 1, "found %v, drifts %v", ok, recording.Drifts())
	_, ok = recording.Find("user/get_user_profile", nil, false)
	assert.False(t, ok, "a guest gets the response of a player")
}

func TestMaskedExamplesMatchTheContract(t *testing.T) {
	calls := catalogue(t)
	m := newMask(calls)
	for _, call := range calls.Calls() {
		for _, e := range calls.Examples(call) {
			var envelope map[string]any
			require.NoError(t, decode(e.Answer, &envelope), call.Name())
			for name, v := range envelope {
				envelope[name] = m.value(v, "", personal)
			}
			raw, err := json.Marshal(envelope)
			require.NoError(t, err)
			_, err = parseEnvelope(calls, call, raw)
			assert.NoError(t, err, "%s: %s", call.Name(), raw)
		}
	}
}

const jackpots = `{"result":true,"message":"","code":200,"debug":null,"pagination":null,"data":[{"jackpotID":1,"name":"Lale","amount":12.5,"currency":"TRY","gameID":7}]}`

const askJackpots = `{"api":{"class":"habanero","method":"getJackpots"},"data":{}}`

func TestRecorderForwardsOnceAndUnchanged(t *testing.T) {
	var asked atomic.Int32
	_, w := record(t, func(w http.ResponseWriter, r *http.Request) {
		asked.Add(1)
		assert.True(t, r.Header.Get("panel") == "frontend" && r.Header.Get("Idempotency-Key") == "k",
			"the platform sees %v", r.Header)
		w.Header().Set("Content-Type", "application/json; charset=utf-8")
		w.WriteHeader(http.StatusTeapot)
		_, _ = io.WriteString(w, jackpots)
	}, askJackpots)
	assert.EqualValues(t, 1, asked.Load())
	assert.Equal(t, http.StatusTeapot, w.Code)
	assert.Equal(t, "application/json; charset=utf-8", w.Header().Get("Content-Type"))
	assert.Equal(t, jackpots, w.Body.String())
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
	assert.EqualValues(t, 2, asked.Load(), "two calls reached the platform")
}

func TestRecordingFindsEqualRequests(t *testing.T) {
	games := `{"result":true,"message":"","code":200,"debug":null,"pagination":{"limit":48,"offset":0,"total":0},"data":[]}`
	recording := recorded(t, saying(games),
		`{"api":{"class":"casino","method":"games_list"},"data":{"limit":48,"Lang":"tr"}}`)
	found := func(name string, data map[string]any, want bool) {
		_, ok := recording.Find("casino/games_list", data, false)
		assert.Equal(t, want, ok, name)
	}
	found("equal data", map[string]any{"limit": json.Number("48"), "Lang": "tr"}, true)
	found("defaults omitted", nil, true)
	found("defaults given", map[string]any{"offset": json.Number("0"), "limit": json.Number("48.0")}, true)
	found("other language", map[string]any{"Lang": "en"}, false)
	found("other page", map[string]any{"offset": json.Number("48")}, false)
}

func TestRecordingHasNoWrites(t *testing.T) {
	opened := `{"result":true,"message":"","code":200,"data":{"url":"https://platform.test/game?session=geheim"}}`
	recording := recorded(t, saying(opened),
		`{"api":{"class":"casino","method":"init_game"},"data":{"gameID":7},"user":{"sid":"s"}}`)
	records, answers := recording.Len()
	assert.True(t, records == 1 && answers == 0 && len(recording.Drifts()) == 0, "%d %d %v", records, answers,
		recording.Drifts())
	unknown := written(t, saying(jackpots), `{`, `{"api":{"class":"../..","method":"x"}}`,
		`{"api":{"class":"crm","method":"secret_call"},"data":{"name":"Nilgün"}}`)
	assert.Empty(t, unknown)
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
		assert.True(t, len(drifts) == 1 && strings.Contains(drifts[0].Problem, c.problem) &&
			drifts[0].Call == "habanero/getJackpots",
			"%s: reported %v", c.name, drifts)
	}
	assert.Empty(t, recorded(t, saying(jackpots), askJackpots).Drifts(), "a valid response is reported")
}

func TestLoadNamesTheInvalidFile(t *testing.T) {
	for name, content := range map[string]string{
		"text": "hello", "another object": `{"calls":[]}`, "nobody asks": `{"call":"system/ping","who":"staff"}`,
	} {
		dir := t.TempDir()
		require.NoError(t, os.WriteFile(filepath.Join(dir, "odd.json"), []byte(content), 0o600))
		_, err := Load(dir, catalogue(t))
		assert.True(t, err != nil && strings.Contains(err.Error(), "odd.json"), "%s: %v", name, err)
	}
}

func TestRecorderRequiresAnAddress(t *testing.T) {
	for _, address := range []string{"", "platform.test", "ftp://platform.test", "http://", "::"} {
		_, err := NewRecorder(address, t.TempDir(), catalogue(t), slog.New(slog.DiscardHandler))
		assert.Error(t, err, "%q is accepted", address)
	}
}
