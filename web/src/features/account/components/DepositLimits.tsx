import { IconWallet } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Panel } from '@/components/account';
import type { LimitPeriod, PlayerLimit } from '@/contracts/types';
import { DepositLimit } from './DepositLimit';
import css from './DepositLimits.module.css';

const periods: readonly LimitPeriod[] = ['day', 'week', 'month'];

/** The player's deposit limits, which the server enforces. */
export function DepositLimits({ limits }: { limits: readonly PlayerLimit[] }) {
  const { t } = useTranslation('limits');
  return (
    <Panel icon={<IconWallet size={22} />} title={t('deposit.title')} text={t('deposit.text')}>
      <ul className={css.limits}>
        {periods.map((period) => (
          <DepositLimit
            key={period}
            period={period}
            limit={limits.find((it) => it.kind === 'deposit' && it.period === period)}
          />
        ))}
      </ul>
    </Panel>
  );
}
