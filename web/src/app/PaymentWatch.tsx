import { lazy, Suspense } from 'react';
import { loadWhenIdle } from '@/lib/chunks/lateChunk';
import { loadNamespace } from '@/lib/i18n/i18n';
import { usePlayer } from '@/lib/session/useSession';

const PaymentNotices = lazy(() =>
  loadWhenIdle(async () => {
    const module = import('@/components/payments/PaymentNotices');
    await Promise.all([module, loadNamespace('payments')]);
    return module;
  }),
);

/** Follows a player's open payments once the page is idle. */
export function PaymentWatch() {
  const player = usePlayer();
  if (!player) return null;
  const { username } = player.profile;
  return (
    <Suspense fallback={null}>
      <PaymentNotices key={username} username={username} />
    </Suspense>
  );
}
