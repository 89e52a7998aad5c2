package world

import (
	"croupier/bff"
	"croupier/bff/contract"
)

// Directions of a cash method (calls.md §2, Type).
const (
	CashDeposit  = contract.CashTypeDeposit
	CashWithdraw = contract.CashTypeWithdraw
)

// Transfer types of the specification (§9); the other numbers are the providers' own.
const (
	TransferBank   = contract.TransferTypeBankTransfer
	TransferCep    = contract.TransferTypeCepBankTransfer
	TransferCard   = 5
	TransferWallet = 7
	TransferQR     = 9
	TransferCoin   = 11
	TransferCode   = 13
)

// Field is something that a method asks the player for.
type Field struct {
	Name     string
	Label    string // the phrase "field.<Label>"
	Kind     string
	Required bool
	Pattern  string
}

// CashMethod is a way to pay in or out.
type CashMethod struct {
	ID          int
	Type        int
	Group       int // id of the group it stands in; 0 where it stands alone
	Name        string
	Logo        string // the word-mark's key
	Transfer    int
	Sub         int // sub category of its movements
	Min, Max    bff.MinorUnits
	Fee         float64 // percent
	Minutes     int     // until it is settled; 0 at once
	Fields      []Field
	Amounts     []bff.MinorUnits // where only these can be paid
	BankCode    string           // for envoy/getDepositAmounts
	Quick, QR   bool
	Highlighted bool
	Redirects   bool // goes on at a page of the provider
}

// CashGroup bundles methods under one name.
type CashGroup struct {
	ID   int
	Type int
	Name string
	Logo string
}

type favouriteMethod struct{ kind, id int }

var (
	fieldCard   = Field{"card_number", "card", "card", true, `^[0-9 ]{12,23}$`}
	fieldPhone  = Field{"phone", "phone", "phone", true, `^\+?[0-9][0-9 ()-]{5,24}$`}
	fieldWallet = Field{"wallet", "wallet", "text", true, `^[0-9A-Za-z]{6,64}$`}
	fieldCode   = Field{"voucher", "voucher", "text", true, `^[0-9A-Z-]{8,32}$`}
	fieldID     = Field{"national_id", "national_id", "national_id", true, `^[0-9]{11}$`}

	cardAmounts = []bff.MinorUnits{10_000, 25_000, 50_000, 100_000, 250_000}
)

// CashGroups and CashMethods are the ways to pay, in the order in which they are shown.
// None of these services exists.
var (
	CashGroups = []CashGroup{
		{501, CashDeposit, "Kart ile Yatırım", "group-card"},
		{502, CashDeposit, "Dijital Cüzdanlar", "group-wallet"},
		{503, CashDeposit, "Kripto Para", "group-coin"},
		{504, CashWithdraw, "Kripto ile Çekim", "group-coin"},
	}
	CashMethods = []CashMethod{
		{ID: 11, Type: CashDeposit, Name: "Banka Havalesi", Logo: "havale", Transfer: TransferBank, Sub: subBank, Min: 10_000, Max: 5_000_000, Minutes: 8, Highlighted: true},
		{ID: 12, Type: CashDeposit, Name: "Anında FAST", Logo: "fast", Transfer: TransferBank, Sub: subBank, Min: 5_000, Max: 2_500_000, Minutes: 2, Quick: true, Highlighted: true},
		{ID: 13, Type: CashDeposit, Name: "Cep Bank", Logo: "cep", Transfer: TransferCep, Sub: subCep, Min: 5_000, Max: 200_000, Minutes: 5},
		{ID: 14, Type: CashDeposit, Name: "KareGeç", Logo: "karegec", Transfer: TransferQR, Sub: subPurse, Min: 5_000, Max: 1_000_000, QR: true, Quick: true, Highlighted: true, Minutes: 1, BankCode: "karegec"},
		{ID: 15, Type: CashDeposit, Name: "Pencere Kupon", Logo: "pencere", Transfer: TransferCode, Sub: subPurse, Min: 5_000, Max: 500_000, Fields: []Field{fieldCode}},
		{ID: 16, Type: CashDeposit, Name: "Semaver Ödeme", Logo: "semaver", Transfer: TransferWallet, Sub: subPurse, Min: 10_000, Max: 1_500_000, Fee: 1.5, Minutes: 3, Fields: []Field{fieldPhone}, Redirects: true},
		{ID: 21, Type: CashDeposit, Group: 501, Name: "Yıldız Kart", Logo: "yildiz", Transfer: TransferCard, Sub: subCard, Min: 10_000, Max: 250_000, Amounts: cardAmounts, BankCode: "yildiz", Redirects: true, Fields: []Field{fieldCard}},
		{ID: 22, Type: CashDeposit, Group: 501, Name: "Lale Kart", Logo: "lale", Transfer: TransferCard, Sub: subCard, Min: 10_000, Max: 250_000, Amounts: cardAmounts, BankCode: "lale", Redirects: true, Fields: []Field{fieldCard}},
		{ID: 23, Type: CashDeposit, Group: 501, Name: "Martı Kart", Logo: "marti", Transfer: TransferCard, Sub: subCard, Min: 20_000, Max: 500_000, Fee: 2, Redirects: true, Fields: []Field{fieldCard, fieldID}},
		{ID: 31, Type: CashDeposit, Group: 502, Name: "Kese", Logo: "kese", Transfer: TransferWallet, Sub: subPurse, Min: 5_000, Max: 1_000_000, Quick: true, Highlighted: true, Fields: []Field{fieldPhone}},
		{ID: 32, Type: CashDeposit, Group: 502, Name: "Cüzdanım", Logo: "cuzdanim", Transfer: TransferWallet, Sub: subPurse, Min: 5_000, Max: 750_000, Minutes: 1, Fields: []Field{fieldPhone}},
		{ID: 33, Type: CashDeposit, Group: 502, Name: "Pusula Pay", Logo: "pusula", Transfer: TransferWallet, Sub: subPurse, Min: 10_000, Max: 2_000_000, Fields: []Field{fieldWallet}},
		{ID: 41, Type: CashDeposit, Group: 503, Name: "Anka Coin", Logo: "anka", Transfer: TransferCoin, Sub: subCoin, Min: 20_000, Max: 10_000_000, Minutes: 15, QR: true},
		{ID: 42, Type: CashDeposit, Group: 503, Name: "Lira Token", Logo: "lira", Transfer: TransferCoin, Sub: subCoin, Min: 20_000, Max: 10_000_000, Minutes: 5, QR: true},
		{ID: 43, Type: CashDeposit, Group: 503, Name: "Halka Coin", Logo: "halka", Transfer: TransferCoin, Sub: subCoin, Min: 50_000, Max: 10_000_000, Minutes: 20, QR: true},
		{ID: 61, Type: CashWithdraw, Name: "Banka Hesabına Çekim", Logo: "havale", Transfer: TransferBank, Sub: subBank, Min: 10_000, Max: 10_000_000, Minutes: 30, Highlighted: true},
		{ID: 62, Type: CashWithdraw, Name: "Kese'ye Çekim", Logo: "kese", Transfer: TransferWallet, Sub: subPurse, Min: 5_000, Max: 1_000_000, Minutes: 10, Highlighted: true, Fields: []Field{fieldPhone}},
		{ID: 63, Type: CashWithdraw, Name: "Pusula Pay'e Çekim", Logo: "pusula", Transfer: TransferWallet, Sub: subPurse, Min: 10_000, Max: 2_000_000, Minutes: 15, Fields: []Field{fieldWallet}},
		{ID: 71, Type: CashWithdraw, Group: 504, Name: "Anka Coin", Logo: "anka", Transfer: TransferCoin, Sub: subCoin, Min: 50_000, Max: 20_000_000, Minutes: 45, Fields: []Field{fieldWallet}},
		{ID: 72, Type: CashWithdraw, Group: 504, Name: "Lira Token", Logo: "lira", Transfer: TransferCoin, Sub: subCoin, Min: 50_000, Max: 20_000_000, Minutes: 20, Fields: []Field{fieldWallet}},
	}
)

// Method finds a cash method of one direction.
func Method(kind, id int) (*CashMethod, bool) {
	for i := range CashMethods {
		if m := &CashMethods[i]; m.ID == id && m.Type == kind {
			return m, true
		}
	}
	return nil, false
}

// FavouriteMethod tells whether the player has marked a method.
func (p *Player) FavouriteMethod(kind, id int) bool { return p.cash[favouriteMethod{kind, id}] }

// MarkMethod marks a method or unmarks it. It fails with ErrMethod for an unknown one.
func (p *Player) MarkMethod(kind, id int, on bool) error {
	if _, ok := Method(kind, id); !ok {
		return ErrMethod
	}
	if on {
		p.cash[favouriteMethod{kind, id}] = true
	} else {
		delete(p.cash, favouriteMethod{kind, id})
	}
	return nil
}

// Sub categories of movements. Their names are the phrases "sub.<id>".
const (
	subBank    = 11
	subCep     = 12
	subCard    = 13
	subPurse   = 14
	subCoin    = 15
	subSlots   = 31
	subLive    = 32
	subVirtual = 33
	subSport   = 34
	subWelcome = 51
	subPrize   = 52
	subFix     = 61
)

var subOfKind = map[string]int{KindCasino: subSlots, KindLive: subLive, KindVirtual: subVirtual}

// MoveCategories lists the categories of movements; their names are the phrases "move.<id>".
var MoveCategories = []int{MoveDeposit, MoveWithdrawal, MoveBet, MoveWin, MoveBonus, MoveCorrection}

// SubCategories lists the sub categories of a category of movements, all where it is 0.
func SubCategories(category int) []int {
	payments := []int{subBank, subCep, subCard, subPurse, subCoin}
	games := []int{subSlots, subLive, subVirtual, subSport}
	switch category {
	case 0:
		return append(append(payments, games...), subWelcome, subPrize, subFix)
	case MoveDeposit, MoveWithdrawal:
		return payments
	case MoveBet, MoveWin:
		return games
	case MoveBonus:
		return []int{subWelcome, subPrize}
	case MoveCorrection:
		return []int{subFix}
	default:
		return nil
	}
}

// Kinds of movements as the front end filters them; their names are the phrases "kind.<id>".
const (
	KindPayment    = 1
	KindGame       = 2
	KindAdjustment = 3
)

// MoveKind says which kind a category is of.
func MoveKind(category int) int {
	switch category {
	case MoveDeposit, MoveWithdrawal:
		return KindPayment
	case MoveBet, MoveWin:
		return KindGame
	default:
		return KindAdjustment
	}
}
