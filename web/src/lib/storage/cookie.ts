const yearSeconds = 365 * 24 * 60 * 60;

/**
 * Writes a cookie from which the server renders language, direction and colour mode into the page.
 * The site writes only `language` and `mode`; the session cookie is HttpOnly.
 */
export function writeCookie(name: 'language' | 'mode', value: string): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${yearSeconds}; SameSite=Lax${secure}`;
}
