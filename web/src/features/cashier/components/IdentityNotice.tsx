import { IconIdBadge2 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { classes } from '@/components/ui/classes';
import { cashType } from '@/contracts/constants';
import type { CashType } from '@/contracts/types';
import { paths } from '@/lib/paths/paths';
import { useProfile } from '@/lib/player/useProfile';
import css from './Notice.module.css';

/** Says up front what an identity that is not verified means for a payment, and leads to what to do about it. */
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
