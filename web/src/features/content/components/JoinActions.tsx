import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { paths } from '@/lib/paths';
import { ButtonLink } from '@/components/ui';
import { usePlayer } from '@/lib/session';
import { stored } from '@/lib/storage';
import { OfferActions } from './OfferPage';

/** How a guest takes part; after login one comes back to this page. */
export function GuestActions() {
  const { t } = useTranslation('content');
  const { pathname } = useLocation();
  const comeBack = () => stored.set('returnUrl', pathname);
  return (
    <OfferActions>
      <ButtonLink variant="primary" wide to={paths.register.to()} onClick={comeBack}>
        {t('action.register')}
      </ButtonLink>
      <ButtonLink wide to={paths.login.to()} onClick={comeBack}>
        {t('action.login')}
      </ButtonLink>
    </OfferActions>
  );
}

/** What one does about a promotion that runs: a player pays in or takes the bonus. */
export function PromotionActions() {
  const { t } = useTranslation('content');
  const player = usePlayer();
  if (!player) return <GuestActions />;
  return (
    <OfferActions>
      <ButtonLink variant="primary" wide to={paths.profileDeposit.to()}>
        {t('action.deposit')}
      </ButtonLink>
      <ButtonLink wide to={paths.profileBonuses.to()}>
        {t('action.bonuses')}
      </ButtonLink>
    </OfferActions>
  );
}
