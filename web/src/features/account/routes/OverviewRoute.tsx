import { useTranslation } from 'react-i18next';
import { PageTitle } from '@/components/ui/SectionTitle/SectionTitle';
import { Skeleton } from '@/components/ui/Skeleton/Skeleton';
import { ErrorState } from '@/components/ui/State/State';
import { supports } from '@/lib/bootstrap/supports';
import { usePageTitle } from '@/lib/page/usePageTitle';
import { useProfile } from '@/lib/player/useProfile';
import { Balances } from '../components/Balances';
import { ContactForm } from '../components/ContactForm';
import { LastTransactions } from '../components/LastTransactions';
import { ProfileCard } from '../components/ProfileCard';
import { QuickLinks } from '../components/QuickLinks';
import { UsernameForm } from '../components/UsernameForm';
import css from './OverviewRoute.module.css';

/** `/profile`: an overview of the player's account. */
export function OverviewRoute() {
  const { t } = useTranslation('account');
  usePageTitle(t('overview.title'));
  const { data: profile, error, reload } = useProfile();
  return (
    <>
      <PageTitle>{t('overview.title')}</PageTitle>
      <div className={css.page}>
        <div className={css.top}>
          {profile ? (
            <ProfileCard profile={profile} />
          ) : error ? (
            <ErrorState error={error} onRetry={reload} />
          ) : (
            <Skeleton className={css.skeleton} />
          )}
          <Balances />
        </div>
        <QuickLinks />
        {supports('finance/list_transactions') && <LastTransactions />}
        {profile && supports('user/update_profile') && (
          <>
            <ContactForm profile={profile} />
            <UsernameForm key={profile.username} profile={profile} />
          </>
        )}
      </div>
    </>
  );
}
