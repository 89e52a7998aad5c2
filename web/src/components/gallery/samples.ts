/** The languages of the gallery, one left-to-right and one right-to-left. */
export const galleryLanguages = ['tr', 'ar'] as const;
export type GalleryLanguage = (typeof galleryLanguages)[number];

/** The texts of the states. */
export interface SampleTexts {
  save: string;
  cancel: string;
  remove: string;
  search: string;
  account: string;
  open: string;
  label: string;
  name: string;
  first: string;
  second: string;
  third: string;
  provider: string;
  dealer: string;
  badge: string;
  title: string;
  sentence: string;
  /** Longer than the width of any container. */
  long: string;
  /** A word that cannot be wrapped at a space. */
  longWord: string;
  error: string;
  html: string;
}

/** Sample texts of the gallery, for development and tests only. */
export const samples: Record<GalleryLanguage, SampleTexts> = {
  tr: {
    save: 'Kaydet',
    cancel: 'Vazgeç',
    remove: 'Sil',
    search: 'Oyun ara',
    account: 'Hesabım',
    open: 'Aç',
    label: 'Kullanıcı adı',
    name: 'Deniz Kaya',
    first: 'Tümü',
    second: 'Slotlar',
    third: 'Canlı casino',
    provider: 'Anka Oyun',
    dealer: 'Elif',
    badge: 'Yeni',
    title: 'Nar Bahçesi',
    sentence: 'Bu oyun en fazla beş bin lira kazandırır.',
    long: 'Muvaffakiyetsizleştiricileştiriveremeyebileceklerimizden olan bu oldukça uzun başlık, bulunduğu yere sığmadığında ya sarılır ya da kısaltılır.',
    longWord: 'Muvaffakiyetsizleştiricileştiriveremeyebileceklerimizdenmişsinizcesine',
    error: 'Bu alan zorunludur',
    html: '<h2>Kurallar</h2><p>Bonus <a href="/promotions">kampanyaları</a> on sekiz yaş üstü içindir.</p><ul><li>Birinci kural</li><li>İkinci kural</li></ul><blockquote>Sorumlu oynayın.</blockquote><table><tr><th>Oyun</th><th>Oran</th></tr><tr><td>Rulet</td><td>35:1</td></tr></table><details><summary>Ayrıntılar</summary><p>Ayrıntılı metin.</p></details>',
  },
  ar: {
    save: 'حفظ',
    cancel: 'إلغاء',
    remove: 'حذف',
    search: 'ابحث عن لعبة',
    account: 'حسابي',
    open: 'فتح',
    label: 'اسم المستخدم',
    name: 'دنيز كايا',
    first: 'الكل',
    second: 'سلوتس',
    third: 'الكازينو المباشر',
    provider: 'ألعاب عنقاء',
    dealer: 'إليف',
    badge: 'جديد',
    title: 'بستان الرمان',
    sentence: 'تمنح هذه اللعبة خمسة آلاف ليرة كحد أقصى.',
    long: 'هذا عنوان طويل جدًا لا يتسع له المكان المخصص له، ولذلك إما أن يلتف على عدة أسطر أو أن يُختصر بنقاط في نهايته حتى يبقى التخطيط سليمًا.',
    longWord: 'فسيكفيكهماللهأفاستسقيناكموهاأنلزمكموهافأسقيناكموهاليستخلفنهم',
    error: 'هذا الحقل مطلوب',
    html: '<h2>القواعد</h2><p>عروض <a href="/promotions">المكافآت</a> لمن تجاوز الثامنة عشرة.</p><ul><li>القاعدة الأولى</li><li>القاعدة الثانية</li></ul><blockquote>العب بمسؤولية.</blockquote><table><tr><th>اللعبة</th><th>النسبة</th></tr><tr><td>الروليت</td><td>35:1</td></tr></table><details><summary>التفاصيل</summary><p>نص مفصل.</p></details>',
  },
};
