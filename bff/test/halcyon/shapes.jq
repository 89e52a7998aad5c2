# The jq definitions of the resources, each with the envelope's data as input.
def minor: if . == null then null else (. * 100 | round) end;
def major: if . == null then null else . / 100 end;
def utc: if . == null then null else (strptime("%Y-%m-%d %H:%M:%S") | mktime - 10800 | todate) end;
def local: if . == null then null else (fromdate + 10800 | strftime("%Y-%m-%d %H:%M:%S")) end;
def whole: if . == null then null else tonumber end;
def lean: with_entries(select(.value != null));
def period: {starts_at: (.Start_date | utc), ends_at: (.End_date | utc)};
def list(f): {items: map(f)};

def banner: {id, headline: .title, body: .text, image_url: .image, href: .link, button_label: .button,
  active: (.Status == 1), period: period, side: {sol: "left", sag: "right"}[.sliderPlace], position: .order};
def promotion: {id, headline: .title, teaser: .summary, body_html: .html, image_url: .image,
  active: (.Status == 1), period: period, position: .order};
def notice: {id, headline: .title, body_html: .html, image_url: .image, href: .link, active: (.Active == 1), period: period};
def tournament: {id, headline: .title, image_url: .image, body_html: .html, studio_name: .providerName,
  prize: {amount: (.prize | minor), currency}, game_ids: .gameIDs, period: period,
  standings: (.leaderboard | map({rank, nickname: .player, points, prize_amount: (.prize | minor)}))};

def game: {id: .gameID, title: .name, studio: {id: .providerID, name: .providerName}, art: {cover_url: .image},
  shelf_ids: .categories, kind: .type, math: {rtp_percent: .rtp, volatility},
  stake: {min: (.minBet | minor), max: (.maxBet | minor)}, is_new: .isNew, demo_available: .isDemo, jackpot: (.jackpot | minor)};
def table: {id: .tableID, title: .name, studio: {id: .providerID, name: .providerName}, art: {cover_url: .image},
  shelf_ids: .categories, kind: .type, dealer_name: .dealer, stake: {min: (.minBet | minor), max: (.maxBet | minor)},
  seats: {total: .seats, taken: .seatsTaken}, open: .isOpen};
def shelf(f): {id: .CategoryID, title: .name, icon, entries: (.items | map(f))};
def studio: {id: .providerID, name: .providerName, logo_url: .logo, title_count: .gameCount};
def jackpot: {id: .jackpotID, title: .name, pot: {amount: (.amount | minor), currency}, game_id: .gameID};
def launch: {launch: {url}};
def event: {headline: .title, starts_at: (.at | utc), picks: (.items | map({label: .name, odds} | lean))};
def win: {game: {id: .gameID, title: .name, cover_url: .image}, nickname: .player, payout: (.amount | minor), won_at: (.at | utc)};

def coupon: {id: .couponID, placed_at: (.created_at | utc), kind: .type, stake: (.stake | minor), odds,
  possible_payout: (.possibleWin | minor), payout: (.win | minor), state: .status,
  legs: (.events | map({fixture: .match, market, pick, odds: .odd, state: .status, kicks_off_at: (.starts_at | utc)}))};
def message: {id, subject: .title, body_html: .html, sent_at: (.created_at | utc), seen: .read};
def session: {access_token: .sid, token_type: "Bearer", gmt_offset_hours: (.gtm | tonumber), last_seen_at: (.lastlogin | utc),
  player: {id: .uid, handle: .username, tier: .rid, locale: .language, authenticator_secret: (if .gasecret == "" then null else .gasecret end)}};
def player: {id: .uid, handle: .username, first_name: .firstname, last_name: .lastname, email, phone, born_on: .birthdate,
  identity_number: .national_id, address: {country, city, street: .address}, currency, last_seen_at: (.lastlogin | utc),
  verification: .kyc, consents: {sms: .sms_notification, email: .email_notification}};
def factor: {kind: ["none", "sms", "authenticator"][.type]};
def login: {at: (.created_at | utc), address: .uip, device, succeeded: .success};
def bonus: {id: .bonusID, headline: .title, body_html: .html, amount: (.amount | minor), currency,
  wagering: {required: (.wager_required | minor), done: (.wager_done | minor)}, expires_at: (.expires_at | utc),
  ended_at: (.ended_at | utc), state: .status};
def round: {id: .roundID, game: {id: .gameID, title: .name}, studio_name: .providerName, stake: (.bet | minor),
  payout: (.win | minor), played_at: (.created_at | utc)};

def balance: {cash: (.balance | minor), bonus: (.bonus | minor), currency};
def terms: {favorite: (.isFavorite == 1), limits: {min: (.min | minor), max: (.max | minor)}, fee_percent: .fee,
  settles_in_minutes: .duration, inputs: (.fields | map({key: .name, label, kind, required, pattern, options} | lean)),
  presets: (if .amounts then .amounts | map(minor) else null end), bank_code: .bankcode, quick, qr} | lean;
def method: if .type == "group"
  then {kind: "group", id, label: .name, logo_url: .logo, members: (.methods | map(({id, label: .name, logo_url: .logo, channel: .transferType} | lean) + terms))}
  else {kind: "single", id, label: .name, logo_url: .logo, channel: .transferType} + (.properties | terms) end;
def bank: {id: .bankID, name, code, logo_url: .logo};
def account: {id: .bankAccountID, bank: {id: .bankID, name: .bankName}, holder: .owner, branch: .branch_code,
  number: .account_number, iban, usable: (.status == 1)};
def transaction: {id: .transaction_id, category: {id: .transaction_category_id, name: .category}, subcategory: .sub_category,
  kind_id: .transaction_type, state: {code: .transaction_status, label: .status_text}, amount: (.amount | minor), currency,
  balance_after: (.balance_after | minor), method_label: .method, booked_at: (.created_at | utc), memo: .note};
def transfer: {transfer: ({id: .transaction_id, state_code: .status, redirect_url: .url, qr_text: .qr} | lean)};

def direction: {deposit: 1, withdrawal: 2}[.];
def span: {startDate: (.query.from | local), endDate: (.query.to | local)};
def filters: {providerID: (.query.studio | whole), categoryID: (.query.shelf | whole), type: .query.kind, searchGameName: .query.q};
