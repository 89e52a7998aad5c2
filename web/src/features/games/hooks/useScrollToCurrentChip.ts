import { useEffect, useRef, type RefObject } from 'react';
import type { RecordID } from '@/contracts/types';

/**
 * Centres the current chip of the chip row inside the returned element, once the chips are loaded and when
 * `current` changes: on a phone it may be outside the visible part. Only the row scrolls; the page keeps
 * its own position.
 */
export function useScrollToCurrentChip(
  loaded: boolean,
  current: RecordID | undefined,
): RefObject<HTMLDivElement | null> {
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const chip = container.current?.querySelector<HTMLElement>('[aria-current]');
    const row = chip?.parentElement;
    if (!chip || !row) return;
    const rowBox = row.getBoundingClientRect();
    const chipBox = chip.getBoundingClientRect();
    row.scrollLeft += chipBox.left + chipBox.width / 2 - (rowBox.left + rowBox.width / 2);
  }, [loaded, current]);
  return container;
}
