import { IconGift, IconIdBadge2 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { SectionErrors } from '@/components/ui/SectionErrors/SectionErrors';
import { classes } from '@/components/ui/classes';
import { cashType } from '@/contracts/constants';
import type { CashType } from '@/contracts/types';
import { useFormat } from '@/lib/format/useFormat';
import { paths } from '@/lib/paths/paths';
import { useProfile } from '@/lib/player/player';
import { useDepositBonus } from '../api/cashier';
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
