import { useCallback, useMemo, useState } from 'react';
import { useCmscontrollerPopupInformation } from '@/contracts/hooks/cmscontroller';
import type { Popup } from '@/contracts/types';
import { bootstrap } from '@/lib/bootstrap/bootstrap';
import { usePhases } from '@/lib/content/usePhases';
import { sessionStored, stored, type StoredValues } from '@/lib/storage/stored';

/** Dismissed for this visit, or for good. */
const dismissed = (popup: Popup): boolean =>
  [sessionStored, stored].some((values) => values.get('modalStatus')?.includes(String(popup.id)));

const keep = (values: StoredValues, popup: Popup) =>
  values.set('modalStatus', [...(values.get('modalStatus') ?? []), String(popup.id)]);

export interface ShownPopup {
  popup: Popup | undefined;
  /** Closes the popup for this visit, or for good. */
  dismiss(forGood: boolean): void;
}

/** Returns the first popup that is active, in its period and not closed (spec §5: filtered here). */
export function usePopup(when: boolean): ShownPopup {
  const { data } = useCmscontrollerPopupInformation(
    when ? { siteId: bootstrap().brand.siteId } : null,
  );
  const on = useMemo(() => data?.filter(({ Active }) => Active === 1), [data]);
  const [, setClosed] = useState(0);
  const popup = usePhases(on)?.active.find((it) => !dismissed(it));
  const dismiss = useCallback(
    (forGood: boolean) => {
      if (popup) keep(forGood ? stored : sessionStored, popup);
      setClosed((count) => count + 1);
    },
    [popup],
  );
  return { popup, dismiss };
}
