package staff_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
)

func TestInboxListsWhatWaits(t *testing.T) {
	r, destek := rigFor(t, "destek")
	admin, viewer := r.as("yonetici"), r.as("izleyici")
	type item struct{ Kind, Part, Brand, ID, By, Detail string }
	inbox := func(cookie *http.Cookie) (out []item) { return read[[]item](r, "/inbox", cookie) }
	assert.Empty(t, inbox(destek))

	r.unknownPayment("7", 1)
	r.unknownPayment("7", 2)
	r.want(http.StatusOK, "POST", "/payments/"+paymentKey(2)+"/settle", executed, destek)
	r.want(http.StatusOK, "POST", limitsPath+"/tighten", tightened, destek)
	r.want(http.StatusOK, "POST", limitsPath+"/propose", loosened, destek)
	r.want(http.StatusOK, "POST", "/breakers/marmara/main/open", "", admin)
	r.windows.ReportDetected("marmara/casino")
	long := r.Now().Add(-48 * time.Hour)
	r.drift = []bff.Deviation{
		{Upstream: "main", Brand: "marmara", Call: "casino/games_list", Last: r.Now()},
		{Upstream: "old", Brand: "marmara", Call: "casino/games_list", Last: long},
	}
	r.players.keys = []bff.SealingKey{{Kid: "new", Active: true}, {Kid: "unused", RetireAfter: long}, {Kid: "used", RetireAfter: long, Sessions: 1}}
	common := []item{
		{Kind: "breaker", Brand: "marmara", ID: "main", Detail: "open"},
		{Kind: "maintenance", Brand: "marmara", ID: "casino"},
		{Kind: "drift", Brand: "marmara", ID: "main", Detail: "casino/games_list"},
		{Kind: "key", ID: "unused"},
	}
	assert.Equal(t, append([]item{
		{Kind: "settlement", Brand: "marmara", ID: paymentKey(2), By: "destek", Part: "deposits", Detail: "250 TRY"}, // the newest first
		{Kind: "payment", Brand: "marmara", ID: paymentKey(1), Part: "deposits", Detail: "250 TRY"},
		{Kind: "loosening", Brand: "marmara", ID: "7", By: "destek", Detail: "limit"},
	}, common...), inbox(destek))
	assert.Equal(t, common, inbox(viewer), "a viewer reads nothing of players")

	// What is decided leaves the inbox.
	r.want(http.StatusOK, "POST", "/payments/"+paymentKey(2)+"/approve", approval, admin)
	at := r.limitsOf(destek).Proposals[0].At
	r.want(http.StatusOK, "POST", limitsPath+"/reject", `{"subject":"limit","kind":"deposit","period":"day","at":"`+at+`"}`, destek)
	for _, kind := range []string{"settlement", "loosening"} {
		for _, one := range inbox(destek) {
			require.NotEqual(t, kind, one.Kind)
		}
	}
}
