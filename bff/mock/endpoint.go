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

// envelope is a posted call.
type envelope struct {
	API struct {
		Class  string `json:"class"`
		Method string `json:"method"`
	} `json:"api"`
	Data json.RawMessage `json:"data"`
	User json.RawMessage `json:"user"`
}

// user is the session of a call; its language is ignored in favour of the data's Lang.
type user struct {
	UID string `json:"uid"`
	SID string `json:"sid"`
	UIP string `json:"uip"`
}

// endpoint answers a call, with the scenarios and faults of its world.
func (c *Casino) endpoint(g *gin.Context) {
	name, err := worldOf(g.Request)
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
		refuseHTTP(g, http.StatusBadRequest, fmt.Errorf("decode envelope: %w", err))
		return
	}
	s := c.worlds.get(name)
	brand := world.BrandOfSite(siteOf(g.Request))
	call := env.API.Class + "/" + env.API.Method
	data := dataOf(env.Data)
	effect := s.active.For(brand.ID, call, data)

	// Deferred because a fault may end this handler with a panic: the call was received.
	start, outcome := time.Now(), "ok"
	defer func() {
		headers, _ := json.Marshal(g.Request.Header) // a map of strings always encodes
		s.log.add(callRecord{
			At: s.world.Now(), Class: env.API.Class, Method: env.API.Method, Data: env.Data, User: env.User,
			Headers: headers, MS: float64(time.Since(start).Microseconds()) / 1000, Outcome: outcome,
		})
	}()
	answers := effect == nil || effect.Kind.Answers()
	if !answers {
		outcome = "fault: " + string(effect.Kind)
	}
	if effect != nil && effect.Kind == scenario.Lost {
		_, _ = c.answer(call, c.request(g, s, brand, &env, data, effect))
		c.options.Wait(g.Request.Context(), effect.Latency)
		panic(http.ErrAbortHandler)
	}
	if effect != nil && !c.options.Wait(g.Request.Context(), effect.Latency) {
		panic(http.ErrAbortHandler)
	}
	request := c.request(g, s, brand, &env, data, effect)
	if replaceResponse(g, request, effect) {
		return
	}
	answer, refused := c.answer(call, request)
	if refused != nil && answers {
		outcome = "refused: " + refused.Message
	}
	write(g, alter(answer, call, effect), effect)
}

func siteOf(r *http.Request) int {
	n, err := strconv.Atoi(r.Header.Get(siteHeader))
	if err != nil {
		return 0
	}
	return n
}

// refuseHTTP answers a request that is not a call.
func refuseHTTP(g *gin.Context, status int, err error) {
	g.AbortWithStatusJSON(status, &bff.Answer{Message: err.Error(), Code: status, Debug: "bad request"})
}

// answer returns the response of the world.
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
			return a, nil
		}
		c.options.Log.Error("mock: encode response", slog.String("call", call), slog.Any("err", err))
	default:
		c.options.Log.Error("mock: answer call", slog.String("call", call), slog.Any("err", err))
	}
	return refused(world.ErrProvider), world.ErrProvider
}

// request builds the request of a call's function; unreadable parts are left empty.
func (c *Casino) request(g *gin.Context, s *sandbox, brand *world.Brand, env *envelope, data calls.Data, e *scenario.Effect) *calls.Request {
	var u user
	_ = json.Unmarshal(env.User, &u)
	r := &calls.Request{
		World: s.world, Brand: brand, Data: data, UID: u.UID, SID: u.SID, IP: u.UIP,
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

func dataOf(raw json.RawMessage) calls.Data { return scenario.Fields(string(raw)) }

// refused returns the answer of a refusal; its data names the field that it is about.
func refused(r *world.Refusal) *bff.Answer {
	a := &bff.Answer{Message: r.Message, Code: r.Code}
	if r.Field != "" {
		a.Data, _ = json.Marshal(map[string]string{"field": r.Field}) //nolint:errchkjson // a text
	}
	return a
}

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
