import { useTranslation } from 'react-i18next';
import { paths } from '@/lib/paths';
import { ButtonLink } from '@/components/ui';
import { useSaveReturnUrl } from '@/lib/session';
import { VirtualIcon } from './VirtualIcon';
import type { VirtualPage } from '../model/virtualGames';
import css from './VirtualInvitation.module.css';

/** Shown to visitors instead of the game: the available games, login and registration. */
export function VirtualInvitation({ page, games }: VirtualPage) {
  const { t } = useTranslation('games');
  // The login returns to this page (spec §2, return address).
  const saveReturnUrl = useSaveReturnUrl();
  return (
    <>
      <div className={css.hero}>
        <p className={css.text}>{t(`virtual.pages.${page}.text`)}</p>
        <div className={css.actions}>
          <ButtonLink variant="primary" size="large" to={paths.login.to()} onClick={saveReturnUrl}>
            {t('virtual.login')}
          </ButtonLink>
          <ButtonLink size="large" to={paths.register.to()} onClick={saveReturnUrl}>
            {t('virtual.register')}
          </ButtonLink>
        </div>
      </div>
      <ul className={css.games}>
        {games.map((type) => (
          <li key={type} className={css.game}>
            <span className={css.icon}>
              <VirtualIcon type={type} size={28} />
            </span>
            <h2 className={css.name}>{t(`virtual.games.${type}.name`)}</h2>
            <p className={css.description}>{t(`virtual.games.${type}.text`)}</p>
          </li>
        ))}
      </ul>
    </>
  );
}
