import { useEffect } from 'react';
import { i18next, loadNamespace } from '@/lib/i18n/i18n';
import { useFormat } from '@/lib/format/useFormat';
import { announcedStatus } from '@/lib/maintenance/flag';
import { useStore } from '@/lib/store/useStore';
import { toasts } from '@/lib/toast/store';

const id = 'planned-maintenance';

/** Tells players of the maintenance that begins within a day, until they close the notice or it is withdrawn. */
export function usePlannedNotice(): void {
  const format = useFormat();
  const next = JSON.stringify(useStore(announcedStatus).planned);
  useEffect(() => {
    const plan = announcedStatus.get().planned;
    if (!next || !plan) return;
    const time = [plan.from, plan.until]
      .filter((it) => it !== null)
      .map((it) => format.date(it, 'date-time'))
      .join(' – ');
    let shown = true;
    void loadNamespace('closedPart').then(() => {
      if (!shown) return;
      const parts = plan.parts.length > 0 ? plan.parts : (['site'] as const);
      const part = parts.map((it) => i18next.t(`closedPart:${it}`)).join(', ');
      const message = `${i18next.t('closedPart:planned', { part, time })} ${plan.message}`;
      toasts.show({ id, kind: 'info', message, timeout: 0 });
    });
    return () => {
      shown = false;
      toasts.dismiss(id);
    };
  }, [next, format]);
}
