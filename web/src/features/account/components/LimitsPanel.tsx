import { IconArrowsDown, IconClockHour4, IconCoins, IconWallet } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Panel } from '@/components/ui/Panel/Panel';
import type { LimitKind, PlayerLimit } from '@/contracts/types';
import { LimitForm } from './LimitForm';
import { LimitItem } from './LimitItem';
import css from './Limits.module.css';

const icons = {
  deposit: IconWallet,
  loss: IconArrowsDown,
  stake: IconCoins,
  session_time: IconClockHour4,
} satisfies Record<LimitKind, unknown>;

interface LimitsPanelProps {
  kind: LimitKind;
  /** All limits of the player. */
  limits: readonly PlayerLimit[];
}

/** The player's limits of one kind, which the server enforces, and a form for one more. */
export function LimitsPanel({ kind, limits }: LimitsPanelProps) {
  const { t } = useTranslation('limits');
  const Icon = icons[kind];
  const own = limits.filter((limit) => limit.kind === kind);
  return (
    <Panel
      icon={<Icon size={22} />}
      title={t(`kinds.${kind}.title`)}
      text={t(`kinds.${kind}.text`)}
    >
      {own.length > 0 ? (
        <ul className={css.limits}>
          {own.map((limit) => (
            <LimitItem key={limit.period} limit={limit} />
          ))}
        </ul>
      ) : (
        <p className={css.note}>{t('limit.none')}</p>
      )}
      <LimitForm kind={kind} />
    </Panel>
  );
}
