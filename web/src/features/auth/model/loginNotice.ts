import { createStoredValue } from '@/lib/storage/storedValue';

/** The notices of the login page after a redirect: keys of the namespace `auth`. */
const notices = ['forgot.done', 'reset.done', 'confirm.doneText'] as const;
type LoginNotice = (typeof notices)[number];

/** Returns the navigation state that makes the login page show a notice. */
export const noticeState = (notice: LoginNotice) => ({ notice });

/** Returns the notice of a navigation state, which an older version of the site may have set. */
export function noticeOf(state: unknown): LoginNotice | undefined {
  const found = (state as { notice?: unknown } | null)?.notice;
  return notices.find((notice) => notice === found);
}

/**
 * The user name of the last registration in this browser, or ''. The link in the email opens a new
 * tab, which shows the name at login. The next login removes it.
 */
export const registeredUsername = createStoredValue('registeredUsername', {
  parse: (json) => (typeof json === 'string' ? json : ''),
});
