package contract

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
)

const validTransfer = `"Type":1,"methodID":11,"amount":500,"bankID":3`

func TestCheckRequestReturnsFirstFault(t *testing.T) {
	for _, tt := range []struct {
		name, call, data, field, rule string
	}{
		{"a list with defaults", "casino/games_list", `{}`, "", ""},
		{"the maximum limit", "casino/games_list", `{"limit":250,"offset":1000000}`, "", ""},
		{"a limit above the maximum", "casino/games_list", `{"limit":251}`, "limit", "max"},
		{"limit 0", "casino/games_list", `{"limit":0}`, "limit", "min"},
		{"a number in quotes", "casino/games_list", `{"limit":"48"}`, "limit", "type"},
		{"a fraction as limit", "casino/games_list", `{"limit":1.5}`, "limit", "type"},
		{"null instead of a number", "casino/games_list", `{"limit":null}`, "limit", "type"},
		{"a number with a huge exponent", "casino/games_list", `{"limit":1e999999999}`, "limit", "number"},
		{"a number with a tiny exponent", "casino/games_list", `{"limit":1e-999999999}`, "limit", "number"},
		{
			"a number with many digits", "casino/games_list", `{"limit":` + strings.Repeat("9", 60000) + `}`, "limit",
			"number",
		},
		{
			"a nested number with a huge exponent", "prepayServices/processTransaction",
			`{"Type":1,"transferType":7,"methodID":1,"amount":5,"x":[{"y":1e99999}]}`, "x[0].y", "number",
		},
		{
			"the first fault in the order of the schema", "casino/games_list", `{"type":"a b","offset":-1,"zz":1}`,
			"offset", "min",
		},
		{"an unknown field", "casino/games_list", `{"zz":1}`, "zz", "unknown_field"},
		{
			"a long name of an unknown field is truncated", "casino/games_list",
			`{"` + strings.Repeat("z", 5000) + `":1}`, strings.Repeat("z", 64) + "…", "unknown_field",
		},
		{"field names are case-sensitive", "casino/games_list", `{"Limit":5}`, "Limit", "unknown_field"},
		{
			"a name of the schema in other case", "finance/save_bank_transfer",
			`{` + validTransfer + `,"TRANSFERTYPE":3,"LANG":"en"}`, "LANG", "unknown_field",
		},
		{"a short search", "casino/games_list", `{"searchGameName":"ab"}`, "searchGameName", "search_text"},
		{"three letters of any script", "casino/games_list", `{"searchGameName":"çığ"}`, "", ""},
		{
			"a long search", "casino/games_list", `{"searchGameName":"` + strings.Repeat("a", 65) + `"}`,
			"searchGameName", "search_text",
		},
		{"a language in capitals", "casino/games_list", `{"Lang":"TR"}`, "Lang", "lang"},
		{"an invalid identifier", "casino/games_list", `{"type":"3d slots"}`, "type", "pattern"},
		{
			"a cacheable call without fields rejects unknown fields", "habanero/getJackpots", `{"t":1}`, "t",
			"unknown_field",
		},
		{"a call that is not cacheable accepts unknown fields", "system/ping", `{"t":1}`, "", ""},
		{"a withdrawal by a call that pays in", "finance/save_cep_bank_transfer", `{"Type":2}`, "Type", "const"},
		{"a missing field", "user/login", `{"username":"demo"}`, "password", "required"},
		{"the first of two missing fields", "user/login", `{}`, "username", "required"},
		{"an empty required field", "user/login", `{"username":"","password":"x"}`, "username", "required"},
		{"a weak password at login", "user/login", `{"username":"demo","password":"a"}`, "", ""},
		{
			"a too long password at login", "user/login",
			`{"username":"demo","password":"` + strings.Repeat("a", 129) + `"}`, "password", "max_length",
		},
		{"an unknown enum value", "user/favorites", `{"mode":"toggle","type":"casino","id":1}`, "mode", "enum"},
		{"five digits", "user/check_ga", `{"ga_code":"12345"}`, "ga_code", "code"},
		{"seven digits", "user/check_ga", `{"ga_code":"1234567"}`, "ga_code", "code"},
		{"digits of another script", "user/check_ga", `{"ga_code":"١٢٣٤٥٦"}`, "ga_code", "code"},
		{"a code as a number", "user/check_ga", `{"ga_code":123456}`, "ga_code", "type"},
		{"mode set without type", "user/two_auth_type", `{"mode":"set"}`, "type", "required"},
		{"a username without the password", "user/update_profile", `{"username":"yeniad"}`, "password", "required"},
		{
			"an email address without the password", "user/update_profile", `{"email":"new@example.com"}`, "password",
			"required",
		},
		{"mode get without type", "user/two_auth_type", `{"mode":"get"}`, "", ""},
		{
			"a password without digit", "user/pass_reset",
			`{"token":"t","password":"Abcdef","password_confirm":"Abcdef"}`, "password", "new_password",
		},
		{
			"a password without uppercase letter", "user/pass_reset",
			`{"token":"t","password":"abcde1","password_confirm":"abcde1"}`, "password", "new_password",
		},
		{
			"a password of five characters", "user/pass_reset",
			`{"token":"t","password":"Abcd1","password_confirm":"Abcd1"}`, "password", "new_password",
		},
		{
			"a password with a Turkish uppercase letter", "user/pass_reset",
			`{"token":"t","password":"şifreĞ1","password_confirm":"şifreĞ1"}`, "", "",
		},
		{
			"different passwords", "user/pass_reset", `{"token":"t","password":"Abcde1","password_confirm":"Abcde2"}`,
			"password_confirm", "same",
		},
		{
			"an amount with three decimals", "finance/save_bank_transfer",
			`{"Type":1,"methodID":11,"amount":0.125,"bankID":3}`, "amount", "amount",
		},
		{
			"amount 0", "finance/save_bank_transfer", `{"Type":1,"methodID":11,"amount":0,"bankID":3}`, "amount",
			"amount",
		},
		{
			"a negative amount", "finance/save_bank_transfer", `{"Type":1,"methodID":11,"amount":-5,"bankID":3}`,
			"amount", "amount",
		},
		{
			"an amount as a string", "finance/save_bank_transfer", `{"Type":1,"methodID":11,"amount":"5","bankID":3}`,
			"amount", "type",
		},
		{
			"the smallest amount", "finance/save_bank_transfer", `{"Type":1,"methodID":11,"amount":0.01,"bankID":3}`,
			"",
			"",
		},
		{
			"an amount without exact float", "finance/save_bank_transfer",
			`{"Type":1,"methodID":11,"amount":1234567.10,"bankID":3}`, "", "",
		},
		{
			"the wrong kind of transfer", "finance/save_bank_transfer", `{` + validTransfer + `,"transferType":3}`,
			"transferType", "const",
		},
		{
			"a deposit without bank", "finance/save_bank_transfer", `{"Type":1,"methodID":11,"amount":500}`, "bankID",
			"required",
		},
		{
			"a withdrawal without account", "finance/save_bank_transfer",
			`{"Type":2,"methodID":11,"amount":500,"id_valid_until":"2031-01-01"}`, "bankAccountID", "required",
		},
		{
			"a withdrawal without validity of the identity card", "prepayServices/processTransaction",
			`{"Type":2,"transferType":7,"methodID":11,"amount":500}`, "id_valid_until", "required",
		},
		{
			"a day that does not exist", "finance/save_bank_transfer",
			`{"Type":2,"methodID":11,"amount":500,"bankAccountID":1,"id_valid_until":"2031-02-30"}`, "id_valid_until",
			"day",
		},
		{"a period of days", "betframe/getCoupons", `{"startDate":"2026-01-01","endDate":"2026-01-31"}`, "", ""},
		{
			"a period with times", "betframe/getCoupons",
			`{"startDate":"2026-01-01 00:00:00","endDate":"2026-01-31 23:59:59"}`, "", "",
		},
		{
			"a period in another format", "betframe/getCoupons", `{"startDate":"01/01/2026","endDate":"2026-01-31"}`,
			"startDate", "day_or_moment",
		},
		{
			"an hour that does not exist", "betframe/getCoupons",
			`{"startDate":"2026-01-01 24:00:00","endDate":"2026-01-31"}`, "startDate", "day_or_moment",
		},
		{
			"an IBAN with spaces", "finance/save_bank_account",
			`{"owner":"a","bankID":1,"branch_code":"1","account_number":"1","iban":"TR33 0006 1005 1978 6457 8413 26"}`, "iban", "iban",
		},
		{"rules not accepted", "user/register", register(`"rules_accepted":false`), "rules_accepted", "rules_accepted"},
		{"an invalid e-mail address", "user/register", register(`"email":"x","email_confirm":"x"`), "email", "email"},
		{
			"different e-mail addresses", "user/register", register(`"email_confirm":"other@example.com"`),
			"email_confirm", "same",
		},
		{"a username with a space", "user/register", register(`"username":"deniz y"`), "username", "new_username"},
		{"a valid registration", "user/register", register(`"city":"İzmir"`), "", ""},
	} {
		data := decode(t, []byte(tt.data)).(map[string]any)
		fault := loaded.CheckRequest(lookup(t, tt.call), data)
		require.Equal(t, tt.rule == "", fault == nil, "%s: fault %+v", tt.name, fault)
		if fault != nil {
			assert.Equal(t, tt.field+" "+tt.rule, fault.Field+" "+fault.Rule, tt.name)
		}
	}
}

func TestRefusingALargeRequestCostsLittle(t *testing.T) {
	names, numbers := map[string]any{}, make([]any, 30_000)
	for i := range 10_000 {
		names[strconv.Itoa(i)] = json.Number("1")
	}
	for i := range numbers {
		numbers[i] = json.Number("1")
	}
	call := lookup(t, "casino/games_list")
	for name, data := range map[string]map[string]any{
		"unknown fields": names, "numbers": {"x": numbers},
		"a long text": {"type": strings.Repeat("ş", 30_000)},
	} {
		assert.Less(t, testing.AllocsPerRun(1, func() { assert.NotNil(t, loaded.CheckRequest(call, data)) }), 100.0,
			name)
	}
}

const validRegistration = `{"firstname":"Deniz","lastname":"Yılmaz","birthdate":"1990-05-17","national_id":"10000000146",
	"country":"TR","city":"Ankara","address":"Cadde 1","currency":"TRY","username":"denizy","email":"d@example.com","email_confirm":"d@example.com",
	"phone":"+90 555 000 00 00","password":"Deniz123","password_confirm":"Deniz123","rules_accepted":true}`

// register returns a valid registration with some fields changed.
func register(change string) string {
	return strings.TrimSuffix(validRegistration, "}") + "," + change + "}"
}

// Croupier logs errors of responses. They contain no values, which may be personal data.
func TestCheckAnswerErrorContainsNoValues(t *testing.T) {
	data := decode(t, []byte(
		`[{"bankAccountID":"secret 1","bankID":1,"bankName":7,"owner":null,"branch_code":1,"iban":"`+strings.Repeat(
			"secret2", 9)+`"}]`))
	err := loaded.CheckAnswer(lookup(t, "finance/list_bank_accounts"), data)
	require.Error(t, err, "no error")
	const want = "BankAccountsAnswer: [0].account_number: This field is required. [0].bankAccountID: The format of " +
		"this entry is wrong. [0].bankName: The value has the wrong type. and 4 more"
	assert.Equal(t, want, err.Error(), "got  %s", err)
}

// CheckRequest must not panic, and every fault needs a message in every language.
func FuzzCheckRequest(f *testing.F) {
	for i, call := range loaded.Calls() {
		for _, e := range loaded.Examples(call) {
			f.Add(uint16(i), []byte(e.Data))
		}
	}
	f.Add(uint16(0), []byte(`{"a":{"b":[1e9999,{"":null}]},"":1}`))
	f.Fuzz(func(t *testing.T, which uint16, raw []byte) {
		v, _ := decodeJSON(raw)
		data, ok := v.(map[string]any)
		if !ok {
			return
		}
		call := loaded.Calls()[int(which)%len(loaded.Calls())]
		assert.True(t, loaded.Resolve(call, data).Deadline > 0, "no rules for %s", raw)
		fault := loaded.CheckRequest(call, data)
		if fault == nil {
			assert.Nil(t, loaded.CheckRequest(call, loaded.Complete(call, data, "tr")),
				"the completed request is invalid")
			return
		}
		for lang := range loaded.messages {
			key := "rule." + fault.Rule
			assert.NotEqual(t, key, loaded.Message(lang, key, fault.Params), "%s has no text for %s", lang, fault.Rule)
		}
	})
}

// decode decodes JSON as the gateway does, with json.Number.
func decode(t *testing.T, raw []byte) any {
	t.Helper()
	v, err := decodeJSON(raw)
	require.NoError(t, err)
	return v
}

// A request of an example must be valid unless its response refuses it with the same message.
// Responses must be complete envelopes, and the data of a success must be valid.
func TestExamplesAreValid(t *testing.T) {
	for _, call := range loaded.Calls() {
		for _, example := range loaded.Examples(call) {
			t.Run(call.Name()+"/"+example.Name, func(t *testing.T) {
				data := decode(t, example.Data).(map[string]any)
				answer := decode(t, example.Answer).(map[string]any)
				require.Nil(t, loaded.CheckFields("AnswerEnvelope", answer))
				checkExampleRequest(t, call, data, answer)
				if answer["result"] == true {
					assert.NoError(t, loaded.CheckAnswer(call, answer["data"]))
					assert.Equal(t, answer["pagination"] != nil, call.Paginated, "pagination is %v",
						answer["pagination"])
				}
			})
		}
	}
}

func checkExampleRequest(t *testing.T, call *bff.Call, data, answer map[string]any) {
	t.Helper()
	fault := loaded.CheckRequest(call, data)
	if answer["debug"] != bff.ReasonInvalidPayload.Debug {
		assert.Nil(t, fault, "invalid request")
		return
	}
	require.NotNil(t, fault, "valid request with the answer invalid payload")
	lang, _ := data["Lang"].(string)
	if lang == "" {
		lang = "tr"
	}
	assert.Equal(t, answer["message"], loaded.ReasonText(lang, bff.InvalidPayload(fault)))
}
