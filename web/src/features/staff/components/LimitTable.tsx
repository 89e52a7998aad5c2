import { useTranslation } from 'react-i18next';
import { useLimitTexts } from '../hooks/useLimitTexts';
import { limitKey, type PlayerLimits } from '../model/limits';
import { Table } from './Table';
import { Time } from './Time';

/** The limits in force: what is used and left of them, and what the player has asked for instead. */
export function LimitTable({ limits }: { limits: PlayerLimits }) {
  const { t } = useTranslation('staffPages');
  const texts = useLimitTexts(limits.currency);
  return (
    <Table
      label={t('limits.title')}
      rows={limits.limits}
      keyOf={(it) => limitKey(it)}
      columns={[
        { title: t('limits.limit'), cell: (it) => texts.name(it) },
        { title: t('limits.value'), end: true, cell: (it) => texts.value(it) },
        { title: t('limits.used'), end: true, cell: (it) => texts.number(it.kind, it.used) },
        { title: t('limits.left'), end: true, cell: (it) => texts.number(it.kind, it.left) },
        { title: t('limits.renews'), cell: (it) => <Time at={it.renews} /> },
        {
          title: t('limits.pending'),
          cell: ({ pending }) =>
            pending && (
              <span>
                {pending.removal ? t('limits.removal') : texts.value(pending)} ·{' '}
                <Time at={pending.from} /> – <Time at={pending.until} />
              </span>
            ),
        },
      ]}
    />
  );
}
