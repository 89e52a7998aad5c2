import { useEffect } from 'react';
import { bootstrap } from '../bootstrap';

type Listener = (title: string) => void;
const listeners = new Set<Listener>();

/** Tells of each page that has named itself, until what it returns is called. */
export function onPageTitle(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Names the page in the browser's tab: "title · brand"; without a title the brand alone. */
export function usePageTitle(title?: string): void {
  useEffect(() => {
    const { name } = bootstrap().brand;
    document.title = title ? `${title} · ${name}` : name;
    listeners.forEach((listener) => listener(document.title));
  }, [title]);
}
