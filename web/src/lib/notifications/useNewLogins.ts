import { useMemo } from 'react';
import { userSessionsKey } from '@/contracts/keys';
import { bootstrap } from '../bootstrap/bootstrap';
import { parseWireDate } from '../format/date';
import type { DeviceSession } from '../newDevice/deviceSession';
import { useNewDeviceLogin } from '../newDevice/useNewDeviceLogin';
import { usePlayer } from '../session/useSession';
import { useCall } from '../swr/useCall';

/** A login from a new device, and when it was: milliseconds since 1970. */
export interface LoginAt {
  at: number;
  device: string;
  here: boolean;
}

const none: readonly DeviceSession[] = [];

/**
 * Returns the logins from new devices: the one of this browser, and those of the player's other sessions. When the
 * list of sessions cannot be loaded, the other notifications are shown without them.
 */
export function useNewLogins(): readonly LoginAt[] {
  const own = useNewDeviceLogin(usePlayer()?.profile.username);
  // Not the generated hook: the landing page would contain the hooks of all calls of the class.
  const { data } = useCall(userSessionsKey, {});
  const sessions: readonly DeviceSession[] = data ?? none;
  return useMemo(() => {
    const { timeZone } = bootstrap();
    const others = sessions.filter((it) => it.new_device && !it.current);
    return [
      ...(own ? [{ at: own.at, device: '', here: true }] : []),
      ...others.map(({ since, device }) => ({
        at: parseWireDate(since, timeZone).getTime(),
        device,
        here: false,
      })),
    ];
  }, [own, sessions]);
}
