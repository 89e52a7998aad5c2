package mock

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strconv"
	"time"

	"github.com/gin-gonic/gin"

	"croupier/bff"
	"croupier/bff/contract"
	"croupier/bff/mock/calls"
	"croupier/bff/mock/scenario"
	"croupier/bff/mock/world"
)

const (
	siteHeader  = "X-Site-Id"
	maxBody     = 1 << 20
	defaultLang = "tr"
)

// envelope is a call as it is posted.
type envelope struct {
	API struct {
		Class  string `json:"class"`
		Method string `json:"method"`
	} `json:"api"`
	Data json.RawMessage `json:"data"`
	User json.RawMessage `json:"user"`
}

// user is what is read of a session; its language is the call's Lang.
type user struct {
	UID string `json:"uid"`
	SID string `json:"sid"`
	UIP string `json:"uip"`
}

// endpoint answers one call, bent by what the tester has set.
func (c *Casino) endpoint(g *gin.Context) {
	name, err := nameOf(g.Request)
	if err != nil {
		refuseHTTP(g, http.StatusBadRequest, err)
		return
	}
	var env envelope
	body, err := io.ReadAll(http.MaxBytesReader(g.Writer, g.Request.Body, maxBody))
	if err == nil {
		err = json.Unmarshal(body, &env)
	}
	if err != nil {
		refuseHTTP(g, http.StatusBadRequest, fmt.Errorf("the body is no envelope: %w", err))
		return
	}
	t := c.worlds.get(name)
	house := world.BrandOfSite(siteOf(g.Request))
	call := env.API.Class + "/" + env.API.Method
	data := dataOf(env.Data)
	effect := t.active.For(house.ID, call, data)

	// A fault may end this handler by a panic or with the caller gone; the call was still
	// received, and the log says so.
	began, outcome := time.Now(), "ok"
	defer func() {
		headers, _ := json.Marshal(g.Request.Header) // a map of strings always encodes
		t.log.add(record{
			At: t.world.Now(), Class: env.API.Class, Method: env.API.Method, Data: env.Data, User: env.User,
			Headers: headers, MS: float64(time.Since(began).Microseconds()) / 1000, Outcome: outcome,
		})
	}()
	well := effect == nil || effect.Kind.Well()
	if !well {
		outcome = "fault: " + string(effect.Kind)
	}
	if effect != nil && !c.options.Wait(g.Request.Context(), effect.Latency) {
		panic(http.ErrAbortHandler)
	}
	request := c.request(g, t, house, &env, data, effect)
	if instead(g, request, effect) {
		return
	}
	answer, refused := c.answer(call, request)
	if refused != nil && well {
		outcome = "refused: " + refused.Message
	}
	write(g, bend(answer, call, effect), effect)
}

func siteOf(r *http.Request) int {
	n, err := strconv.Atoi(r.Header.Get(siteHeader))
	if err != nil {
		return 0
	}
	return n
}

// refuseHTTP answers what is not even a call.
func refuseHTTP(g *gin.Context, status int, err error) {
	g.AbortWithStatusJSON(status, &bff.Answer{Message: err.Error(), Code: status, Debug: "bad request"})
}

// answer asks the world.
func (c *Casino) answer(call string, q *calls.Request) (*bff.Answer, *world.Refusal) {
	f, ok := c.registry[call]
	if !ok {
		r := &world.Refusal{Message: "Unknown call", Code: http.StatusNotFound}
		return refused(r), r
	}
	reply, err := f(q)
	if a, ok := c.recorded(call, q, err); ok {
		return a, nil
	}
	var refusal *world.Refusal
	switch {
	case errors.As(err, &refusal):
		return refused(refusal), refusal
	case err == nil:
		a, err := answered(reply)
		if err == nil {
			c.drift.check(call, a)
			return a, nil
		}
		c.options.Log.Error("mock: answer does not encode", slog.String("call", call), slog.Any("err", err))
	default:
		c.options.Log.Error("mock: call failed", slog.String("call", call), slog.Any("err", err))
	}
	return refused(world.ErrProvider), world.ErrProvider
}

// request reads what the call's function needs; an unreadable part is as good as none.
func (c *Casino) request(g *gin.Context, t *tester, house *world.Brand, env *envelope, data calls.Data, e *scenario.Effect) *calls.Request {
	var u user
	_ = json.Unmarshal(env.User, &u)
	r := &calls.Request{
		World: t.world, Brand: house, Data: data, UID: u.UID, SID: u.SID, IP: u.UIP,
		Lang: defaultLang, Base: c.options.BaseURL, Key: g.GetHeader(contract.IdempotencyHeader),
	}
	if lang, ok := r.Data["Lang"].(string); ok && lang != "" {
		r.Lang = lang
	}
	if r.IP == "" {
		r.IP = g.RemoteIP()
	}
	if e != nil {
		r.View = e.View
		if e.Kind == scenario.Arabic {
			r.Lang = "ar"
		}
	}
	return r
}

func dataOf(raw json.RawMessage) calls.Data {
	d := calls.Data{}
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	if dec.Decode(&d) != nil || d == nil {
		return calls.Data{}
	}
	return d
}

func refused(r *world.Refusal) *bff.Answer { return &bff.Answer{Message: r.Message, Code: r.Code} }

func answered(reply calls.Reply) (*bff.Answer, error) {
	a := &bff.Answer{Result: !reply.No, Message: reply.Message, Code: http.StatusOK, Pagination: reply.Page}
	if reply.Data == nil {
		return a, nil
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(reply.Data); err != nil {
		return nil, err
	}
	a.Data = bytes.TrimSuffix(b.Bytes(), []byte("\n"))
	return a, nil
}
