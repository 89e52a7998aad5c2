import { lazy, Suspense, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { readDeposit } from '@/lib/deposit/address';
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
  // It does not open over the deposit drawer, and opens once that is closed.
  const depositing = readDeposit(useLocation().search) !== undefined;
  if (!delayElapsed || !popup || depositing) return null;
  return (
    <Suspense fallback={null}>
      <PopupDialog popup={popup} onClose={dismiss} />
    </Suspense>
  );
}
