import { useEffect } from 'react';
import { bootstrap } from '../bootstrap';

/** Names the page in the browser's tab: "title · brand"; without a title the brand alone. */
export function usePageTitle(title?: string): void {
  useEffect(() => {
    const { name } = bootstrap().brand;
    document.title = title ? `${title} · ${name}` : name;
  }, [title]);
}
