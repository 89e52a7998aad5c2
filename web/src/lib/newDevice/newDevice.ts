import type { PlayerSession } from '@/contracts/types';
import { createStoredValue } from '../storage/storedValue';
import { useStore } from '../store/store';

/** The last login of a player from a device of a kind that the account had not been used on before. */
export interface NewDeviceLogin {
  /** Milliseconds since 1970. */
  at: number;
  /** The player has answered the notice. */
  answered: boolean;
}

/** The login from this browser that the gateway called one from a new device, by user name. */
export const newDeviceLogin = createStoredValue<NewDeviceLogin | undefined>('newDeviceLogin', {
  parse: (json) => {
    const { at, answered } = (json ?? {}) as Partial<NewDeviceLogin>;
    return typeof at === 'number' ? { at, answered: answered === true } : undefined;
  },
});

/** Stores that a player has answered the notice; the notification stays. */
export function answerNewDevice(username: string): void {
  const login = newDeviceLogin.get(username);
  if (login) newDeviceLogin.set({ ...login, answered: true }, username);
}

/** A session of the player, as a gateway reports it that knows the devices of earlier logins. */
export interface DeviceSession extends PlayerSession {
  /** It was begun by a device of a kind that the account had not been used on before. */
  new_device?: boolean;
}

/** Returns a player's login from this browser as a new device, when there was one. */
export const useNewDeviceLogin = (username: string | undefined): NewDeviceLogin | undefined =>
  useStore({
    get: () => (username === undefined ? undefined : newDeviceLogin.get(username)),
    subscribe: newDeviceLogin.subscribe,
  });
