package world

import "net/http"

// Refusal is a business answer: the platform understood and said no. It travels to the
// player as result=false with Message and Code (calls.md §1).
type Refusal struct {
	Message string
	Code    int
}

// Error gives the message.
func (r *Refusal) Error() string { return r.Message }

// What the casino refuses with. The first six are the messages that calls.md §1 recognises;
// the others are told in the player's language, see In.
var (
	ErrSession      = &Refusal{"Oturum Süresi Doldu", http.StatusForbidden}
	ErrLogin        = &Refusal{"Giriş Başarısız", http.StatusUnauthorized}
	ErrInactive     = &Refusal{"Hesap Aktif Değil", http.StatusForbidden}
	ErrUnauthorized = &Refusal{"Bu işlem için yetkiniz yok", http.StatusForbidden}
	ErrNoRecords    = &Refusal{"Kayıt Bulunamadı", http.StatusNotFound}
	ErrMaintenance  = &Refusal{"This site is under maintenance", http.StatusServiceUnavailable}

	ErrFunds           = &Refusal{"Bakiyeniz Yetersiz", http.StatusPaymentRequired}
	ErrStake           = &Refusal{"Bahis tutarı oyunun limitleri dışında", http.StatusBadRequest}
	ErrBet             = &Refusal{"Bu bahis artık açık değil", http.StatusConflict}
	ErrAmount          = &Refusal{"Girilen tutar belirlenen aralıkta değil", http.StatusBadRequest}
	ErrMethod          = &Refusal{"Ödeme yöntemi tanımlı değil", http.StatusBadRequest}
	ErrAccount         = &Refusal{"Lütfen geçerli bir hesap seçiniz", http.StatusBadRequest}
	ErrIdentity        = &Refusal{"Kimlik geçerlilik tarihi dolmuş", http.StatusBadRequest}
	ErrIBAN            = &Refusal{"IBAN numarası hatalı", http.StatusBadRequest}
	ErrIBANBank        = &Refusal{"IBAN seçilen bankaya ait değil", http.StatusBadRequest}
	ErrIBANTaken       = &Refusal{"Bu IBAN hesabınızda kayıtlı", http.StatusConflict}
	ErrOwner           = &Refusal{"Hesap sahibi üyelik bilgilerinizle aynı olmalıdır", http.StatusBadRequest}
	ErrAccounts        = &Refusal{"Daha fazla banka hesabı ekleyemezsiniz", http.StatusBadRequest}
	ErrAccountBusy     = &Refusal{"Bu hesaba bekleyen bir çekim talebiniz var", http.StatusConflict}
	ErrCode            = &Refusal{"The code you entered is incorrect", http.StatusBadRequest}
	ErrToken           = &Refusal{"Bağlantı geçersiz veya süresi dolmuş", http.StatusBadRequest}
	ErrPassword        = &Refusal{"Mevcut şifreniz hatalı", http.StatusBadRequest}
	ErrPasswordSame    = &Refusal{"Şifreler birbiriyle uyuşmuyor", http.StatusBadRequest}
	ErrEmailSame       = &Refusal{"E-posta adresleri birbiriyle uyuşmuyor", http.StatusBadRequest}
	ErrUsername        = &Refusal{"Bu kullanıcı adı kullanılıyor", http.StatusConflict}
	ErrEmail           = &Refusal{"Bu e-posta adresi kullanılıyor", http.StatusConflict}
	ErrField           = &Refusal{"Lütfen zorunlu alanları doldurunuz", http.StatusBadRequest}
	ErrVoucher         = &Refusal{"Bu kupon kodu daha önce kullanılmış", http.StatusConflict}
	ErrDeclined        = &Refusal{"Ödeme, sağlayıcı tarafından reddedildi", http.StatusPaymentRequired}
	ErrWagering        = &Refusal{"Bonus çevrimi tamamlanmadan çekim yapılamaz", http.StatusConflict}
	ErrDaily           = &Refusal{"Günlük çekim talebi sınırına ulaştınız", http.StatusTooManyRequests}
	ErrSettled         = &Refusal{"Bu ödeme sonuçlanmış", http.StatusConflict}
	ErrKey             = &Refusal{"Bu işlem anahtarı başka bir işlemde kullanılmış", http.StatusConflict}
	ErrBonus           = &Refusal{"Bonus bu işlem için uygun değil", http.StatusBadRequest}
	ErrBonusActive     = &Refusal{"Devam eden bir bonusunuz var", http.StatusConflict}
	ErrProvider        = &Refusal{"Internal Server Error", http.StatusInternalServerError}
	ErrClosed          = &Refusal{"Masa şu anda kapalı", http.StatusBadRequest}
	ErrDemo            = &Refusal{"Bu oyunun demosu bulunmuyor", http.StatusBadRequest}
	ErrNationalID      = &Refusal{"T.C. kimlik numarası hatalı", http.StatusBadRequest}
	ErrNationalIDTaken = &Refusal{"Bu kimlik numarasıyla bir üyelik var", http.StatusConflict}
	ErrAge             = &Refusal{"Üyelik için yaşınız uygun değil", http.StatusBadRequest}
	ErrPromo           = &Refusal{"Promosyon kodu geçersiz", http.StatusBadRequest}
	ErrFactor          = &Refusal{"Önce doğrulayıcı uygulamayı kurmalısınız", http.StatusBadRequest}
	ErrKYC             = &Refusal{"Kimlik doğrulamanız reddedildi; çekim yapabilmek için yeni bir belge yükleyiniz", http.StatusConflict}
	ErrExcluded        = &Refusal{"Hesabınız kendi talebiniz üzerine oyuna kapatılmıştır", http.StatusLocked}
	ErrCodeLocked      = &Refusal{"Çok fazla hatalı kod girdiniz; doğrulama geçici olarak kilitlendi", http.StatusLocked}
	ErrTooMany         = &Refusal{"Çok fazla istek gönderdiniz; lütfen biraz sonra tekrar deneyiniz", http.StatusTooManyRequests}
	ErrSearch          = &Refusal{"Arama yapmak için lütfen en az 3 karakter giriniz", http.StatusBadRequest}
	ErrFull            = &Refusal{"Şu anda yeni kayıt alınamıyor", http.StatusServiceUnavailable}
)

// refusalKeys are the keys of the phrases "refusal.<key>", by the message that they translate. What
// calls.md §1 recognises, and what the specification prints in English, has none.
var refusalKeys = map[string]string{
	ErrFunds.Message:           "funds",
	ErrAmount.Message:          "amount",
	ErrMethod.Message:          "method",
	ErrAccount.Message:         "account",
	ErrIdentity.Message:        "identity",
	ErrIBAN.Message:            "iban",
	ErrIBANBank.Message:        "ibanbank",
	ErrIBANTaken.Message:       "ibantaken",
	ErrOwner.Message:           "owner",
	ErrAccounts.Message:        "accounts",
	ErrAccountBusy.Message:     "accountbusy",
	ErrToken.Message:           "token",
	ErrPassword.Message:        "password",
	ErrPasswordSame.Message:    "passwordsame",
	ErrEmailSame.Message:       "emailsame",
	ErrUsername.Message:        "username",
	ErrEmail.Message:           "email",
	ErrNationalID.Message:      "nationalid",
	ErrNationalIDTaken.Message: "nationalidtaken",
	ErrAge.Message:             "age",
	ErrPromo.Message:           "promo",
	ErrFactor.Message:          "factor",
	ErrField.Message:           "field",
	ErrVoucher.Message:         "voucher",
	ErrDeclined.Message:        "declined",
	ErrWagering.Message:        "wagering",
	ErrDaily.Message:           "daily",
	ErrSettled.Message:         "settled",
	ErrKey.Message:             "key",
	ErrBonus.Message:           "bonus",
	ErrBonusActive.Message:     "bonusactive",
	ErrClosed.Message:          "closed",
	ErrDemo.Message:            "demo",
	ErrSearch.Message:          "search",
	ErrKYC.Message:             "kycrejected",
	ErrExcluded.Message:        "excluded",
	ErrCodeLocked.Message:      "codelocked",
	ErrTooMany.Message:         "toomany",
	ErrFull.Message:            "full",
}

// In gives the refusal in lang.
func (r *Refusal) In(t *Texts, lang string) *Refusal {
	key, ok := refusalKeys[r.Message]
	if !ok {
		return r
	}
	return &Refusal{t.Phrase(lang, "refusal."+key), r.Code}
}
