package platform

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"
)

// Password is the initial password of every player. Code is the authenticator code of players with
// names that begin with "two". Other players have no second factor.
const (
	Password = "Demo123"
	Code     = "123456"
)

// The texts of refusals (contracts/messages).
const (
	messageExpired     = "Oturum Süresi Doldu"
	messageLoginFailed = "Giriş Başarısız"
)

type casino struct {
	mu        *sync.Mutex
	passwords map[string]string // by username, after a change
	sessions  map[string]string // username by sid
	logins    int
	money     map[string][]Execution // by idempotency key
}

// Execution is one execution of a money call.
type Execution struct {
	RequestID string // the X-Request-Id of the request
	Message   string // of the response, different for every execution
	At        time.Time
}

// Executions returns the executions of the money call with an idempotency key.
func (p *Platform) Executions(key string) []Execution {
	p.casino.mu.Lock()
	defer p.casino.mu.Unlock()
	return slices.Clone(p.casino.money[key])
}

func newCasino() casino {
	return casino{
		mu: &sync.Mutex{}, passwords: map[string]string{}, sessions: map[string]string{},
		money: map[string][]Execution{},
	}
}

type envelope struct {
	Result     bool    `json:"result"`
	Message    string  `json:"message"`
	Data       any     `json:"data"`
	Code       int     `json:"code"`
	Debug      *string `json:"debug"`
	Pagination any     `json:"pagination"`
}

// execute executes a call and returns the response envelope. A success message contains the call
// and a counter. Tests use it to recognise wrong or repeated responses.
func (p *Platform) execute(r *request) []byte {
	e := envelope{Result: true, Code: 200, Message: fmt.Sprintf("%s #%d", r.call(), p.log.execute(r.call()))}
	data, refusal := p.casino.do(r, e.Message)
	if e.Data = data; refusal != "" {
		e = envelope{Message: refusal, Code: 400}
	}
	raw, err := json.Marshal(e)
	if err != nil {
		panic(err) // only maps, texts and numbers
	}
	return raw
}

// do returns the data of a call, or the message of its refusal.
func (c *casino) do(r *request, message string) (data any, refusal string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	player := ""
	if r.User != nil && r.User.SID != "" {
		if player = c.sessions[r.User.SID]; player == "" {
			return nil, messageExpired
		}
	}
	if key := r.header.Get("Idempotency-Key"); key != "" {
		c.money[key] = append(c.money[key],
			Execution{RequestID: r.header.Get("X-Request-Id"), Message: message, At: time.Now()})
	}
	switch r.call() {
	case "user/login":
		return c.login(r)
	case "user/logout":
		delete(c.sessions, r.User.SID)
	case "user/check_ga":
		if r.Data["ga_code"] != Code {
			return nil, "Kod hatalı"
		}
	case "user/two_auth_type":
		kind := 0
		if strings.HasPrefix(player, "two") {
			kind = 2
		}
		return map[string]any{"type": kind}, ""
	case "user/pass_change":
		if r.Data["password"] != c.password(player) {
			return nil, messageLoginFailed
		}
		c.passwords[player], _ = r.Data["new_password"].(string)
	case "finance/check_balance":
		return []any{map[string]any{"balance": BalanceOf(player), "bonus": 0, "currency": "TRY"}}, ""
	case "user/claim_bonus":
		return map[string]any{
			"bonusID": r.Data["bonusID"], "title": Canary(player), "html": "", "amount": 10, "currency": "TRY",
			"wager_required": 0, "wager_done": 0, "expires_at": nil, "status": "active",
		}, ""
	case "finance/list_transactions":
		return []any{map[string]any{
			"transaction_id": 1, "transaction_category_id": 1, "category": "-", "sub_category": "-",
			"transaction_type": 1, "transaction_status": 1002, "status_text": "-", "amount": 1, "currency": "TRY",
			"balance_after": BalanceOf(player), "method": "-", "created_at": "2026-01-01 00:00:00",
			"note": Canary(player),
		}}, ""
	case "cmscontroller/getSlider":
		return []any{map[string]any{
			"id": 1, "title": Canary("site-" + r.header.Get("X-Site-Id")), "text": "", "image": "/a.svg", "link": "/",
			"button": "-", "Status": 1, "Start_date": "2026-01-01 00:00:00", "End_date": "2036-01-01 00:00:00",
			"sliderPlace": "sol", "order": 1,
		}}, ""
	case "user/forgot", "user/favorites":
	default:
		return []any{}, ""
	}
	return nil, ""
}

func (c *casino) login(r *request) (data any, refusal string) {
	name, _ := r.Data["username"].(string)
	if r.Data["password"] != c.password(name) {
		return nil, messageLoginFailed
	}
	c.logins++
	sid := fmt.Sprintf("sid-%d-%s", c.logins, name)
	c.sessions[sid] = name
	secret := ""
	if len(name) > 3 && name[:3] == "two" {
		secret = "JBSWY3DPEHPK3PXP"
	}
	return map[string]any{
		"rid": 1, "uid": "uid-" + name, "sid": sid, "uip": "127.0.0.1", "gtm": "3", "language": "tr",
		"username": name, "lastlogin": "2026-01-01 00:00:00", "gasecret": secret,
	}, ""
}

func (c *casino) password(name string) string {
	if p, ok := c.passwords[name]; ok {
		return p
	}
	return Password
}

// Canary returns the text of responses to one player or one site.
func Canary(player string) string { return "canary-" + player + "-end" }

// BalanceOf returns a balance that differs between players.
func BalanceOf(player string) float64 {
	sum := 0
	for _, b := range []byte(player) {
		sum = (sum*31 + int(b)) % 1_000_003
	}
	return float64(sum)
}
