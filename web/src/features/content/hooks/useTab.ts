import { useSearchParams } from 'react-router';

/** The tab that is on, kept in the address so that one comes back to it; the first one by default. */
export function useTab<Key extends string>(
  keys: readonly [Key, ...Key[]],
): [Key, (key: Key) => void] {
  const [search, setSearch] = useSearchParams();
  const wanted = search.get('tab');
  const tab = keys.find((key) => key === wanted) ?? keys[0];
  const choose = (key: Key) => setSearch(key === keys[0] ? {} : { tab: key }, { replace: true });
  return [tab, choose];
}
