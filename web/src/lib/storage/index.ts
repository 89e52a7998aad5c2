export { stored, createStoredValues } from './stored';
export type {
  Stored,
  StoredAuth,
  StoredName,
  StoredProfile,
  StoredSession,
  StoredValues,
} from './stored';
export { writeCookie } from './cookie';
