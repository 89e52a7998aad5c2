import { useEffect } from 'react';
import { bootstrap } from '../bootstrap/bootstrap';
import { createEmitter } from '../events/emitter';

const pageEvents = createEmitter<{ title: string }>();

/** Runs `listener` with each page title. Returns a function that unsubscribes. */
export const onPageTitle = (listener: (title: string) => void): (() => void) =>
  pageEvents.on('title', listener);

/** Sets the document title to "title · site". The default site is the brand. */
export function usePageTitle(title?: string, site?: string): void {
  useEffect(() => {
    const name = site ?? bootstrap().brand.name;
    document.title = title ? `${title} · ${name}` : name;
    pageEvents.emit('title', document.title);
  }, [title, site]);
}
