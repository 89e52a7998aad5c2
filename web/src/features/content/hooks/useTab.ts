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
  const setTab = (key: Key) =>
    setSearch(
      (before) => {
        if (key === keys[0]) before.delete('tab');
        else before.set('tab', key);
        return before;
      },
      { replace: true },
    );
  return [tab, setTab];
}
