package halcyon

import _ "embed" // for shapes

// resource is one method of one path. The jq expression in converts the request ({path, query,
// body}) to the data of the call. out converts the response data to the body.
type resource struct {
	pattern string // of http.ServeMux
	call    string
	in, out string
	list    listStyle
	status  int  // for success, 0: 200
	money   bool // requires an Idempotency-Key
}

type listStyle int

const (
	single  listStyle = iota
	paged             // page and page_size, at most 100
	cursors           // cursor and page_size, at most 50
)

var resources = []resource{
	{
		pattern: "GET /v1/content/lobby-banners", call: "cmscontroller/getIcSlider",
		in:  `{SliderType: .query.lobby, sliderPlace: {left: "sol", right: "sag", all: "all"}[.query.side]}`,
		out: `.items | list(banner)`,
	},
	{
		pattern: "GET /v1/content/banners", call: "cmscontroller/getSlider",
		in: `{limit: (.query.limit | whole), offset: (.query.offset | whole)}`, out: `list(banner)`,
	},
	{pattern: "GET /v1/content/promotions", call: "cmscontroller/getPromotions", out: `list(promotion)`},
	{
		pattern: "GET /v1/content/sites/{site}/notices", call: "cmscontroller/popupInformation",
		in: `{siteId: (.path.site | whole)}`, out: `list(notice)`,
	},
	{
		pattern: "GET /v1/content/sites/{site}/banners", call: "slider/get_all_items",
		in: `{siteId: (.path.site | whole)}`, out: `list(banner)`,
	},
	{
		pattern: "GET /v1/content/sites/{site}/banners/active", call: "slider/get_active_items",
		in: `{siteId: (.path.site | whole)}`, out: `list(banner)`,
	},
	{
		pattern: "GET /v1/content/texts/{key}", call: "cmscontroller/getInformation", in: `{InfType: .path.key}`,
		out: `list({key: .InfType, headline: .Title, body: .Text})`,
	},
	{
		pattern: "GET /v1/content/festive-days", call: "cmscontroller/getSpecialDateInf",
		out: `list({id, headline: .title, theme, active: (.Status == 1), period: period})`,
	},
	{
		pattern: "GET /v1/content/tournaments", call: "cmscontroller/getTournaments", out: `list(tournament)`,
		list: paged,
	},

	{pattern: "GET /v1/slots/shelves", call: "casino/category_list", out: `list(shelf(game))`, list: paged},
	{pattern: "GET /v1/slots/studios", call: "casino/provider_list", out: `list(studio)`, list: paged},
	{pattern: "GET /v1/slots/games", call: "casino/games_list", in: `filters`, out: `list(game)`, list: paged},
	{
		pattern: "GET /v1/me/favorites/slots", call: "casino/games_list", in: `filters + {favorites: true}`,
		out: `list(game)`, list: paged,
	},
	{
		pattern: "POST /v1/slots/games/{id}/launches", call: "casino/init_game",
		in: `{gameID: (.path.id | whole), demo: (.body.mode == "fun")}`, out: `launch`, status: 201,
	},
	{pattern: "GET /v1/live/shelves", call: "livecasino/category_list", out: `list(shelf(table))`, list: paged},
	{
		pattern: "GET /v1/live/studios", call: "livecasino/provider_list",
		in: `{status: (if .query.extended == "true" then 2 else null end)}`, out: `list(studio)`, list: paged,
	},
	{
		pattern: "GET /v1/live/tables", call: "livecasino/game_table_list", in: `filters`, out: `list(table)`,
		list: paged,
	},
	{
		pattern: "GET /v1/me/favorites/live", call: "livecasino/game_table_list", in: `filters + {favorites: true}`,
		out: `list(table)`, list: paged,
	},
	{
		pattern: "POST /v1/live/tables/{id}/launches", call: "livecasino/init_game",
		in: `{tableID: (.path.id | whole), isMobile: (.body.device == "mobile")}`, out: `launch`, status: 201,
	},
	{
		pattern: "POST /v1/arcade/studios/{id}/launches", call: "virtualgames/init_game",
		in: `{providerID: (.path.id | whole), type: .body.kind}`, out: `launch`, status: 201,
	},
	{
		pattern: "GET /v1/arcade/games/{kind}/upcoming", call: "virtualgames/preview", in: `{type: .path.kind}`,
		out: `list(event)`,
	},
	{pattern: "GET /v1/wins", call: "crm/recent_wins", out: `list(win)`},
	{pattern: "GET /v1/jackpots", call: "habanero/getJackpots", out: `list(jackpot)`},

	{
		pattern: "POST /v1/sessions", call: "user/login",
		in: `{username: .body.handle, password: .body.password, SiteType: .body.device}`, out: `session`, status: 201,
	},
	{pattern: "GET /v1/me/session", call: "system/ping", out: `{alive: true}`},
	{pattern: "DELETE /v1/me/session", call: "user/logout", status: 204},
	{
		pattern: "POST /v1/registrations", call: "user/register", status: 201,
		out: `{registration: {id: .registrationID}}`,
		in: `.body | {firstname: .first_name, lastname: .last_name, birthdate: .born_on, national_id: .identity_number, country: .address.country,
			city: .address.city, address: .address.street, currency, username: .handle, email, phone, password, password_confirm: .password_repeat,
			promo_code, reference_no: .referral, sms_notification: .consents.sms, email_notification: .consents.email}`,
	},
	{
		pattern: "POST /v1/registrations/confirmations", call: "user/register_confirm", in: `{token: .body.token}`,
		status: 204,
	},
	{
		pattern: "POST /v1/registrations/mails", call: "user/register_resend", in: `{username: .body.handle}`,
		status: 202, out: `{accepted: true}`,
	},
	{
		pattern: "POST /v1/password-resets", call: "user/forgot", in: `{email: .body.email}`, status: 202,
		out: `{accepted: true}`,
	},
	{
		pattern: "PUT /v1/password-resets", call: "user/pass_reset",
		in: `.body | {token, password, password_confirm: .password_repeat}`, status: 204,
	},
	{
		pattern: "PUT /v1/me/password", call: "user/pass_change",
		in:     `.body | {password: .current, new_password: .replacement, new_password_confirm: .replacement_repeat}`,
		status: 204,
	},
	{pattern: "GET /v1/me", call: "user/get_user_profile", out: `{player: player}`},
	{
		pattern: "PATCH /v1/me", call: "user/update_profile", out: `{player: player}`,
		in: `.body | {email, phone, username: .handle, password: .current_password, address: .address.street, city: .address.city, sms_notification: .consents.sms, email_notification: .consents.email}`,
	},
	{pattern: "GET /v1/me/second-factor", call: "user/two_auth_type", in: `{mode: "get"}`, out: `factor`},
	{
		pattern: "PUT /v1/me/second-factor", call: "user/two_auth_type",
		in: `{mode: "set", type: {none: 0, sms: 1, authenticator: 2}[.body.kind]}`, out: `factor`,
	},
	{
		pattern: "POST /v1/me/phone-codes", call: "user/sms_send", in: `{phone: .body.phone}`,
		out: `{expires_in_seconds: .expires}`, status: 202,
	},
	{pattern: "POST /v1/me/phone-codes/verification", call: "user/sms_validate", in: `{code: .body.code}`, status: 204},
	{pattern: "GET /v1/me/authenticator", call: "user/check_user_ga", out: `{enabled: .}`},
	{pattern: "POST /v1/me/authenticator", call: "user/user_generate_ga", out: `{secret, uri: .otpauth}`, status: 201},
	{
		pattern: "POST /v1/me/authenticator/verification", call: "user/check_ga", in: `{ga_code: .body.code}`,
		status: 204,
	},
	{pattern: "DELETE /v1/me/authenticator", call: "user/clear_generated_ga", in: `{gacode: .body.code}`, status: 204},
	{
		pattern: "PUT /v1/me/favorites/{lobby}/{id}", call: "user/favorites", status: 204,
		in: `{mode: "insert", id: (.path.id | whole), type: {slots: "casino", live: "livecasino"}[.path.lobby]}`,
	},
	{
		pattern: "DELETE /v1/me/favorites/{lobby}/{id}", call: "user/favorites", status: 204,
		in: `{mode: "delete", id: (.path.id | whole), type: {slots: "casino", live: "livecasino"}[.path.lobby]}`,
	},
	{pattern: "GET /v1/me/logins", call: "user/login_history", out: `list(login)`, list: cursors},
	{pattern: "GET /v1/me/inbox", call: "crm/list_mass_messages", out: `list(message)`, list: cursors},
	{
		pattern: "GET /v1/me/bonuses", call: "user/list_bonuses", in: `{status: .query.state}`, out: `list(bonus)`,
		list: paged,
	},
	{
		pattern: "POST /v1/me/bonuses/{id}/claim", call: "user/claim_bonus", in: `{bonusID: (.path.id | whole)}`,
		out: `{bonus: bonus}`, money: true,
	},
	{
		pattern: "POST /v1/me/bonuses/{id}/cancellation", call: "user/cancel_bonus",
		in: `{bonusID: (.path.id | whole)}`, out: `{bonus: bonus}`, money: true,
	},
	{
		pattern: "GET /v1/me/rounds", call: "user/game_history", in: `span + {type: .query.kind}`, out: `list(round)`,
		list: paged,
	},
	{
		pattern: "GET /v1/me/coupons", call: "betframe/getCoupons", in: `span + {status: .query.state}`,
		out: `list(coupon)`, list: paged,
	},

	{pattern: "GET /v1/me/wallet", call: "finance/check_balance", out: `{balances: map(balance)}`},
	{
		pattern: "GET /v1/me/payment-methods", call: "finance/list_cash_methods_new",
		in:  `{Type: (.query.direction | direction), methodID: (.query.method | whole)}`,
		out: `.methods_list | list(method)`,
	},
	{
		pattern: "GET /v1/me/payment-methods/flat", call: "finance/list_cash_methods", out: `list(method)`,
		in: `{Type: (.query.direction | direction), methodID: (.query.method | whole), favorites: (.query.favorites == "true")}`,
	},
	{
		pattern: "GET /v1/me/payment-methods/highlighted", call: "finance/list_highlighted_cash_methods",
		in: `{Type: (.query.direction | direction)}`, out: `list(method)`,
	},
	{
		pattern: "GET /v1/me/payment-methods/{id}/favorite", call: "finance/check_favorite_cash_method",
		in: `{id: (.path.id | whole), Type: (.query.direction | direction)}`, out: `{favorite: (.isFavorite == 1)}`,
	},
	{
		pattern: "PUT /v1/me/payment-methods/{id}/favorite", call: "finance/add_favorite_cash_method",
		in: `{id: (.path.id | whole), Type: (.query.direction | direction)}`, status: 204,
	},
	{
		pattern: "DELETE /v1/me/payment-methods/{id}/favorite", call: "finance/remove_favorite_cash_method",
		in: `{id: (.path.id | whole), Type: (.query.direction | direction)}`, status: 204,
	},
	{pattern: "GET /v1/banks", call: "finance/list_banks", in: `{typeID: (.query.kind | whole)}`, out: `list(bank)`},
	{
		pattern: "GET /v1/banks/{id}/house-accounts", call: "finance/get_bank_account",
		in: `{bankID: (.path.id | whole)}`, out: `list(account)`,
	},
	{
		pattern: "GET /v1/bank-codes/{code}/deposit-amounts", call: "envoy/getDepositAmounts",
		in: `{bankcode: .path.code}`, out: `{amounts: (.amounts | map(minor))}`,
	},
	{
		pattern: "GET /v1/me/bank-accounts", call: "finance/list_bank_accounts",
		in: `{showPrepaid: (if .query.prepaid == "true" then 1 else 0 end)}`, out: `list(account)`,
	},
	{
		pattern: "POST /v1/me/bank-accounts", call: "finance/save_bank_account", status: 201, out: `{account: account}`,
		in: `.body | {owner: .holder, bankID: .bank_id, branch_code: .branch, account_number: .number, iban}`,
	},
	{
		pattern: "PUT /v1/me/bank-accounts/{id}", call: "finance/save_bank_account", out: `{account: account}`,
		in: `{bankAccountID: (.path.id | whole)} + (.body | {owner: .holder, bankID: .bank_id, branch_code: .branch, account_number: .number, iban})`,
	},
	{
		pattern: "DELETE /v1/me/bank-accounts/{id}", call: "finance/delete_bank_account",
		in: `{bankAccountID: (.path.id | whole)}`, status: 204,
	},
	{
		pattern: "GET /v1/me/transactions", call: "finance/list_transactions", out: `list(transaction)`, list: paged,
		in: `span + (.query | {searchType: (.kind | whole), searchID: .id, searchCategory: (.category | whole), status: (.state | whole),
			searchMinAmount: (.min_amount | whole | major), OrderDir: (if .order == "asc" then 1 else -1 end), OrderPar: (.sort // "date" | ascii_upcase)})`,
	},
	{pattern: "GET /v1/transaction-kinds", call: "finance/list_types_frontend", out: `list({id, name})`},
	{pattern: "GET /v1/transaction-categories", call: "finance/list_categories", out: `list({id, name})`},
	{
		pattern: "GET /v1/transaction-subcategories", call: "finance/list_sub_categories",
		in: `{categoryID: (.query.category | whole)}`, out: `list({id, name})`,
	},
	{
		pattern: "POST /v1/me/transfers/bank", call: "finance/save_bank_transfer", status: 201, out: `transfer`,
		money: true,
		in: `.body | {Type: (.direction | direction), transferType: 1, methodID: .method_id, amount: (.amount | major), bankID: .bank_id,
			bankAccountID: .account_id, sender, note: .memo, id_valid_until: .identity_valid_until}`,
	},
	{
		pattern: "POST /v1/me/transfers/phone", call: "finance/save_cep_bank_transfer", status: 201, out: `transfer`,
		money: true,
		in: `.body | {Type: (.direction | direction), transferType: 3, methodID: .method_id, amount: (.amount | major), bankID: .bank_id, branch, account,
			reference_no: .reference, sender_phone: .sender.phone, sender_national_id: .sender.identity_number,
			receiver_phone: .receiver.phone, receiver_national_id: .receiver.identity_number}`,
	},
	{
		pattern: "POST /v1/me/transfers/{id}/cancellation", call: "finance/cancel_withdrawal",
		in: `{transaction_id: (.path.id | whole)}`, out: `transfer`, money: true,
	},
	{
		pattern: "POST /v1/me/transfers/provider", call: "prepayServices/processTransaction", status: 201,
		out: `transfer`, money: true,
		in: `.body | {Type: (.direction | direction), transferType: .channel, methodID: .method_id, amount: (.amount | major),
			bankAccountID: .account_id, note: .memo, id_valid_until: .identity_valid_until} + .inputs`,
	},
}

// shapes are the jq definitions of the resources.
//
//go:embed shapes.jq
var shapes string
