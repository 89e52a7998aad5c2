import type { PlayerSession } from '@/contracts/types';

/** A session of the player, as a gateway reports it that knows the devices of earlier logins. */
export interface DeviceSession extends PlayerSession {
  /** It was begun by a device of a kind that the account had not been used on before. */
  new_device?: boolean;
}
