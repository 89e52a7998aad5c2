/** Why a call failed, as far as the site must act differently (spec §8, calls.md §1). */
export type Reason =
  | 'session-expired'
  | 'login-failed'
  | 'inactive-account'
  | 'unauthorized'
  | 'two-factor'
  | 'no-records'
  | 'maintenance'
  | 'rate-limited'
  | 'invalid'
  | 'outcome-unknown'
  /** The same money request is still being processed; a platform's own 409 is a refusal like any other. */
  | 'in-progress'
  | 'unavailable'
  /** HTTP status 500, and only that (spec §4). */
  | 'server'
  | 'refused'
  | 'blocked'
  | 'network'
  | 'aborted';

const byDebug: Record<string, Reason> = {
  'anonymous user': 'session-expired',
  'login failed': 'login-failed',
  'inactive account': 'inactive-account',
  unauthorized: 'unauthorized',
  'two factor required': 'two-factor',
  'no records': 'no-records',
  maintenance: 'maintenance',
  'rate limited': 'rate-limited',
  'bad request': 'invalid',
  'invalid payload': 'invalid',
  'outcome unknown': 'outcome-unknown',
  'duplicate in progress': 'in-progress',
  'bad upstream answer': 'unavailable',
  'upstream unavailable': 'unavailable',
  'upstream timeout': 'unavailable',
  'panel header missing': 'refused',
  'origin refused': 'refused',
  'region blocked': 'refused',
};

/** The messages by which spec §8 tells reasons; the BFF sets `debug` too, an older upstream may not. */
const byMessage: Record<string, Reason> = {
  'Oturum Süresi Doldu': 'session-expired',
  'Giriş Başarısız': 'login-failed',
  'Hesap Aktif Değil': 'inactive-account',
  'Bu işlem için yetkiniz yok': 'unauthorized',
  'Kayıt Bulunamadı': 'no-records',
  'This site is under maintenance': 'maintenance',
};

/** Names the reason of a failed answer from its debug word, its message, then its code. */
export function reasonOf(answer: { code: number; debug: string; message: string }): Reason {
  const known = byDebug[answer.debug] ?? byMessage[answer.message];
  if (known) return known;
  if (answer.code === 403) return 'session-expired';
  if (answer.code === 429) return 'rate-limited';
  if (answer.code >= 500 && answer.code <= 504) return 'unavailable';
  return 'refused';
}
