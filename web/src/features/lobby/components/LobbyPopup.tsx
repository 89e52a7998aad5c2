import { lazy, Suspense, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { openDialogs } from '@/components/ui/Dialog/openDialogs';
import { useRestriction } from '@/lib/break/restriction';
import { readDeposit } from '@/lib/deposit/address';
import { pageTouched } from '@/lib/page/touched';
import { useStore } from '@/lib/store/useStore';
import { usePopup } from '../api/usePopup';

const load = () => import('./PopupDialog');
const PopupDialog = lazy(load);

/** The pause in the use of the page after which the popup opens. */
const popupDelayMs = 2500;

/**
 * Shows the brand's popup once a visit, in the first pause after somebody has begun to use the page and not over another
 * dialog: it covers neither a page that has just been opened nor one that is scrolled or walked by keyboard.
 */
export default function LobbyPopup() {
  const touched = useStore(pageTouched);
  // The popup itself is a dialog: once opened it stays until it is closed.
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
    window.addEventListener('scroll', wait, { passive: true });
    window.addEventListener('keydown', wait);
    return () => {
      clearTimeout(id);
      window.removeEventListener('scroll', wait);
      window.removeEventListener('keydown', wait);
    };
  }, [touched, opened]);
  const restricted = useRestriction() !== undefined;
  const { popup, dismiss } = usePopup(paused && !restricted);
  // Loaded before it is opened: meanwhile another dialog may open.
  const [loaded, setLoaded] = useState(false);
  const wanted = popup !== undefined;
  useEffect(() => {
    // What is not loaded is tried again on the next visit.
    if (wanted)
      load().then(
        () => setLoaded(true),
        () => undefined,
      );
  }, [wanted]);
  // It does not open over the deposit drawer, whose chunk may still be loading.
  const depositing = readDeposit(useLocation().search) !== undefined;
  const dialogs = useStore(openDialogs).length;
  if (paused && popup && loaded && dialogs === 0 && !depositing && !opened) setOpened(true);
  if (!opened || !popup) return null;
  const close = (forGood: boolean) => {
    dismiss(forGood);
    setOpened(false);
    focusPage();
  };
  return (
    <Suspense fallback={null}>
      <PopupDialog popup={popup} onClose={close} />
    </Suspense>
  );
}

/** Moves the focus into the page where nothing had it before the popup, so that the keyboard goes on there. */
function focusPage(): void {
  requestAnimationFrame(() => {
    if (document.activeElement !== document.body) return;
    document.getElementById('main')?.focus({ preventScroll: true });
  });
}
