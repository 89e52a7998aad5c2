import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { paths } from '@/lib/paths';
import { ButtonLink } from '@/components/ui';
import { usePlayer } from '@/lib/session';
import { stored } from '@/lib/storage';
import { OfferActions } from './OfferPage';

/** Login and registration buttons for guests; the login returns to this page. */
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

/** The actions of a running promotion: deposit or claim the bonus. */
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
