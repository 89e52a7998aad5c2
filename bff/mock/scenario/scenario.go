package scenario

import (
	"net/http"
	"slices"
	"time"

	"croupier/bff/mock/world"
)

// Happy is the scenario in which nothing is bent.
const Happy = "happy"

// Round is the name under which a round at a game page is bent, beside the calls.
const Round = "games/round"

// Scenario is a situation under a name. The first rule that fits a call applies.
type Scenario struct {
	Name        string `json:"name"`
	Description string `json:"description"`
	Rules       []Rule `json:"-"`
}

// Rule bends the calls that any of its patterns fits; Rate is the share of them, 0 for all.
type Rule struct {
	Calls  []string
	Rate   float64
	Effect Effect
}

func refuse(r *world.Refusal) Effect {
	return Effect{Kind: Refuse, Message: r.Message, Code: r.Code}
}

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
)

// scenarios are every scenario, in the order in which they are listed.
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
		Name: "provider-down", Description: "No game starts: its provider cannot be reached.",
		Rules: []Rule{{Calls: starts, Effect: refuse(world.ErrProvider)}},
	},
	{
		Name: "malformed", Description: "Answers are not JSON.",
		Rules: []Rule{{Calls: []string{"*"}, Effect: Effect{Kind: Malformed}}},
	},
}

// All lists every scenario.
func All() []Scenario { return slices.Clone(scenarios) }

// ByName finds a scenario.
func ByName(name string) (Scenario, bool) {
	for _, s := range scenarios {
		if s.Name == name {
			return s, true
		}
	}
	return Scenario{}, false
}
