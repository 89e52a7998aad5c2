import { useTranslation } from 'react-i18next';
import {
  IconBuildingBank,
  IconCards,
  IconCircleArrowDown,
  IconCircleArrowUp,
  IconGift,
  IconHeart,
  IconScale,
  IconShieldLock,
} from '@tabler/icons-react';
import { Link } from 'react-router';
import { isUndone, StatusBadge } from '@/components/account/StatusBadge';
import { Money } from '@/components/ui/Money/Money';
import { Panel } from '@/components/ui/Panel/Panel';
import { Avatar } from '@/components/ui/Avatar/Avatar';
import { Button, ButtonLink } from '@/components/ui/Button/Button';
import { PageTitle } from '@/components/ui/SectionTitle/SectionTitle';
import { Skeleton, TextSkeleton } from '@/components/ui/Skeleton/Skeleton';
import { ErrorState } from '@/components/ui/State/State';
import { classes } from '@/components/ui/classes';
import { WalletAmount } from '@/components/wallet/Wallet';
import { useFinanceListTransactions } from '@/contracts/hooks/finance';
import type { Profile } from '@/contracts/types';
import { KycBadge } from '@/features/account/components/KycBadge';
import { isOffered, supports } from '@/lib/bootstrap/bootstrap';
import { openDeposit, useCanDeposit } from '@/lib/deposit/openDeposit';
import { useFormat } from '@/lib/format/useFormat';
import { isGatewayError } from '@/lib/gateway/error';
import { usePageTitle } from '@/lib/page/usePageTitle';
import { paths } from '@/lib/paths/paths';
import { fullName, useBalance, useProfile } from '@/lib/player/player';
import { ContactForm } from '../components/ContactForm';
import { UsernameForm } from '../components/UsernameForm';
import css from './OverviewRoute.module.css';
import last from '../components/LastTransactions.module.css';

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

const links = [
  { key: 'security', to: paths.profileSecurity.to(), Icon: IconShieldLock },
  { key: 'banks', to: paths.profileBankAccounts.to(), Icon: IconBuildingBank },
  { key: 'bonuses', to: paths.profileBonuses.to(), Icon: IconGift },
  { key: 'games', to: paths.profileHistory.to({ kind: 'games' }), Icon: IconCards },
  { key: 'favorites', to: paths.favorites.to(), Icon: IconHeart },
  { key: 'limits', to: paths.profileLimits.to(), Icon: IconScale },
] as const;

/** Links to the most visited account pages. */
function QuickLinks() {
  const { t } = useTranslation(['account', 'layout']);
  return (
    <ul className={css.links} aria-label={t('overview.links')}>
      {links
        .filter(({ to }) => isOffered(to))
        .map(({ key, to, Icon }) => (
          <li key={key}>
            <Link to={to} className={css.link}>
              <Icon size={24} aria-hidden="true" />
              {t(`layout:account.${key}`)}
            </Link>
          </li>
        ))}
    </ul>
  );
}

/** The balances of the wallet, with links to deposit and withdrawal. */
function Balances() {
  const { t } = useTranslation('account');
  const { balance, bonus } = useBalance();
  const canDeposit = useCanDeposit();
  return (
    <Panel>
      <div className={css.balances}>
        <div className={css.amounts}>
          <div>
            <p className={css.label}>{t('overview.balance')}</p>
            <p className={css.amount}>
              <WalletAmount amount={balance} animated />
            </p>
          </div>
          <div>
            <p className={css.label}>{t('overview.bonus')}</p>
            <p className={classes(css.amount, css.bonus)}>
              <WalletAmount amount={bonus} animated />
            </p>
          </div>
        </div>
        <div className={css.actions}>
          {canDeposit && (
            <Button variant="primary" onClick={() => openDeposit()}>
              <IconCircleArrowDown size={20} aria-hidden="true" />
              {t('overview.deposit')}
            </Button>
          )}
          <ButtonLink to={paths.profileWithdraw.to()}>
            <IconCircleArrowUp size={20} aria-hidden="true" />
            {t('overview.withdraw')}
          </ButtonLink>
        </div>
      </div>
    </Panel>
  );
}

/** The player's name, username and personal data. */
function ProfileCard({ profile }: { profile: Profile }) {
  const { t } = useTranslation('account');
  const format = useFormat();
  const { firstname, lastname, username } = profile;
  const { birthdate, lastlogin } = profile;
  const facts = [
    ['uid', profile.uid],
    ['nationalId', profile.national_id],
    ['birthdate', birthdate && format.date(birthdate, 'date')],
    ['lastlogin', lastlogin ? format.date(lastlogin) : t('overview.firstLogin')],
  ] as const;
  return (
    <section className={css.card} aria-label={t('overview.who')}>
      <Avatar firstname={firstname} lastname={lastname} username={username} size="large" />
      <div>
        <p className={css.name}>{fullName(profile)}</p>
        <p className={css.username}>
          <bdi>{username}</bdi>
          <Link to={paths.profileVerification.to()} title={t('verification.more')}>
            <KycBadge kyc={profile.kyc} />
          </Link>
        </p>
      </div>
      <dl className={css.facts}>
        {facts.map(
          ([key, value]) =>
            value && (
              <div key={key}>
                <dt>{t(`overview.${key}`)}</dt>
                <dd>
                  {/* A masked number has no letter that could show the browser its direction. */}
                  <bdi dir={key === 'nationalId' ? 'ltr' : undefined}>{value}</bdi>
                </dd>
              </div>
            ),
        )}
      </dl>
    </section>
  );
}

/** The number of transactions that the overview shows. */
const transactionCount = 5;

/** The latest transactions. */
function LastTransactions() {
  const { t } = useTranslation(['account', 'common']);
  return (
    <Panel
      title={t('overview.last')}
      aside={
        <Link className={last.all} to={paths.profileHistory.to({ kind: 'finance' })}>
          {t('common:section.all')}
        </Link>
      }
    >
      <Rows />
    </Panel>
  );
}

function Rows() {
  const { t } = useTranslation('account');
  const format = useFormat();
  const { data, error, reload } = useFinanceListTransactions({
    limit: transactionCount,
    offset: 0,
  });
  if (isGatewayError(error, 'no-records') || data?.length === 0) {
    return <p className={last.empty}>{t('overview.none')}</p>;
  }
  if (!data) {
    return error ? <ErrorState error={error} onRetry={reload} /> : <TextSkeleton lines={10} />;
  }
  return (
    <ul className={last.list}>
      {data.map((item) => (
        <li key={item.transaction_id} className={last.row}>
          <span className={last.title}>
            {[item.category, item.method].filter(Boolean).join(' · ')}
          </span>
          <Money className={last.amount} amount={item.amount} signed undone={isUndone(item)} />
          <span className={last.dim}>{format.date(item.created_at)}</span>
          <span className={last.status}>
            <StatusBadge status={item.transaction_status} text={item.status_text} />
          </span>
        </li>
      ))}
    </ul>
  );
}
