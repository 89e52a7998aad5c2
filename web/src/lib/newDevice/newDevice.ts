import type { PlayerSession } from '@/contracts/types';
import { createStoredValue } from '../storage/storedValue';
import { useStore } from '../store/store';

/** The last login of a player from a new kind of device. */
export interface NewDeviceLogin {
  /** Milliseconds since 1970. */
  at: number;
  /** The player has answered the notice. */
  answered: boolean;
}

/** The login from this browser that the gateway reported as a new device, by user name. */
export const newDeviceLogin = createStoredValue<NewDeviceLogin | undefined>('newDeviceLogin', {
  parse: (json) => {
    const { at, answered } = (json ?? {}) as Partial<NewDeviceLogin>;
    return typeof at === 'number' ? { at, answered: answered === true } : undefined;
  },
});

/** Stores that a player closed the notice. The notification remains. */
export function answerNewDevice(username: string): void {
  const login = newDeviceLogin.get(username);
  if (login) newDeviceLogin.set({ ...login, answered: true }, username);
}

/** A session of the player with its `new_device` mark, if the gateway knows earlier devices. */
export interface DeviceSession extends PlayerSession {
  /** The session began on a new kind of device for this account. */
  new_device?: boolean;
}

/** Returns a player's login from this browser as a new device, if there is one. */
export const useNewDeviceLogin = (username: string | undefined): NewDeviceLogin | undefined =>
  useStore({
    get: () => (username === undefined ? undefined : newDeviceLogin.get(username)),
    subscribe: newDeviceLogin.subscribe,
  });
