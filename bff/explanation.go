package bff

// Explanation describes the cause of a reason and who can solve the problem.
type Explanation struct {
	Meaning string
	FixedBy string // player, operator, platform or developer, also several
}

// Explanation returns the explanation of r for the reference of reasons.
func (r *Reason) Explanation() Explanation { return explanations[r.Key] }

// explanations are the explanations by Reason.Key.
var explanations = map[string]Explanation{
	"bad_request": {"Croupier could not read the request, or its method is not POST.", "developer"},
	"invalid_payload": {
		"A field violates the schema of the call. `data` names the field and the rule.",
		"player, developer",
	},
	"anonymous_user": {
		"The call requires a session, but the player is not logged in or the session has ended.",
		"player",
	},
	"two_factor_required":  {"The player must enter the security code first.", "player"},
	"panel_header_missing": {"The header `panel: frontend` is missing.", "developer"},
	"origin_refused": {"A page of another origin sent the request. If you trust it, add it to " +
		"`origins.clients`.", "operator, developer"},
	"region_blocked": {"The country of the visitor is in `blocked_countries`, or Croupier does not know " +
		"the country.", "operator"},
	"blocked":      {"Staff have blocked the player.", "operator"},
	"unknown_host": {"No brand has this host. Add it to `hosts` of a brand.", "operator"},
	"unknown_call": {"The contract does not have this call or path.", "developer"},
	"unsupported": {"The platform does not have this call, or the brand does not list it in " +
		"`features.calls`.", "operator, platform"},
	"duplicate_in_progress": {
		"A payment with the same idempotency key is still in progress. Wait for its response.",
		"player",
	},
	"limit_waits":            {"The player cannot confirm a looser limit before its waiting time is over.", "player"},
	"nothing_pending":        {"The limit has no pending change.", "player"},
	"limit_reached":          {"The amount or the game exceeds a limit of the player.", "player"},
	"limit_required":         {"The player must set a deposit limit before the first deposit.", "player"},
	"cooling_off":            {"The player takes a break. It ends by itself.", "player"},
	"self_excluded":          {"The player is self-excluded.", "player"},
	"body_too_large":         {"The body of the request exceeds 64 KiB.", "developer"},
	"unsupported_media_type": {"The body of the request is not JSON.", "developer"},
	"rate_limited": {
		"A rate limit of `limits` refused the request. Wait for the time in `Retry-After`.",
		"player, operator",
	},
	"bad_upstream_answer": {
		"The response of the platform is unreadable or violates the contract.",
		"platform, operator",
	},
	"maintenance":      {"The brand is in maintenance.", "operator, platform"},
	"part_maintenance": {"This part of the player site is in maintenance.", "operator, platform"},
	"upstream_unavailable": {
		"Croupier could not reach the platform or the store, or a circuit breaker is open.",
		"operator, platform",
	},
	"upstream_timeout":        {"The platform did not respond in time.", "platform"},
	"upstream_error":          {"The platform failed with HTTP 500.", "platform"},
	"internal_error":          {"Croupier has a defect. The log contains a stack trace.", "developer"},
	"idempotency_key_missing": {"A payment has no valid `Idempotency-Key`, which must be a UUID.", "developer"},
	"idempotency_key_reused":  {"A payment with other values used the same idempotency key.", "developer"},
	"idempotency_key_time": {
		"The time in the idempotency key is in the future. Correct the clock of the device.",
		"player",
	},
	"outcome_unknown": {
		"The platform may have executed the payment or the change of a password. Look at the transactions before " +
			"you repeat it.",
		"player, operator, platform",
	},
}
