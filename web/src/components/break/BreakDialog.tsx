import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Skeleton } from '@/components/ui/Skeleton/Skeleton';
import { Dialog } from '@/components/ui/Dialog/Dialog';
import { useLimitsGet } from '@/contracts/hooks/limits';
import type { BreakHours } from './breakLengths';
import { BreakLengths } from './BreakLengths';
import { ConfirmBreak } from './ConfirmBreak';
import { RunningBreak } from './RunningBreak';

/**
 * Takes a break: the player chooses how long, then confirms, since a break cannot be shortened. During a break or a
 * self-exclusion it says until when that holds; a break can be extended.
 */
export function BreakDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation('break');
  const { data, error } = useLimitsGet();
  const [hours, setHours] = useState<BreakHours>();
  if (hours !== undefined)
    return <ConfirmBreak hours={hours} onBack={() => setHours(undefined)} onClose={onClose} />;
  const { cool_off: current, exclusion } = data ?? {};
  return (
    <Dialog open title={t('title')} onClose={onClose}>
      {(current || exclusion) && (
        <RunningBreak current={current} exclusion={exclusion} onClose={onClose} />
      )}
      {/* Without the player's limits the server decides alone. A running break may become longer. */}
      {!exclusion &&
        (data || error ? <BreakLengths onSelect={setHours} /> : <Skeleton height={240} />)}
    </Dialog>
  );
}
