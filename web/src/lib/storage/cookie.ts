const year = 365 * 24 * 60 * 60;

/**
 * Writes a cookie that the server reads to render language, direction and colour mode right on the
 * first byte. Only `language` and `mode` are ever written; the session cookie is out of reach.
 */
export function writeCookie(name: 'language' | 'mode', value: string): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${year}; SameSite=Lax${secure}`;
}
