const key = 'rememberedUsername';

/** Returns the username stored in this browser, or ''. */
export function rememberedUsername(): string {
  try {
    return localStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}

/** Stores a username for the next login; '' removes it. */
export function rememberUsername(name: string): void {
  try {
    if (name) localStorage.setItem(key, name);
    else localStorage.removeItem(key);
  } catch {
    // Storage is forbidden: the login form starts empty.
  }
}
