import { useStore } from '../store/useStore';
import { newDeviceLogin, type NewDeviceLogin } from './newDevice';

/** Returns a player's login from this browser as a new device, when there was one. */
export const useNewDeviceLogin = (username: string | undefined): NewDeviceLogin | undefined =>
  useStore({
    get: () => (username === undefined ? undefined : newDeviceLogin.get(username)),
    subscribe: newDeviceLogin.subscribe,
  });
