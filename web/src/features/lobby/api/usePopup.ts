import { useCallback, useMemo, useState } from 'react';
import { useCmscontrollerPopupInformation } from '@/contracts/hooks/cmscontroller';
import type { Popup } from '@/contracts/types';
import { bootstrap } from '@/lib/bootstrap/bootstrap';
import { usePhases } from '@/lib/content/phase';
import { sessionStored, stored, type StoredValues } from '@/lib/storage/stored';

/** Reports whether the player dismissed a popup for this visit or for good. */
const isDismissed = (popup: Popup): boolean =>
  [sessionStored, stored].some((values) => values.get('modalStatus')?.includes(String(popup.id)));

const markDismissed = (values: StoredValues, popup: Popup) =>
  values.set('modalStatus', [...(values.get('modalStatus') ?? []), String(popup.id)]);

interface ShownPopup {
  popup: Popup | undefined;
  /** Closes the popup for this visit, or for good. */
  dismiss(forGood: boolean): void;
}

/** Returns the first popup of the answer that is active, in its period and not dismissed. */
export function usePopup(enabled: boolean): ShownPopup {
  const { data } = useCmscontrollerPopupInformation(
    enabled ? { siteId: bootstrap().brand.siteId } : null,
  );
  const activePopups = useMemo(() => data?.filter(({ Active }) => Active === 1), [data]);
  const [, setDismissCount] = useState(0);
  const inPeriod = usePhases(activePopups)?.active;
  const popup = activePopups?.find((item) => inPeriod?.includes(item) && !isDismissed(item));
  const dismiss = useCallback(
    (forGood: boolean) => {
      if (popup) markDismissed(forGood ? stored : sessionStored, popup);
      setDismissCount((count) => count + 1);
    },
    [popup],
  );
  return { popup, dismiss };
}
