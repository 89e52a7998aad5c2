import { useState } from 'react';
import { unstable_serialize } from 'swr';
import { playerOf, type CallKey } from '@/contracts/keys';
import { usePlayer } from '../session/useSession';

interface LastResponse<Response> {
  id: string;
  subject: string;
  response: Response;
}

/**
 * Returns the response of a key. While there is none, returns the last one in another language, or of the same player
 * before the session was renewed: forms stay on the page until the new response has arrived.
 */
export function useLastResponse<Response>(
  key: CallKey | null,
  response: Response | undefined,
): Response | undefined {
  const username = usePlayer()?.profile.username;
  const [last, setLast] = useState<LastResponse<Response>>();
  if (!key) {
    if (last) setLast(undefined);
    return response;
  }
  const [name, data, brand] = key;
  const id = unstable_serialize(key);
  const subject = JSON.stringify([name, data, brand, playerOf(key) && username]);
  if (response !== undefined) {
    if (last?.response !== response || last.id !== id) setLast({ id, subject, response });
    return response;
  }
  // One that was removed from the cache is not returned for its own key.
  return last?.subject === subject && last.id !== id ? last.response : undefined;
}
