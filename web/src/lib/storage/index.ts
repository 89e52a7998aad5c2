export { stored, createStoredValues, sessionStored } from './stored';
export type {
  Stored,
  StoredAuth,
  StoredName,
  StoredProfile,
  StoredSession,
  StoredValues,
} from './stored';
export { createStoredValue } from './storedValue';
export type { StoredValue } from './storedValue';
export { writeCookie } from './cookie';
