import { createStoredValue } from '@/lib/storage/storedValue';

/** What the login page says to a visitor whom another page has sent there: keys of the namespace `auth`. */
const notices = ['forgot.done', 'reset.done', 'confirm.doneText'] as const;
type LoginNotice = (typeof notices)[number];

/** Returns the navigation state that makes the login page show a notice; it outlasts the toast of 1500 ms. */
export const noticeState = (notice: LoginNotice) => ({ notice });

/** Returns the notice of a navigation state, which the browser may have stored in an earlier version of the site. */
export function noticeOf(state: unknown): LoginNotice | undefined {
  const found = (state as { notice?: unknown } | null)?.notice;
  return notices.find((notice) => notice === found);
}

/**
 * The user name of the last registration in this browser, or ''. The link in the e-mail opens a new tab, whose login
 * shows the name. Removed by the next login.
 */
export const registeredUsername = createStoredValue('registeredUsername', {
  parse: (json) => (typeof json === 'string' ? json : ''),
});
