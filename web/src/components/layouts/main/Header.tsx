import type { ReactNode } from 'react';
import { IconMenu2, IconSearch } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { paths } from '@/lib/paths/paths';
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
export function Header(props: HeaderProps) {
  const player = usePlayer();
  return (
    <HeaderView {...props} logo={<HeaderLogo />} nav={<HeaderNav />}>
      {player ? <PlayerCorner player={player} /> : <GuestActions />}
    </HeaderView>
  );
}

export interface HeaderViewProps extends HeaderProps {
  logo: ReactNode;
  nav: ReactNode;
  /** The visitor's part. */
  children: ReactNode;
}

/** The header without what depends on the visitor. */
export function HeaderView({ onMenu, onSearch, logo, nav, children }: HeaderViewProps) {
  const { t } = useTranslation('layout');
  return (
    <header className={css.header}>
      <div className={css.inner}>
        <IconButton
          className={css.burger}
          label={t('menu.open')}
          icon={<IconMenu2 />}
          onClick={onMenu}
        />
        {logo}
        {nav}
        <span className={css.spacer} />
        <button type="button" className={css.search} onClick={onSearch}>
          <IconSearch size={18} />
          {t('search.label')}
          <kbd aria-hidden="true">/</kbd>
        </button>
        <IconButton
          className={css.searchIcon}
          label={t('search.label')}
          icon={<IconSearch />}
          onClick={onSearch}
        />
        {children}
      </div>
    </header>
  );
}

const GuestActions = () => <GuestLinks onClick={useSaveReturnUrl()} />;

/** The ways to log in and to register; `onClick` runs before the navigation. */
export function GuestLinks({ onClick }: { onClick?(): void }) {
  const { t } = useTranslation('layout');
  return (
    <div className={css.guest}>
      <ButtonLink size="small" to={paths.login.to()} onClick={onClick}>
        {t('auth.login')}
      </ButtonLink>
      <ButtonLink size="small" variant="primary" to={paths.register.to()} onClick={onClick}>
        {t('auth.register')}
      </ButtonLink>
    </div>
  );
}
