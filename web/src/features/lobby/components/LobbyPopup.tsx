import { useEffect, useState } from 'react';
import { openDialogs } from '@/components/ui/Dialog/openDialogs';
import { useRestriction } from '@/lib/break/restriction';
import { pageTouched } from '@/lib/page/page';
import { useStore } from '@/lib/store/store';
import { usePopup } from '../api/usePopup';
import type { PopupCard } from './PopupCard';

/** The pause in the use of the page after which the popup opens. */
const popupDelayMs = 2500;

/** What is use of the page; rows scroll by themselves, so that only wheel and fingers tell of them. */
const uses = ['scroll', 'wheel', 'touchmove', 'pointerdown', 'keydown', 'input'] as const;

/**
 * Shows the brand's popup once a visit, in the first pause after somebody has begun to use the page and not below a
 * dialog. It neither takes the focus nor locks the page; a screen reader says its title.
 */
export default function LobbyPopup() {
  const touched = useStore(pageTouched);
  // Once opened it stays until it is closed.
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
  // Loaded before it is opened: meanwhile the pause may end.
  const [Card, setCard] = useState<typeof PopupCard>();
  const wanted = popup !== undefined;
  useEffect(() => {
    // What is not loaded is tried again on the next visit.
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

/** Moves the focus into the page if it was in the popup, so that the keyboard continues there. */
function focusPage(): void {
  requestAnimationFrame(() => {
    if (document.activeElement !== document.body) return;
    document.getElementById('main')?.focus({ preventScroll: true });
  });
}
