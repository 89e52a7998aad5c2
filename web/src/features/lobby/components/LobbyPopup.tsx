import { lazy, Suspense, useEffect, useState } from 'react';
import { usePopup } from '../api/usePopup';

const PopupDialog = lazy(() => import('./PopupDialog'));

/** The delay before the popup opens. */
const popupDelayMs = 2500;

/** Shows the brand's popup once a visit, after a delay. */
export function LobbyPopup() {
  const [delayElapsed, setDelayElapsed] = useState(false);
  useEffect(() => {
    const id = setTimeout(() => setDelayElapsed(true), popupDelayMs);
    return () => clearTimeout(id);
  }, []);
  const { popup, dismiss } = usePopup(delayElapsed);
  if (!delayElapsed || !popup) return null;
  return (
    <Suspense fallback={null}>
      <PopupDialog popup={popup} onClose={dismiss} />
    </Suspense>
  );
}
