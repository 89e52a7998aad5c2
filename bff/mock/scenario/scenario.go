package scenario

import (
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"time"

	"croupier/bff/contract"
	"croupier/bff/mock/world"
)

// Happy is the scenario without effects.
const Happy = "happy"

// Round is the pattern name of rounds at game pages, beside the calls.
const Round = "games/round"

// Scenario is a named set of rules; the first that matches a call applies.
type Scenario struct {
	Name        string
	Description string
	Rules       []Rule
}

// Rule gives an effect to the calls that match any of its patterns.
type Rule struct {
	Calls  []string
	When   func(data map[string]any) bool // condition on the data of a call; nil: none
	Rate   float64                        // share of the calls; 0: all
	Effect Effect
}

func (r *Rule) matches(call string) bool {
	return slices.ContainsFunc(r.Calls, func(p string) bool { return Matches(p, call) })
}

// MarshalJSON encodes the name, the description and the call patterns.
func (s Scenario) MarshalJSON() ([]byte, error) {
	calls := []string{}
	for _, r := range s.Rules {
		for _, p := range r.Calls {
			if !slices.Contains(calls, p) {
				calls = append(calls, p)
			}
		}
	}
	return json.Marshal(struct {
		Name        string   `json:"name"`
		Description string   `json:"description"`
		Calls       []string `json:"calls"` // patterns
	}{s.Name, s.Description, calls})
}

func refuse(r *world.Refusal) Effect {
	return Effect{Kind: Refuse, Message: r.Message, Code: r.Code}
}

func show(v world.View) Effect { return Effect{Kind: Show, View: v} }

// out and in match payments by direction.
var out, in = direction(contract.CashTypeWithdraw), direction(contract.CashTypeDeposit)

func direction(kind int) func(map[string]any) bool {
	want := json.Number(strconv.Itoa(kind))
	return func(data map[string]any) bool { return data["Type"] == want }
}

// retryAfter is that of the scenario rate-limited.
const retryAfter = 5 * time.Second

var (
	starts   = []string{"*/init_game"}
	payments = []string{"finance/save_bank_transfer", "finance/save_cep_bank_transfer", "prepayServices/processTransaction"}
	stakes   = append([]string{Round}, payments...)
	sessions = []string{
		"system/ping", "finance/*", "envoy/*", "prepayServices/*", "betframe/*", "crm/*", "*/init_game", Round,
		"user/get_user_profile", "user/update_profile", "user/two_auth_type", "user/pass_change", "user/sms_*",
		"user/check_user_ga", "user/user_generate_ga", "user/clear_generated_ga", "user/favorites", "user/login_history",
		"user/*_bonus*", "user/game_history",
	}
	wallet = []string{"finance/check_balance", "finance/list_transactions"}
	bonus  = []string{"user/list_bonuses", "user/claim_bonus", "user/cancel_bonus"}
	codes  = []string{"user/check_ga", "user/sms_validate", "user/clear_generated_ga"}
	lobby  = []string{
		"casino/category_list", "casino/provider_list", "casino/games_list",
		"livecasino/category_list", "livecasino/provider_list", "livecasino/game_table_list",
	}
	histories = []string{
		"finance/list_transactions", "user/game_history", "user/login_history", "user/list_bonuses",
		"betframe/getCoupons", "crm/list_mass_messages",
	}
	texts = slices.Concat([]string{"cmscontroller/*", "slider/*", "habanero/getJackpots"}, lobby, histories, []string{
		"user/get_user_profile", "user/claim_bonus", "user/cancel_bonus", "finance/list_*", "finance/get_bank_account",
	})
)

// scenarios has every scenario in the order of lists.
var scenarios = []Scenario{
	{Name: Happy, Description: "Everything works."},
	{
		Name: "empty", Description: "Lists come back empty and histories without records.",
		Rules: []Rule{{Calls: []string{"*"}, Effect: Effect{Kind: Empty}}},
	},
	{
		Name: "slow", Description: "Every answer takes two seconds.",
		Rules: []Rule{{Calls: []string{"*"}, Effect: Effect{Kind: Delay, Latency: 2 * time.Second}}},
	},
	{
		Name: "flaky", Description: "One call in four fails with HTTP 503, one in eight of the rest loses its connection.",
		Rules: []Rule{
			{Calls: []string{"*"}, Rate: 0.25, Effect: Effect{Kind: Status, Status: http.StatusServiceUnavailable}},
			{Calls: []string{"*"}, Rate: 0.125, Effect: Effect{Kind: Reset}},
		},
	},
	{
		Name: "hang", Description: "No call is ever answered.",
		Rules: []Rule{{Calls: []string{"*"}, Effect: Effect{Kind: Hang}}},
	},
	{
		Name: "maintenance", Description: "The platform says that it is under maintenance.",
		Rules: []Rule{{Calls: []string{"*"}, Effect: Effect{Kind: Maintenance}}},
	},
	{
		Name: "session-expired", Description: "Every call of a logged-in player finds the session expired.",
		Rules: []Rule{{Calls: sessions, Effect: Effect{Kind: Expired}}},
	},
	{
		Name: "unauthorized", Description: "Every call of a logged-in player finds them not authorised.",
		Rules: []Rule{{Calls: sessions, Effect: refuse(world.ErrUnauthorized)}},
	},
	{
		Name: "inactive", Description: "Logging in finds the account inactive.",
		Rules: []Rule{{Calls: []string{"user/login"}, Effect: refuse(world.ErrInactive)}},
	},
	{
		Name: "insufficient-funds", Description: "No stake and no withdrawal is covered by the balance.",
		Rules: []Rule{{Calls: stakes, Effect: refuse(world.ErrFunds)}},
	},
	{
		Name: "provider-down", Description: "No game starts and no round is played: the provider cannot be reached.",
		Rules: []Rule{{Calls: append([]string{Round}, starts...), Effect: refuse(world.ErrProvider)}},
	},
	{
		Name: "malformed", Description: "Answers are not JSON.",
		Rules: []Rule{{Calls: []string{"*"}, Effect: Effect{Kind: Malformed}}},
	},
	{
		Name: "rate-limited", Description: "The platform is asked too often: HTTP 429, to be tried again after five seconds.",
		Rules: []Rule{{Calls: []string{"*"}, Effect: Effect{Kind: Limit, RetryAfter: retryAfter}}},
	},
	{
		Name: "mid-wagering", Description: "Every player has a bonus half played through, and nothing is paid out before the rest is.",
		Rules: []Rule{{
			Calls: slices.Concat(bonus, []string{"finance/check_balance"}, payments), Effect: show(world.View{Wagering: true}),
		}},
	},
	{
		Name: "kyc-rejected", Description: "The proof of identity was rejected: the profile says so, and nothing is paid out.",
		Rules: []Rule{
			{Calls: []string{"user/get_user_profile", "user/update_profile"}, Effect: show(world.View{KYC: world.KYCRejected})},
			{Calls: payments, When: out, Effect: refuse(world.ErrKYC)},
		},
	},
	{
		Name: "withdrawal-stuck", Description: "Withdrawals that wait go on waiting, wherever the clock is moved to.",
		Rules: []Rule{{Calls: slices.Concat(wallet, payments), Effect: show(world.View{Stuck: true})}},
	},
	{
		Name: "self-excluded", Description: "Players have excluded themselves: no login, no play, no deposit, but money may be taken out.",
		Rules: []Rule{
			{Calls: slices.Concat([]string{"user/login", "user/claim_bonus", Round}, starts), Effect: refuse(world.ErrExcluded)},
			{Calls: payments, When: in, Effect: refuse(world.ErrExcluded)},
		},
	},
	{
		Name: "two-factor-locked", Description: "Codes of authenticator and SMS are refused: too many were wrong.",
		Rules: []Rule{{Calls: codes, Effect: refuse(world.ErrCodeLocked)}},
	},
	{
		Name: "tournament-ending", Description: "The tournaments that run end a minute and a half from now, with everybody close together.",
		Rules: []Rule{{Calls: []string{"cmscontroller/getTournaments"}, Effect: show(world.View{Ending: true})}},
	},
	{
		Name: "jackpot-won", Description: "The biggest jackpot has just been won: it starts again at its floor, and a message to all names the winner.",
		Rules: []Rule{{
			Calls:  []string{"habanero/getJackpots", "casino/games_list", "casino/category_list", "crm/list_mass_messages"},
			Effect: show(world.View{Won: true}),
		}},
	},
	{
		Name: "big-lists", Description: "10,000 games, 240 providers, 2,000 tables and histories of many pages.",
		Rules: []Rule{{
			Calls:  slices.Concat(lobby, histories, starts, []string{"user/favorites"}),
			Effect: show(world.View{Big: true}),
		}},
	},
	{
		Name: "long-texts", Description: "Names, titles and messages are three times as long, with words that nothing breaks.",
		Rules: []Rule{{Calls: slices.Concat(texts, starts, payments), Effect: Effect{Kind: Long}}},
	},
	{
		Name: "rtl", Description: "Texts are Arabic whatever language is asked for, names stand in Arabic letters.",
		Rules: []Rule{{Calls: texts, Effect: Effect{Kind: Arabic}}},
	},
}

// All returns every scenario.
func All() []Scenario { return slices.Clone(scenarios) }

// ByName returns the scenario of a name.
func ByName(name string) (Scenario, bool) {
	for _, s := range scenarios {
		if s.Name == name {
			return s, true
		}
	}
	return Scenario{}, false
}
