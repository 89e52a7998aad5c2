import { createStoredValue } from '../storage/storedValue';

/** The user name that the last player of this browser chose to store, or ''. */
export const rememberedUsername = createStoredValue('rememberedUsername', {
  parse: (json) => (typeof json === 'string' ? json : ''),
});
