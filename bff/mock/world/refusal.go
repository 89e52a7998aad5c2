package world

import (
	"net/http"
	"strings"
)

// Refusal is a business error. The player receives result=false with Message and Code.
type Refusal struct {
	Message string
	Code    int
	Field   string // of the request that it is about; empty for none
	Key     string // of the phrase "refusal.<key>"; empty for none
}

// About returns a copy of the refusal that names a field of the request.
func (r *Refusal) About(field string) *Refusal {
	named := *r
	named.Field = field
	return &named
}

// Error returns the message.
func (r *Refusal) Error() string { return r.Message }

func refusal(message string, code int, key string, field ...string) *Refusal {
	return &Refusal{Message: message, Code: code, Field: strings.Join(field, ""), Key: key}
}

// In returns the refusal in a language.
func (r *Refusal) In(t *Texts, lang string) *Refusal {
	if r.Key == "" {
		return r
	}
	return &Refusal{Message: t.Phrase(lang, "refusal."+r.Key), Code: r.Code, Field: r.Field}
}

// Refusals of the casino. Those without a key are known messages, or only game pages receive them.
var (
	ErrSession      = refusal("Oturum Süresi Doldu", http.StatusForbidden, "")
	ErrLogin        = refusal("Giriş Başarısız", http.StatusUnauthorized, "")
	ErrInactive     = refusal("Hesap Aktif Değil", http.StatusForbidden, "")
	ErrUnauthorized = refusal("Bu işlem için yetkiniz yok", http.StatusForbidden, "")
	ErrNoRecords    = refusal("Kayıt Bulunamadı", http.StatusNotFound, "")
	ErrMaintenance  = refusal("This site is under maintenance", http.StatusServiceUnavailable, "")
	ErrCode         = refusal("The code you entered is incorrect", http.StatusBadRequest, "")
	ErrProvider     = refusal("Internal Server Error", http.StatusInternalServerError, "")
	ErrStake        = refusal("Bahis tutarı oyunun limitleri dışında", http.StatusBadRequest, "")
	ErrBet          = refusal("Bu bahis artık açık değil", http.StatusConflict, "")

	ErrFunds     = refusal("Bakiyeniz Yetersiz", http.StatusPaymentRequired, "funds")
	ErrAmount    = refusal("Girilen tutar belirlenen aralıkta değil", http.StatusBadRequest, "amount", "amount")
	ErrMethod    = refusal("Ödeme yöntemi tanımlı değil", http.StatusBadRequest, "method", "methodID")
	ErrAccount   = refusal("Lütfen geçerli bir hesap seçiniz", http.StatusBadRequest, "account")
	ErrIdentity  = refusal("Kimlik geçerlilik tarihi dolmuş", http.StatusBadRequest, "identity", "id_valid_until")
	ErrIBAN      = refusal("IBAN numarası hatalı", http.StatusBadRequest, "iban", "iban")
	ErrIBANBank  = refusal("IBAN seçilen bankaya ait değil", http.StatusBadRequest, "ibanbank", "iban")
	ErrIBANTaken = refusal("Bu IBAN hesabınızda kayıtlı", http.StatusConflict, "ibantaken", "iban")
	ErrOwner     = refusal("Hesap sahibi üyelik bilgilerinizle aynı olmalıdır", http.StatusBadRequest, "owner",
		"owner")
	ErrAccounts     = refusal("Daha fazla banka hesabı ekleyemezsiniz", http.StatusBadRequest, "accounts")
	ErrAccountBusy  = refusal("Bu hesaba bekleyen bir çekim talebiniz var", http.StatusConflict, "accountbusy")
	ErrToken        = refusal("Bağlantı geçersiz veya süresi dolmuş", http.StatusBadRequest, "token", "token")
	ErrPassword     = refusal("Mevcut şifreniz hatalı", http.StatusBadRequest, "password", "password")
	ErrPasswordSame = refusal("Şifreler birbiriyle uyuşmuyor", http.StatusBadRequest, "passwordsame")
	ErrEmailSame    = refusal("E-posta adresleri birbiriyle uyuşmuyor", http.StatusBadRequest, "emailsame",
		"email_confirm")
	ErrUsername        = refusal("Bu kullanıcı adı kullanılıyor", http.StatusConflict, "username", "username")
	ErrEmail           = refusal("Bu e-posta adresi kullanılıyor", http.StatusConflict, "email", "email")
	ErrPhone           = refusal("Bu telefon numarası kullanılıyor", http.StatusConflict, "phone", "phone")
	ErrField           = refusal("Lütfen zorunlu alanları doldurunuz", http.StatusBadRequest, "field")
	ErrVoucher         = refusal("Bu kupon kodu daha önce kullanılmış", http.StatusConflict, "voucher", "voucher")
	ErrDeclined        = refusal("Ödeme, sağlayıcı tarafından reddedildi", http.StatusPaymentRequired, "declined")
	ErrWagering        = refusal("Bonus çevrimi tamamlanmadan çekim yapılamaz", http.StatusConflict, "wagering")
	ErrDaily           = refusal("Günlük çekim talebi sınırına ulaştınız", http.StatusTooManyRequests, "daily")
	ErrSettled         = refusal("Bu ödeme sonuçlanmış", http.StatusConflict, "settled")
	ErrNotCancellable  = refusal("Bu çekim artık iptal edilemez", http.StatusConflict, "notcancellable")
	ErrKey             = refusal("Bu işlem anahtarı başka bir işlemde kullanılmış", http.StatusConflict, "key")
	ErrBonus           = refusal("Bonus bu işlem için uygun değil", http.StatusBadRequest, "bonus")
	ErrBonusActive     = refusal("Devam eden bir bonusunuz var", http.StatusConflict, "bonusactive")
	ErrClosed          = refusal("Masa şu anda kapalı", http.StatusBadRequest, "closed")
	ErrDemo            = refusal("Bu oyunun demosu bulunmuyor", http.StatusBadRequest, "demo")
	ErrNationalID      = refusal("T.C. kimlik numarası hatalı", http.StatusBadRequest, "nationalid", "national_id")
	ErrNationalIDTaken = refusal("Bu kimlik numarasıyla bir üyelik var", http.StatusConflict, "nationalidtaken",
		"national_id")
	ErrAge    = refusal("Üyelik için yaşınız uygun değil", http.StatusBadRequest, "age", "birthdate")
	ErrPromo  = refusal("Promosyon kodu geçersiz", http.StatusBadRequest, "promo", "promo_code")
	ErrFactor = refusal("Önce doğrulayıcı uygulamayı kurmalısınız", http.StatusBadRequest, "factor")
	ErrKYC    = refusal("Kimlik doğrulamanız reddedildi; çekim yapabilmek için yeni bir belge yükleyiniz",
		http.StatusConflict, "kycrejected")
	ErrExcluded   = refusal("Hesabınız kendi talebiniz üzerine oyuna kapatılmıştır", http.StatusLocked, "excluded")
	ErrCodeLocked = refusal("Çok fazla hatalı kod girdiniz; doğrulama geçici olarak kilitlendi",
		http.StatusLocked, "codelocked")
	ErrTooMany = refusal("Çok fazla istek gönderdiniz; lütfen biraz sonra tekrar deneyiniz",
		http.StatusTooManyRequests, "toomany")
	ErrSearch = refusal("Arama yapmak için lütfen en az 3 karakter giriniz", http.StatusBadRequest, "search")
	ErrFull   = refusal("Şu anda yeni kayıt alınamıyor", http.StatusServiceUnavailable, "full")
)
