package gateway

import (
	"encoding/json"
	"fmt"

	"croupier/bff"
)

// observeResult notes what the pipeline found out about a call.
func (info *requestInfo) observeResult(res *result) {
	o := &info.observation
	o.Cache, o.Upstream, o.Attempts, o.IdempotencyKey = res.cache, res.upstream, res.attempts, res.key
	o.Poll = info.scope.Call != nil && info.scope.Call.Poll
	if res.key != "" {
		o.Transaction, o.Part = transactionOf(info.scope.Call, res), info.scope.Rules.Part
		if amount, err := bff.ParseMinorUnits(amountOf(res.data)); err == nil {
			o.Amount = amount.String()
		}
	}
	identity := res.player
	if s := info.scope.Session; s != nil {
		identity = &s.Identity
	}
	if identity != nil {
		o.Player = bff.Player{UID: identity.UID, Username: identity.Username, World: identity.World, Email: res.email}
	}
}

// transactionOf returns the number of the transaction that a money call made or cancelled, or "". Others may send any number.
func transactionOf(call *bff.Call, res *result) string {
	var data struct {
		TransactionID scalar `json:"transaction_id"`
	}
	if res.answer != nil && json.Unmarshal(res.answer.Data, &data) == nil && data.TransactionID != "" {
		return string(data.TransactionID)
	}
	if call.Name() != "finance/cancel_withdrawal" {
		return ""
	}
	return fmt.Sprint(res.data["transaction_id"])
}

// maxEmail is the maximum length of an e-mail address in bytes (RFC 5321).
const maxEmail = 254

// profileEmail returns the e-mail address of a profile, or "".
func profileEmail(a *bff.Answer) string {
	var profile struct {
		Email scalar `json:"email"`
	}
	if !a.Result || json.Unmarshal(a.Data, &profile) != nil || len(profile.Email) > maxEmail {
		return ""
	}
	return string(profile.Email)
}
