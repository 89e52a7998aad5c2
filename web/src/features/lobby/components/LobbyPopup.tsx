import { lazy, Suspense, useEffect, useState } from 'react';
import { usePopup } from '../api/usePopup';

const PopupDialog = lazy(() => import('./PopupDialog'));

/** The delay before the popup opens, in milliseconds. */
const pause = 2500;

/** Shows the brand's popup once a visit, after a delay. */
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
