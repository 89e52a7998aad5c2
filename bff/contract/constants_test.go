package contract

import (
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The expected values are those of the table in specification §9.
func TestConstantsMatchSpecification(t *testing.T) {
	for name, pair := range map[string][2]any{
		"inactivity limit":          {InactivityLimit, time.Hour},
		"inactivity poll":           {InactivityPoll, 5 * time.Second},
		"default language":          {DefaultLanguage, "tr"},
		"panel header":              {PanelHeader + ": " + PanelValue, "panel: frontend"},
		"site type":                 {SiteType, "desktop"},
		"slider request":            {SliderLimit, 7},
		"toast":                     {ToastTimeout, 1500 * time.Millisecond},
		"notification":              {NotificationTimeout, 5 * time.Second},
		"session stamp":             {SessionStamp, 15 * time.Second},
		"authenticator code":        {CodeLength, 6},
		"password minimum":          {PasswordMinimum, 6},
		"search minimum":            {SearchMinimum, 3},
		"game page":                 {GamePageSize, 48},
		"quick access":              {QuickAccessLimit, 50},
		"quick access category":     {QuickAccessCategory, 72},
		"category items":            {CategoryItems, 10},
		"favourites":                {FavoritesLimit, 100},
		"tournament page":           {TournamentPageSize, 50},
		"page":                      {PageSize, 10},
		"notification window":       {NotificationDays, 90},
		"notification items":        {NotificationLimit, 250},
		"newest first":              {OrderDirectionNewestFirst, -1},
		"ordered by date":           {OrderByDate, "DATE"},
		"bet history":               {BetHistoryDays, 30},
		"account history":           {AccountHistoryDays, 7},
		"ticket page":               {TicketPageSize, 50},
		"ticket minimum":            {TicketMinimumAmount, 250},
		"deposit":                   {CashTypeDeposit, 1},
		"withdraw":                  {CashTypeWithdraw, 2},
		"bank transfer":             {TransferTypeBankTransfer, 1},
		"cep bank transfer":         {TransferTypeCepBankTransfer, 3},
		"refused":                   {TransactionStatusRefused, 1003},
		"approved":                  {TransactionStatusApproved, 1002},
		"withdrawals":               {TransactionCategoryWithdrawal, 2},
		"loading bar":               {LoadingBarHeight, 7},
		"new arrivals":              {SlotCategoryNewArrivals, 78},
		"most popular":              {SlotCategoryMostPopular, 27},
		"jackpot":                   {SlotCategoryJackpot, 58},
		"board games":               {SlotCategoryBoardGames, 63},
		"free spins purchase":       {SlotCategoryFreeSpinsPurchase, 64},
		"drops and wins":            {SlotCategoryDropsAndWins, 76},
		"largest body":              {MaxBodyBytes, 64 * 1024},
		"deepest nesting of a body": {MaxNesting, 16},
	} {
		assert.True(t, pair[0] == pair[1], "%s is %v, want %v", name, pair[0], pair[1])
	}
}

func TestPeriodPresets(t *testing.T) {
	all, err := Constants()
	require.NoError(t, err)
	var keys []string
	for _, c := range all {
		for _, item := range c.List {
			keys = append(keys, item[0].Value.(string))
		}
	}
	want := "all-times last-2-year last-12-month last-180-day last-90-day last-month this-month last-30-day last-7-day yesterday today"
	assert.Equal(t, want, strings.Join(keys, " "))
}

func TestInvalidConstantsAreRejected(t *testing.T) {
	for name, text := range map[string]string{
		"without doc":                "a: { value: 1 }",
		"without value":              "a: { doc: x }",
		"with an unknown key":        "a: { doc: x, valu: 1 }",
		"a fraction":                 "a: { doc: x, value: 1.5 }",
		"an invalid duration":        "a: { doc: x, duration: soon }",
		"from an unknown key":        "a: { doc: x, from: constants.yaml#/b/value }",
		"from a missing file":        "a: { doc: x, from: other.yaml#/b }",
		"from an index out of range": "a: { doc: x, from: constants.yaml#/a/list/7 }",
		"a duplicate key":            "a: { doc: x, value: 1 }\na: { doc: x, value: 2 }",
	} {
		t.Run(name, func(t *testing.T) {
			files := fstest.MapFS{"constants.yaml": &fstest.MapFile{Data: []byte(text)}}
			got, err := constants(files)
			assert.Error(t, err, "accepted as %+v", got)
		})
	}
}
