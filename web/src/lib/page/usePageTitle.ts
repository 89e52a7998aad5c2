import { useEffect } from 'react';
import { bootstrap } from '../bootstrap/bootstrap';
import { createEmitter } from '../events/emitter';

const pageEvents = createEmitter<{ title: string }>();

/** Runs `listener` with the title of each page that sets one. Returns the function that unsubscribes. */
export const onPageTitle = (listener: (title: string) => void): (() => void) =>
  pageEvents.on('title', listener);

/** Sets the document title to "title · brand", or to the brand alone without a title. */
export function usePageTitle(title?: string): void {
  useEffect(() => {
    const { name } = bootstrap().brand;
    document.title = title ? `${title} · ${name}` : name;
    pageEvents.emit('title', document.title);
  }, [title]);
}
