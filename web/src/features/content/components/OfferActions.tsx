import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '@/lib/paths/paths';
import { Button, ButtonLink } from '@/components/ui/Button/Button';
import { openDeposit, useCanDeposit } from '@/lib/deposit/openDeposit';
import { useSaveReturnUrl } from '@/lib/session/useSaveReturnUrl';
import { usePlayer } from '@/lib/session/useSession';
import css from './OfferPage.module.css';

/** Login and registration buttons for guests; the login returns to this page. */
export function GuestActions() {
  const { t } = useTranslation('content');
  const saveReturnUrl = useSaveReturnUrl();
  return (
    <ActionStack>
      <ButtonLink variant="primary" fullWidth to={paths.register.to()} onClick={saveReturnUrl}>
        {t('action.register')}
      </ButtonLink>
      <ButtonLink fullWidth to={paths.login.to()} onClick={saveReturnUrl}>
        {t('action.login')}
      </ButtonLink>
    </ActionStack>
  );
}

/** The actions of a running promotion: deposit or claim the bonus. */
export function PromotionActions() {
  const { t } = useTranslation('content');
  const player = usePlayer();
  const canDeposit = useCanDeposit();
  if (!player) return <GuestActions />;
  return (
    <ActionStack>
      {canDeposit && (
        <Button variant="primary" fullWidth onClick={() => openDeposit()}>
          {t('action.deposit')}
        </Button>
      )}
      <ButtonLink fullWidth to={paths.profileBonuses.to()}>
        {t('action.bonuses')}
      </ButtonLink>
    </ActionStack>
  );
}

/** The actions of an offer, stacked at full width. */
function ActionStack({ children }: { children: ReactNode }) {
  return <div className={css.actions}>{children}</div>;
}
