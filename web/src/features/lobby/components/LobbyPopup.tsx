import { useEffect, useState } from 'react';
import { openDialogs } from '@/components/ui/Dialog/openDialogs';
import { useRestriction } from '@/lib/break/restriction';
import { pageTouched } from '@/lib/page/page';
import { useStore } from '@/lib/store/store';
import { usePopup } from '../api/usePopup';
import type { PopupCard } from './PopupCard';

/** The pause without input before the popup opens, in milliseconds. */
const popupDelayMs = 2500;

/** The events that count as use of the page. A row's scroll event does not reach the window. */
const uses = ['scroll', 'wheel', 'touchmove', 'pointerdown', 'keydown', 'input'] as const;

/**
 * Shows the brand's popup one time per visit, in the first pause after the first input and never
 * below a dialog. It neither takes the focus nor locks the page.
 */
export default function LobbyPopup() {
  const touched = useStore(pageTouched);
  // An opened popup stays until the player closes it.
  const [opened, setOpened] = useState(false);
  const [paused, setPaused] = useState(false);
  useEffect(() => {
    if (!touched || opened) return;
    let id = 0;
    const wait = () => {
      setPaused(false);
      clearTimeout(id);
      id = window.setTimeout(() => setPaused(true), popupDelayMs);
    };
    wait();
    for (const use of uses) window.addEventListener(use, wait, { passive: true });
    return () => {
      clearTimeout(id);
      for (const use of uses) window.removeEventListener(use, wait);
    };
  }, [touched, opened]);
  const restricted = useRestriction() !== undefined;
  const { popup, dismiss } = usePopup((paused || opened) && !restricted);
  // Loads before opening, because the pause may end meanwhile.
  const [Card, setCard] = useState<typeof PopupCard>();
  const wanted = popup !== undefined;
  useEffect(() => {
    // The next visit tries a failed import again.
    if (wanted)
      import('./PopupCard').then(
        (module) => setCard(() => module.PopupCard),
        () => undefined,
      );
  }, [wanted]);
  const dialogs = useStore(openDialogs).length;
  if (paused && popup && Card && dialogs === 0 && !opened) setOpened(true);
  const shown = opened ? popup : undefined;
  const close = (forGood: boolean) => {
    dismiss(forGood);
    setOpened(false);
    focusPage();
  };
  return (
    <>
      <p className="visually-hidden" role="status">
        {shown?.title}
      </p>
      {shown && Card && <Card popup={shown} onClose={close} />}
    </>
  );
}

/** Moves the focus from a closed popup into the page, where the keyboard continues. */
function focusPage(): void {
  requestAnimationFrame(() => {
    if (document.activeElement !== document.body) return;
    document.getElementById('main')?.focus({ preventScroll: true });
  });
}
