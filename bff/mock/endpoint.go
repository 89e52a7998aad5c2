package mock

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"time"

	"github.com/gin-gonic/gin"

	"croupier/bff"
	"croupier/bff/contract"
	"croupier/bff/internal/strictjson"
	"croupier/bff/mock/calls"
	"croupier/bff/mock/scenario"
	"croupier/bff/mock/world"
)

const (
	siteHeader  = "X-Site-Id"
	maxBody     = 1 << 20
	defaultLang = "tr"
)

type envelope struct {
	API struct {
		Class  string `json:"class"`
		Method string `json:"method"`
	} `json:"api"`
	Data json.RawMessage `json:"data"`
	User json.RawMessage `json:"user"`
}

// user is the session of a call. Its language is ignored in favour of the data's Lang.
type user struct {
	UID string `json:"uid"`
	SID string `json:"sid"`
	UIP string `json:"uip"`
}

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
		refuseHTTP(g, http.StatusBadRequest, fmt.Errorf("could not decode the envelope: %w", err))
		return
	}
	s := c.worlds.get(name)
	brand, ok := world.BrandByName(g.GetHeader(siteHeader))
	if !ok {
		brand = &world.Brands[0]
	}
	call := env.API.Class + "/" + env.API.Method
	data := scenario.Fields(string(env.Data))
	effect := cmp.Or(s.active.For(brand.ID, call, data), &scenario.Effect{})
	request := c.request(g, s, brand, &env, data, effect)

	// Deferred because a fault may end this handler with a panic: the call was received.
	start, outcome := time.Now(), "ok"
	defer func() {
		headers, _ := json.Marshal(g.Request.Header) // a map of strings always encodes
		s.log.add(callRecord{
			At: s.world.Now(), Class: env.API.Class, Method: env.API.Method, Data: env.Data, User: env.User,
			Headers: headers, MS: float64(time.Since(start).Microseconds()) / 1000, Outcome: outcome,
		})
	}()
	if !effect.Kind.Answers() {
		outcome = "fault: " + string(effect.Kind)
	}
	if effect.Kind == scenario.Lost {
		_, _ = c.answer(call, request)
	}
	if !c.options.Wait(g.Request.Context(), effect.Latency) || effect.Kind == scenario.Lost {
		panic(http.ErrAbortHandler)
	}
	if replaceResponse(g, request, effect) {
		return
	}
	answer, refused := c.answer(call, request)
	if refused != nil && effect.Kind.Answers() {
		outcome = "refused: " + refused.Message
	}
	write(g, alter(answer, call, effect), effect)
}

func refuseHTTP(g *gin.Context, status int, err error) {
	g.AbortWithStatusJSON(status, &bff.Answer{Message: err.Error(), Code: status, Debug: "bad request"})
}

func (c *Casino) answer(call string, q *calls.Request) (*bff.Answer, *world.Refusal) {
	f, ok := c.registry[call]
	if !ok {
		r := &world.Refusal{Message: "Unknown call", Code: http.StatusNotFound}
		return refused(r), r
	}
	reply, err := f(q)
	// Without a valid session no player's recorded response is returned.
	if c.options.Recording != nil && !errors.Is(err, world.ErrSession) {
		if a, ok := c.options.Recording.Find(call, q.Data, q.SID != ""); ok {
			return a, nil
		}
	}
	var refusal *world.Refusal
	if errors.As(err, &refusal) {
		return refused(refusal), refusal
	}
	a := &bff.Answer{Result: !reply.No, Message: reply.Message, Code: http.StatusOK, Pagination: reply.Page}
	if err == nil && reply.Data != nil {
		a.Data, err = strictjson.Marshal(reply.Data)
	}
	if err != nil {
		c.options.Log.Error("mock: answer call", slog.String("call", call), slog.Any("err", err))
		return refused(world.ErrProvider), world.ErrProvider
	}
	return a, nil
}

// request builds the request of a call's function. Unreadable parts are left empty.
func (c *Casino) request(g *gin.Context, s *sandbox, brand *world.Brand, env *envelope, data calls.Data,
	e *scenario.Effect,
) *calls.Request {
	var u user
	_ = json.Unmarshal(env.User, &u)
	lang, _ := data["Lang"].(string)
	if e.Kind == scenario.Arabic {
		lang = "ar"
	}
	return &calls.Request{
		World: s.world, Locale: world.Locale{Brand: brand, Lang: cmp.Or(lang, defaultLang)}, Data: data, View: e.View,
		UID: u.UID, SID: u.SID, IP: cmp.Or(u.UIP, g.RemoteIP()), Base: c.options.BaseURL,
		Key: g.GetHeader(contract.IdempotencyHeader),
	}
}

// refused returns the answer of a refusal. Its data names the field that it is about.
func refused(r *world.Refusal) *bff.Answer {
	a := &bff.Answer{Message: r.Message, Code: r.Code}
	if r.Field != "" {
		a.Data, _ = json.Marshal(map[string]string{"field": r.Field}) //nolint:errchkjson // a text
	}
	return a
}
