import { IconSparkles, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Button, ButtonLink, IconButton } from '@/components/ui/Button/Button';
import { openDeposit, useCanDeposit } from '@/lib/deposit/openDeposit';
import { paths } from '@/lib/paths/paths';
import { welcomeDismissed } from './dismissed';
import css from './WelcomeCard.module.css';

interface WelcomeCardProps {
  /** The owner of the stored choice to hide the card. */
  username: string;
  /** The name in the greeting. */
  name: string;
}

/** Offers a deposit and bonuses to a player without money, until the player hides it. */
export function WelcomeCard({ username, name }: WelcomeCardProps) {
  const { t } = useTranslation('welcome');
  const canDeposit = useCanDeposit();
  return (
    <section className={css.card} aria-label={t('label')}>
      <IconSparkles size={32} aria-hidden="true" className={css.icon} />
      <div className={css.text}>
        <p className={css.title}>{t('title', { name })}</p>
        <p>{t('text')}</p>
      </div>
      <div className={css.actions}>
        {canDeposit && (
          <Button variant="primary" onClick={() => openDeposit()}>
            {t('deposit')}
          </Button>
        )}
        <ButtonLink to={paths.profileBonuses.to()}>{t('bonuses')}</ButtonLink>
      </div>
      <IconButton
        className={css.dismiss}
        size="small"
        label={t('dismiss')}
        icon={<IconX size={18} />}
        onClick={() => welcomeDismissed.set(true, username)}
      />
    </section>
  );
}
