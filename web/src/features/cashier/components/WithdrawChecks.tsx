import type { ReactNode } from 'react';
import { IconAlertCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Button } from '@/components/ui/Button/Button';
import { openDeposit, useCanDeposit } from '@/lib/deposit/openDeposit';
import { useFormat } from '@/lib/format/useFormat';
import { paths } from '@/lib/paths/paths';
import { useWithdrawChecks } from '../api/cashier';
import { IdentityNotice } from './DepositNotices';
import css from './Notice.module.css';
import { cashType } from '@/contracts/constants';

/** Lists the obstacles of a withdrawal before the form, each with a link to a solution. */
export function WithdrawChecks() {
  const { t } = useTranslation('cashier');
  const format = useFormat();
  const canDeposit = useCanDeposit();
  const { identity, account, minimum, bonus } = useWithdrawChecks();
  if (!identity && !account && minimum === undefined && !bonus) return null;
  const money = (amount: number) => format.money(amount, { round: true });
  return (
    <section className={css.checks} aria-label={t('before.title')}>
      <h2 className={css.title}>{t('before.title')}</h2>
      {identity && <IdentityNotice type={cashType.withdraw} />}
      {account && (
        <Check
          text={t('before.account')}
          action={
            <Link className={css.link} to={paths.profileBankAccounts.to()}>
              {t('before.accountLink')}
            </Link>
          }
        />
      )}
      {minimum !== undefined && (
        <Check
          text={t('before.minimum', { min: money(minimum) })}
          action={
            canDeposit && (
              <Button size="small" onClick={() => openDeposit()}>
                {t('before.minimumLink')}
              </Button>
            )
          }
        />
      )}
      {bonus && (
        <Check
          text={t('before.bonus', {
            title: bonus.title,
            left: money(bonus.wager_required - bonus.wager_done),
          })}
          action={
            <Link className={css.link} to={paths.profileBonuses.to()}>
              {t('before.bonusLink')}
            </Link>
          }
        />
      )}
    </section>
  );
}

function Check({ text, action }: { text: string; action: ReactNode }) {
  return (
    <p className={`${css.notice} ${css.blocks}`}>
      <IconAlertCircle size={22} aria-hidden="true" />
      <span className={css.text}>{text}</span>
      {action}
    </p>
  );
}
