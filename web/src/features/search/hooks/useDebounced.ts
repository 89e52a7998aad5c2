import { useEffect, useState } from 'react';

/** Returns the value after it has not changed for `ms` milliseconds. */
export function useDebounced<Value>(value: Value, ms: number): Value {
  const [calm, setCalm] = useState(value);
  useEffect(() => {
    const id = setTimeout(() => setCalm(value), ms);
    return () => clearTimeout(id);
  }, [value, ms]);
  return calm;
}
