import { Suspense, useEffect } from 'react';
import { lazySection, withTexts } from '@/components/ui/SectionErrors/lazySection';
import { OverlayErrors } from '@/components/ui/SectionErrors/OverlayErrors';
import { breakDialog } from '@/lib/break/breakDialog';
import { usePlayer } from '@/lib/session/useSession';
import { useStore } from '@/lib/store/store';

const BreakDialog = lazySection(() =>
  withTexts(import('@/components/limits/BreakDialog'), 'BreakDialog', 'break'),
);

const close = () => breakDialog.set(false);

/** Shows the dialog to take a break. It closes with the session. */
export function BreakHost() {
  const open = useStore(breakDialog);
  const player = usePlayer()?.profile.username;
  useEffect(() => close, [player]);
  if (!open || player === undefined) return null;
  return (
    <OverlayErrors onClose={close} onRetry={() => breakDialog.set(true)}>
      <Suspense fallback={null}>
        <BreakDialog onClose={close} />
      </Suspense>
    </OverlayErrors>
  );
}
