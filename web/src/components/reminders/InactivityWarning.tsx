import { Suspense } from 'react';
import { useSession } from '@/lib/session/useSession';
import { useStore } from '@/lib/store/useStore';
import { InactivityDialog } from './InactivityDialog';

/** Asks an inactive player whether to stay, before the session ends. */
export function InactivityWarning() {
  const { session } = useSession();
  const endsAt = useStore(session.warning);
  if (endsAt === undefined) return null;
  return (
    <Suspense fallback={null}>
      <InactivityDialog
        endsAt={endsAt}
        onStay={() => session.recordActivity('stay')}
        onLogout={() => void session.logout()}
        onEnd={session.checkPresence}
      />
    </Suspense>
  );
}
