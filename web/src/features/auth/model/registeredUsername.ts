import { createStoredValue } from '@/lib/storage/storedValue';

/**
 * The user name of the last registration in this browser, or ''. The link in the e-mail opens a new tab, whose login
 * shows the name. Removed by the next login.
 */
export const registeredUsername = createStoredValue('registeredUsername', {
  parse: (json) => (typeof json === 'string' ? json : ''),
});
