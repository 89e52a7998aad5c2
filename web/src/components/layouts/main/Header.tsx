import { IconMenu2, IconSearch } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { paths } from '@/lib/paths';
import { ButtonLink, IconButton } from '@/components/ui/Button/Button';
import { useSaveReturnUrl } from '@/lib/session/useSaveReturnUrl';
import { usePlayer } from '@/lib/session/useSession';
import { HeaderLogo } from './HeaderLogo';
import { HeaderNav } from './HeaderNav';
import { PlayerCorner } from './PlayerCorner';
import css from './Header.module.css';

export interface HeaderProps {
  onMenu(): void;
  onSearch(): void;
}

/** The sticky header: menu, logo, search and account. */
export function Header({ onMenu, onSearch }: HeaderProps) {
  const { t } = useTranslation('layout');
  const player = usePlayer();
  return (
    <header className={css.header}>
      <div className={css.inner}>
        <IconButton
          className={css.burger}
          label={t('menu.open')}
          icon={<IconMenu2 />}
          onClick={onMenu}
        />
        <HeaderLogo />
        <HeaderNav />
        <span className={css.spacer} />
        <button type="button" className={css.search} onClick={onSearch}>
          <IconSearch size={18} />
          {t('search.hint')}
          <kbd aria-hidden="true">/</kbd>
        </button>
        <IconButton
          className={css.searchIcon}
          label={t('search.label')}
          icon={<IconSearch />}
          onClick={onSearch}
        />
        {player ? <PlayerCorner player={player} /> : <GuestActions />}
      </div>
    </header>
  );
}

function GuestActions() {
  const { t } = useTranslation('layout');
  const saveReturnUrl = useSaveReturnUrl();
  return (
    <div className={css.guest}>
      <ButtonLink size="small" to={paths.login.to()} onClick={saveReturnUrl}>
        {t('auth.login')}
      </ButtonLink>
      <ButtonLink size="small" variant="primary" to={paths.register.to()} onClick={saveReturnUrl}>
        {t('auth.register')}
      </ButtonLink>
    </div>
  );
}
