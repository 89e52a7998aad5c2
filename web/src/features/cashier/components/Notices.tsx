import { IconGift, IconIdBadge2, IconAlertCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Button } from '@/components/ui/Button/Button';
import { SectionErrors } from '@/components/ui/SectionErrors/SectionErrors';
import { classes } from '@/components/ui/classes';
import { cashType } from '@/contracts/constants';
import type { CashType } from '@/contracts/types';
import { openDeposit, useCanDeposit } from '@/lib/deposit/openDeposit';
import { useFormat } from '@/lib/format/useFormat';
import { paths } from '@/lib/paths/paths';
import { useProfile } from '@/lib/player/player';
import { useDepositBonus, useWithdrawChecks } from '../api/cashier';
import css from './Notice.module.css';

/** Describes the bonus of a deposit and its wagering requirement. */
export function BonusNotice() {
  const { t } = useTranslation('cashier');
  const format = useFormat();
  const { available, active } = useDepositBonus();
  const bonus = active ?? available;
  if (!bonus) return null;
  const money = (amount: number) => format.money(amount, { round: true });
  return (
    <div className={classes(css.notice, css.bonus)}>
      <IconGift size={24} aria-hidden="true" />
      <p className={css.lines}>
        <strong>{bonus.title}</strong>
        <span>
          {active
            ? t('bonus.active', { left: money(active.wager_required - active.wager_done) })
            : t('bonus.available', {
                amount: money(bonus.amount),
                wager: money(bonus.wager_required),
              })}
        </span>
      </p>
      <Link className={css.link} to={paths.profileBonuses.to()}>
        {t('bonus.all')}
      </Link>
    </div>
  );
}

/** The notices before a deposit: missing documents and the bonus. */
export function DepositNotices() {
  return (
    <>
      <SectionErrors of="nothing">
        <IdentityNotice type={cashType.deposit} />
      </SectionErrors>
      <SectionErrors of="nothing">
        <BonusNotice />
      </SectionErrors>
    </>
  );
}

/** Explains the effect of an unverified identity on a payment and leads to the verification. */
export function IdentityNotice({ type }: { type: CashType }) {
  const { t } = useTranslation('cashier');
  const kyc = useProfile().data?.kyc;
  if (!kyc || kyc === 'verified') return null;
  const key = type === cashType.deposit ? 'deposit' : 'withdraw';
  const blocks = type === cashType.withdraw && kyc !== 'pending';
  return (
    <p className={classes(css.notice, blocks && css.blocks)}>
      <IconIdBadge2 size={22} aria-hidden="true" />
      <span className={css.text}>{t(`identity.${key}.${kyc}`)}</span>
      <Link className={css.link} to={paths.profileVerification.to()}>
        {t('identity.more')}
      </Link>
    </p>
  );
}

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
