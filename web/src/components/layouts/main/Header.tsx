import { useEffect, useRef, useState, type ReactNode } from 'react';
import { IconMenu2, IconSearch } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Avatar } from '@/components/ui/Avatar/Avatar';
import { ButtonLink, IconButton } from '@/components/ui/Button/Button';
import { Menu } from '@/components/ui/Menu/Menu';
import { Wallet } from '@/components/wallet/Wallet';
import { bootstrap } from '@/lib/bootstrap/bootstrap';
import { paths } from '@/lib/paths/paths';
import { usePlayer, useSaveReturnUrl, type Player } from '@/lib/session/useSession';
import { useColorMode } from '@/lib/theme/mode';
import { AccountMenu } from '../account/AccountLayout';
import { Unread } from '../account/Unread';
import { HeaderNav } from './HeaderNav';
import css from './Header.module.css';

interface HeaderProps {
  onMenu(): void;
  onSearch(): void;
}

/** The sticky header: menu, logo, search and account. */
export function Header(props: HeaderProps) {
  const player = usePlayer();
  return (
    <HeaderView {...props}>
      {player ? <PlayerCorner player={player} /> : <GuestActions />}
    </HeaderView>
  );
}

interface HeaderViewProps extends HeaderProps {
  /** The visitor's part. */
  children: ReactNode;
}

/** The header without the parts that depend on the visitor. */
export function HeaderView({ onMenu, onSearch, children }: HeaderViewProps) {
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
        <HeaderLogo />
        <HeaderNav />
        <span className={css.spacer} />
        <button type="button" className={css.search} aria-keyshortcuts="/" onClick={onSearch}>
          <IconSearch size={18} />
          {t('search.label')}
          <kbd aria-hidden="true">/</kbd>
        </button>
        <IconButton
          className={css.searchIcon}
          label={t('search.label')}
          icon={<IconSearch />}
          aria-keyshortcuts="/"
          onClick={onSearch}
        />
        {children}
      </div>
    </header>
  );
}

/** The links to log in and to register. */
export function GuestActions() {
  const { t } = useTranslation('layout');
  const onClick = useSaveReturnUrl();
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

/** The smallest readable size of a logo, as a share of its full size. */
const smallest = 0.8;

/** The home link. Its logo shrinks when space is short, and finally becomes the symbol. */
function HeaderLogo() {
  const link = useRef<HTMLAnchorElement>(null);
  const [compact, setCompact] = useState(false);
  useEffect(() => {
    const element = link.current;
    if (!element) return;
    const image = element.querySelector('img');
    const observer = new ResizeObserver(() => {
      if (!image?.naturalHeight) return;
      const full = (image.naturalWidth / image.naturalHeight) * image.clientHeight;
      setCompact(element.clientWidth < full * smallest);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return (
    <Link ref={link} className={css.logo} to={paths.home.to()} data-compact={compact || undefined}>
      <Logo name={bootstrap().brand.name} />
    </Link>
  );
}

/** The brand's logo for the current colour mode. */
export function Logo({ name }: { name: string }) {
  const { mode } = useColorMode();
  const { logo } = bootstrap().brand;
  return <img src={logo[mode]} alt={name} width={132} height={36} />;
}

/** The player's part of the header: balance, deposit and account menu. */
function PlayerCorner({ player }: { player: Player }) {
  const { t } = useTranslation('layout');
  const { username } = player.profile;
  return (
    <>
      <Wallet toggle className={css.wallet} />
      <div className={css.account}>
        <Menu
          trigger={(props) => (
            <button
              type="button"
              className={css.avatar}
              aria-label={`${t('account.label')}: ${username}`}
              {...props}
            >
              <Avatar {...player.profile} />
              <span className={css.unread}>
                <Unread />
              </span>
            </button>
          )}
        >
          <AccountMenu />
        </Menu>
      </div>
    </>
  );
}
