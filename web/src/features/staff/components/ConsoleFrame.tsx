import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconLogout, IconMenu2, IconSearch, IconUserCircle } from '@tabler/icons-react';
import { NavLink, useLocation } from 'react-router';
import { Button } from '@/components/ui/Button/Button';
import { Dialog, Drawer } from '@/components/ui/Dialog/Dialog';
import { useSearchKey } from '@/lib/page/page';
import { staffPaths } from '@/lib/paths/staff';
import { useStore } from '@/lib/store/store';
import { connection, followEvents } from '../api/events';
import { logInAsAnother, logOut, updateMe } from '../api/login';
import { useLogin, useMe, useRights } from '../api/useLogin';
import { useStaff } from '../api/useStaff';
import { destinations } from '../navigation';
import { CommandPalette } from './CommandPalette';
import { LoginForm } from './LoginForm';
import { Mark } from './LoginScreen';
import { NavCount, NavLinks } from './NavLinks';
import { Preferences } from './Preferences';
import css from './ConsoleFrame.module.css';
import formCss from './Form.module.css';
import navLinksCss from './NavLinks.module.css';

/** The layout of the console's pages. While it is mounted, the page follows the events of the API. */
export function ConsoleFrame({ children }: { children: ReactNode }) {
  const { t } = useTranslation('staff');
  const login = useLogin();
  const ended = login.phase === 'in' && login.ended;
  const main = useRef<HTMLElement>(null);
  useEffect(() => (ended ? undefined : followEvents()), [ended]);
  useCurrentRoles();
  return (
    <div className={css.frame}>
      <a
        className={css.skip}
        href="#main"
        onClick={(event) => {
          event.preventDefault();
          main.current?.focus();
        }}
      >
        {t('skip')}
      </a>
      <SideRail />
      <div className={css.column}>
        <TopBar />
        <main id="main" ref={main} tabIndex={-1} className={css.main}>
          {children}
        </main>
      </div>
      <PhoneBar />
      <LoginDialog />
    </div>
  );
}

/** Keeps the account up to date: an admin may change its roles meanwhile. */
function useCurrentRoles() {
  const { data } = useStaff('/me');
  const { name } = useMe();
  useEffect(() => {
    if (data?.name === name) updateMe(data);
  }, [data, name]);
}

/** The navigation of large screens. */
function SideRail() {
  const { t } = useTranslation('staff');
  return (
    <div className={css.rail}>
      <p className={css.product}>
        <Mark />
        {t('product')}
      </p>
      <nav aria-label={t('nav.label')} className={css.nav}>
        <NavLinks />
      </nav>
      <AccountMenu />
    </div>
  );
}

/** The login over a page whose login has ended. The page keeps what was typed, and its requests go on afterwards. */
export function LoginDialog() {
  const { t } = useTranslation('staff');
  const login = useLogin();
  if (login.phase !== 'in') return null;
  return (
    <Dialog open={login.ended} persistent onClose={() => undefined} title={t('login.endedTitle')}>
      <div className={formCss.form}>
        <p className={formCss.dim}>{t('login.endedText')}</p>
        <LoginForm name={login.me.name} />
        <Button variant="subtle" size="small" onClick={logInAsAnother}>
          {t('login.another')}
        </Button>
      </div>
    </Dialog>
  );
}

/** The line above every page: the search, the connection, and on phones the product's sign. */
function TopBar() {
  const { t } = useTranslation('staff');
  const [searching, setSearching] = useState(false);
  useSearchKey(() => setSearching(true));
  return (
    <header className={css.bar}>
      <span className={css.topBarProduct}>
        <Mark />
      </span>
      <button
        type="button"
        className={css.search}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K /"
        onClick={() => setSearching(true)}
      >
        <IconSearch size={18} aria-hidden="true" />
        <span className={css.hint}>{t('search.title')}</span>
        <kbd className={css.keys}>{t('search.keys')}</kbd>
      </button>
      <ConnectionState />
      <CommandPalette open={searching} onClose={() => setSearching(false)} />
    </header>
  );
}

/** Whether the page follows the server. While it does not, what it shows may be old. */
function ConnectionState() {
  const { t } = useTranslation('staff');
  const state = useStore(connection);
  return (
    <p className={css.state} data-state={state} role="status" title={t(`connection.${state}Text`)}>
      <span className={css.dot} aria-hidden="true" />
      <span className={css.word}>{t(`connection.${state}`)}</span>
    </p>
  );
}

/** The navigation of phones: the most used pages at the bottom, the others in a drawer. */
function PhoneBar() {
  const { t } = useTranslation('staff');
  const { somewhere } = useRights();
  const { key } = useLocation();
  // The history entry at which the drawer was opened: navigation closes it.
  const [openAt, setOpenAt] = useState<string>();
  return (
    <nav className={css.phoneBarBar} aria-label={t('nav.label')}>
      {destinations
        .filter((destination) => destination.onPhone && somewhere(destination.least))
        .map(({ name, to, icon: Sign }) => (
          <NavLink key={name} to={to} end={to === staffPaths.brands.to()} className={css.item}>
            <Sign size={22} aria-hidden="true" />
            {t(`nav.${name}`)}
            <NavCount name={name} />
          </NavLink>
        ))}
      <button
        type="button"
        className={css.item}
        aria-haspopup="dialog"
        onClick={() => setOpenAt(key)}
      >
        <IconMenu2 size={22} aria-hidden="true" />
        {t('nav.more')}
      </button>
      <Drawer
        open={openAt === key}
        side="end"
        title={t('product')}
        onClose={() => setOpenAt(undefined)}
      >
        <div className={css.drawer}>
          <NavLinks />
          <AccountMenu />
          <Preferences />
        </div>
      </Drawer>
    </nav>
  );
}

/** One's own account and the way out. */
function AccountMenu() {
  const { t } = useTranslation('staff');
  const { name } = useMe();
  return (
    <ul aria-label={t('menu.label')}>
      <li>
        <NavLink to={staffPaths.account.to()} className={navLinksCss.link}>
          <IconUserCircle size={18} aria-hidden="true" />
          {name}
        </NavLink>
      </li>
      <li>
        <button
          type="button"
          className={navLinksCss.link}
          onClick={() => void logOut().catch(() => undefined)}
        >
          <IconLogout size={18} aria-hidden="true" />
          {t('menu.logOut')}
        </button>
      </li>
    </ul>
  );
}
