import { lazy, Suspense, useEffect, useState } from 'react';
import { usePopup } from '../api/usePopup';

const PopupDialog = lazy(() => import('./PopupDialog'));

/** How long the lobby has the visitor to itself before a notice comes up: milliseconds. */
const pause = 2500;

/** The house's notice, once a visit, after the page has come to rest. */
export function LobbyPopup() {
  const [settled, setSettled] = useState(false);
  useEffect(() => {
    const id = setTimeout(() => setSettled(true), pause);
    return () => clearTimeout(id);
  }, []);
  const { popup, dismiss } = usePopup(settled);
  if (!settled || !popup) return null;
  return (
    <Suspense fallback={null}>
      <PopupDialog popup={popup} onClose={dismiss} />
    </Suspense>
  );
}
