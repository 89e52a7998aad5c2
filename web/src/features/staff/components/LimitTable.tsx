import { useTranslation } from 'react-i18next';
import { useLimitTexts } from '../hooks/useLimitTexts';
import {
  limitKey,
  type LimitChange,
  type LimitDifference,
  type LimitHeld,
  type PlayerLimits,
} from '../model/limits';
import { Panel } from '@/components/ui/Panel/Panel';
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
      keyOf={(row) => limitKey(row)}
      columns={[
        { title: t('limits.limit'), cell: (row) => texts.name(row) },
        { title: t('limits.value'), end: true, cell: (row) => texts.value(row) },
        { title: t('limits.used'), end: true, cell: (row) => texts.number(row.kind, row.used) },
        { title: t('limits.left'), end: true, cell: (row) => texts.number(row.kind, row.left) },
        { title: t('limits.renews'), cell: (row) => <Time at={row.renews} /> },
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

/** Who has changed the limits, breaks and exclusions of a player, and when. */
export function LimitHistory({ limits }: { limits: PlayerLimits }) {
  const { t } = useTranslation('staffPages');
  const texts = useLimitTexts(limits.currency);
  const subject = ({ kind, period }: LimitChange) =>
    kind && period ? texts.name({ kind, period }) : '–';
  const detail = (item: LimitChange) => {
    if (item.until) return <Time at={item.until} />;
    return item.change === 'exclusion' ? t('limits.forever') : texts.value(item) || '–';
  };
  return (
    <Panel dense folded flush title={t('limits.history')}>
      <Table
        empty={t('limits.noHistory')}
        label={t('limits.history')}
        rows={limits.history.map((item, index) => ({ ...item, index }))}
        keyOf={({ index }) => String(limits.history.length - index)}
        columns={[
          { title: t('limits.at'), cell: (row) => <Time at={row.at} /> },
          { title: t('limits.by'), cell: (row) => row.by ?? t('limits.player') },
          { title: t('limits.change'), cell: (row) => t(`limits.changes.${row.change}`) },
          { title: t('limits.limit'), cell: (row) => subject(row) },
          { title: t('limits.detail'), cell: (row) => detail(row) },
        ]}
      />
    </Panel>
  );
}

/** Where a platform that holds limits itself differs from what is held here; nothing of other platforms. */
export function LimitDifferences({ limits }: { limits: PlayerLimits }) {
  const { t } = useTranslation('staffPages');
  const texts = useLimitTexts(limits.currency);
  const { platform } = limits;
  if (!platform) return null;
  const subject = ({ subject: item, kind, period }: LimitDifference) => {
    if (item !== 'limit') return t(`limits.${item}`);
    return kind && period ? texts.name({ kind, period }) : t('limits.limit');
  };
  const held = (item: LimitHeld | undefined) => {
    if (!item) return t('limits.none');
    if (item.forever) return t('limits.forever');
    return item.until ? <Time at={item.until} /> : texts.value(item);
  };
  return (
    <Panel dense title={t('limits.platform.title')}>
      <p>
        <span>{`${t('limits.platform.asOf')}: `}</span>
        <Time at={platform.as_of} relative />
        {platform.differences.length === 0 && <span>{` · ${t('limits.platform.same')}`}</span>}
      </p>
      {platform.differences.length > 0 && (
        <Table
          label={t('limits.platform.title')}
          rows={platform.differences}
          keyOf={(row) => `${row.subject}/${row.kind}/${row.period}`}
          columns={[
            { title: t('limits.platform.subject'), cell: (row) => subject(row) },
            { title: t('limits.platform.here'), cell: (row) => held(row.here) },
            { title: t('limits.platform.there'), cell: (row) => held(row.there) },
            {
              title: t('limits.platform.state'),
              cell: (row) => t(`limits.platform.states.${row.state}`),
            },
          ]}
        />
      )}
    </Panel>
  );
}
