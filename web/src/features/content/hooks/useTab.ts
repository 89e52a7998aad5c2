import { useSearchParams } from 'react-router';

/**
 * Returns the selected tab and its setter. The tab is a query parameter, so that back navigation restores it.
 */
export function useTab<Key extends string>(
  keys: readonly [Key, ...Key[]],
): [Key, (key: Key) => void] {
  const [search, setSearch] = useSearchParams();
  const param = search.get('tab');
  const tab = keys.find((key) => key === param) ?? keys[0];
  const setTab = (key: Key) => {
    const next = new URLSearchParams(search);
    if (key === keys[0]) next.delete('tab');
    else next.set('tab', key);
    setSearch(next, { replace: true });
  };
  return [tab, setTab];
}
