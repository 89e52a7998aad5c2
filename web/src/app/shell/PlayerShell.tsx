import { useTranslation } from 'react-i18next';
import account from '@/components/layouts/account/AccountLayout.module.css';
import { PageTitle } from '@/components/ui/SectionTitle/SectionTitle';
import { PageSkeleton } from '@/components/ui/Skeleton/Skeleton';
import { cashType } from '@/contracts/constants';
import { BonusNotice, IdentityNotice } from '@/features/cashier/components/Notices';
import { MethodGrid } from '@/features/cashier/components/MethodGrid';
import cashier from '@/features/cashier/components/PaymentPage.module.css';
import { Either, In } from './pages';
import script from './playerShell.js?raw';
import { linkSlot, slot, Unless, When } from './slots';

const kycs = ['none', 'pending', 'rejected'] as const;

/** A page of the account: the deposit's notices and methods for a player, or a placeholder. */
export function PlayerShell() {
  const { t } = useTranslation('cashier');
  return (
    <div className={account.account}>
      <aside className={account.side} />
      <div>
        <When is="owner">
          <PageTitle>{t('deposit.title')}</PageTitle>
          <div className={cashier.notices}>
            {kycs.map((kyc) => (
              <When key={kyc} is={`kyc_${kyc}`}>
                <In state={{ kyc }}>
                  <IdentityNotice type={cashType.deposit} />
                </In>
              </When>
            ))}
            <When is="bonus">
              <Either flag="active" yes={{ hasBonus: true }} no={{ hasBonus: false }}>
                <BonusNotice />
              </Either>
            </When>
          </div>
          <MethodGrid type={cashType.deposit} to={() => linkSlot('to')} />
          <script
            nonce={slot('nonce')}
            data-owner={slot('owner')}
            data-last={t('method.last')}
            data-others={t('method.others')}
          >
            {script}
          </script>
        </When>
        <Unless is="owner">
          <PageSkeleton />
        </Unless>
      </div>
    </div>
  );
}
