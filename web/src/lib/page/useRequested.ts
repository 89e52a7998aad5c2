import { useState } from 'react';
import { useLocation } from 'react-router';

/**
 * Returns a part of the address, and its setter for the moment before a navigation. The router renders a new address
 * with low priority: until then the part is what was requested, so that fields show at once what is chosen, and a second
 * choice keeps the first.
 */
export function useRequested<Value>(shown: Value): [Value, (value: Value) => void] {
  const { key } = useLocation();
  const [requested, setRequested] = useState<{ since: string; value: Value }>();
  // A request ends with its navigation: going back leads to what was shown before it.
  const ended = requested !== undefined && requested.since !== key;
  if (ended) setRequested(undefined);
  const value = requested && !ended ? requested.value : shown;
  return [value, (next) => setRequested({ since: key, value: next })];
}
