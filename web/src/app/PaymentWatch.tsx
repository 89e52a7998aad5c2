import { lazy, Suspense, useEffect, useState } from 'react';
import { loadNamespace } from '@/lib/i18n/i18n';
import { usePlayer } from '@/lib/session/useSession';

/** What is not loaded is tried again on the next page load; the player's pages do not need it. */
const nothing = { default: () => null };

const PaymentNotices = lazy(() =>
  Promise.all([import('@/components/payments/PaymentNotices'), loadNamespace('payments')]).then(
    ([module]) => module,
    () => nothing,
  ),
);

/** Follows a player's open payments once the page is idle. */
export function PaymentWatch() {
  const player = usePlayer();
  const idle = useIdle();
  if (!player || !idle) return null;
  const { username } = player.profile;
  return (
    <Suspense fallback={null}>
      <PaymentNotices key={username} username={username} />
    </Suspense>
  );
}

function useIdle(): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(() => {
    const id = setTimeout(() => setIdle(true), 1500);
    return () => clearTimeout(id);
  }, []);
  return idle;
}
