const cookieName = 'mock_world';

/** Returns the world of this browser; '' is the shared world (calls.md §6). */
export function currentWorld(): string {
  const found = document.cookie.split('; ').find((it) => it.startsWith(`${cookieName}=`));
  return decodeURIComponent(found?.slice(cookieName.length + 1) ?? '');
}

/** Switches to another world; '' is the shared one. Takes effect with the next request. */
export function switchWorld(world: string): void {
  const maxAge = world === '' ? '; Max-Age=0' : '';
  document.cookie = `${cookieName}=${encodeURIComponent(world)}; Path=/; SameSite=Lax${maxAge}`;
}
