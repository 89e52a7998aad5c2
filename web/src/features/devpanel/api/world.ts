const name = 'mock_world';

/** Returns the world of this browser; '' is the shared world (calls.md §6). */
export function currentWorld(): string {
  const found = document.cookie.split('; ').find((it) => it.startsWith(`${name}=`));
  return decodeURIComponent(found?.slice(name.length + 1) ?? '');
}

/** Switches to another world; '' is the shared one. Takes effect with the next request. */
export function enterWorld(world: string): void {
  const age = world === '' ? '; Max-Age=0' : '';
  document.cookie = `${name}=${encodeURIComponent(world)}; Path=/; SameSite=Lax${age}`;
}
