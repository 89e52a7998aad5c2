const key = 'rememberedUsername';

/** The name the last player of this browser wanted remembered, or ''. */
export function rememberedUsername(): string {
  try {
    return localStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}

/** Remembers a name for the next login; '' forgets it. */
export function rememberUsername(name: string): void {
  try {
    if (name) localStorage.setItem(key, name);
    else localStorage.removeItem(key);
  } catch {
    // A forbidden storage costs the convenience, nothing more.
  }
}
