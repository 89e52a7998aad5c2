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

/** Who has changed the limits, breaks and exclusions of a player, and when. */
export function LimitHistory({ limits }: { limits: PlayerLimits }) {
  const { t } = useTranslation('staffPages');
  const texts = useLimitTexts(limits.currency);
  const subject = ({ kind, period }: LimitChange) =>
    kind && period ? texts.name({ kind, period }) : '–';
  const detail = (it: LimitChange) => {
    if (it.until) return <Time at={it.until} />;
    return it.change === 'exclusion' ? t('limits.forever') : texts.value(it) || '–';
  };
  return (
    <Panel dense folded flush title={t('limits.history')}>
      <Table
        empty={t('limits.noHistory')}
        label={t('limits.history')}
        rows={limits.history.map((it, index) => ({ ...it, index }))}
        keyOf={({ index }) => String(limits.history.length - index)}
        columns={[
          { title: t('limits.at'), cell: (it) => <Time at={it.at} /> },
          { title: t('limits.by'), cell: (it) => it.by ?? t('limits.player') },
          { title: t('limits.change'), cell: (it) => t(`limits.changes.${it.change}`) },
          { title: t('limits.limit'), cell: (it) => subject(it) },
          { title: t('limits.detail'), cell: (it) => detail(it) },
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
  const subject = ({ subject: it, kind, period }: LimitDifference) => {
    if (it !== 'limit') return t(`limits.${it}`);
    return kind && period ? texts.name({ kind, period }) : t('limits.limit');
  };
  const held = (it: LimitHeld | undefined) => {
    if (!it) return t('limits.none');
    if (it.forever) return t('limits.forever');
    return it.until ? <Time at={it.until} /> : texts.value(it);
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
          keyOf={({ subject: it, kind, period }) => `${it}/${kind}/${period}`}
          columns={[
            { title: t('limits.platform.subject'), cell: (it) => subject(it) },
            { title: t('limits.platform.here'), cell: (it) => held(it.here) },
            { title: t('limits.platform.there'), cell: (it) => held(it.there) },
            {
              title: t('limits.platform.state'),
              cell: (it) => t(`limits.platform.states.${it.state}`),
            },
          ]}
        />
      )}
    </Panel>
  );
}
