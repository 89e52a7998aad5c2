import {
  IconSearch,
  IconMenu2,
  IconLogout,
  IconPalette,
  IconUserCircle,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NavLink, useLocation } from 'react-router';
import { Drawer } from '@/components/ui/Dialog/Dialog';
import { staffLanguages } from '@/lib/i18n/language';
import { useSearchKey } from '@/lib/page/page';
import { staffPaths } from '@/lib/paths/staff';
import { useStore } from '@/lib/store/store';
import { useStaff } from '../api/client';
import { connection } from '../api/events';
import { useRights, logOut, useMe } from '../api/login';
import { look, looks, setLanguage } from '../model/settings';
import { destinations, groups, countAt } from '../navigation';
import { CommandPalette } from './CommandPalette';
import { Segments } from './Fields';
import css from './Navigation.module.css';

/** The bar above every page with the search, the connection and, on phones, the product's logo. */
export function TopBar() {
  const { t } = useTranslation('staff');
  const [searching, setSearching] = useState(false);
  useSearchKey(() => setSearching(true));
  return (
    <header className={css.bar}>
      <span className={css.product}>
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

/** The navigation of large screens. */
export function SideRail() {
  const { t } = useTranslation('staff');
  return (
    <div className={css.rail}>
      <p className={css.railProduct}>
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

/** The navigation of phones: the most used pages at the bottom, and the others in a drawer. */
export function PhoneBar() {
  const { t } = useTranslation('staff');
  const { somewhere } = useRights();
  const { key } = useLocation();
  // The history entry of the open drawer, because navigation closes it.
  const [openAt, setOpenAt] = useState<string>();
  return (
    <nav className={css.phoneBar} aria-label={t('nav.label')}>
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

/** The pages that the account can see, in their groups. */
export function NavLinks() {
  const { t } = useTranslation('staff');
  const { somewhere } = useRights();
  // The server lists the brands that the account may see.
  const brands = useStaff('/brands').data ?? [];
  const studios = brands.map(({ id, name }) => ({
    name: `studio ${id}`,
    title: name,
    to: staffPaths.studio.to({ brand: id }),
    icon: IconPalette,
  }));
  return [...groups, 'studio' as const].map((group) => {
    const pages = destinations
      .filter((destination) => destination.group === group && somewhere(destination.least))
      .map(({ name, to, icon }) => ({ name, title: t(`nav.${name}`), to, icon }));
    const links = group === 'studio' ? studios : pages;
    if (links.length === 0) return null;
    return (
      <div key={group} className={css.group}>
        <p className={css.title}>{t(`nav.groups.${group}`)}</p>
        <ul>
          {links.map(({ name, title, to, icon: Sign }) => (
            <li key={name}>
              <NavLink to={to} end={to === staffPaths.brands.to()} className={css.link}>
                <Sign size={18} aria-hidden="true" />
                {title}
                <NavCount name={name} />
              </NavLink>
            </li>
          ))}
        </ul>
      </div>
    );
  });
}

const pollIntervalMs = 60_000;

/** The number of waiting items of a page in the navigation, or nothing for zero. */
function NavCount({ name }: { name: string }) {
  const { t } = useTranslation('staff');
  const count = countAt(name, useStaff('/inbox', {}, { pollIntervalMs }).data);
  if (count === 0) return null;
  return (
    <span className={css.count} aria-label={t('nav.waiting', { count })} role="img">
      {count}
    </span>
  );
}

/** Links to the current account and logs out. */
function AccountMenu() {
  const { t } = useTranslation('staff');
  const { name } = useMe();
  return (
    <ul aria-label={t('menu.label')}>
      <li>
        <NavLink to={staffPaths.account.to()} className={css.link}>
          <IconUserCircle size={18} aria-hidden="true" />
          {name}
        </NavLink>
      </li>
      <li>
        <button
          type="button"
          className={css.link}
          onClick={() => void logOut().catch(() => undefined)}
        >
          <IconLogout size={18} aria-hidden="true" />
          {t('menu.logOut')}
        </button>
      </li>
    </ul>
  );
}

/** The language and the colour mode of the staff console. */
export function Preferences() {
  const { t, i18n } = useTranslation('staff');
  const chosen = useStore({ get: () => look.get(), subscribe: look.subscribe });
  return (
    <div className={css.preferences}>
      <Segments
        label={t('settings.language')}
        value={staffLanguages.find((item) => item === i18n.language) ?? 'en'}
        options={staffLanguages.map((value) => ({
          value,
          label: t(`settings.languages.${value}`),
        }))}
        onChange={(language) => void setLanguage(language)}
      />
      <Segments
        label={t('settings.look')}
        value={chosen}
        options={looks.map((value) => ({ value, label: t(`settings.looks.${value}`) }))}
        onChange={(next) => look.set(next)}
      />
    </div>
  );
}

/** The state of the event stream. Without a connection the displayed data may be old. */
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

/** The logo of the staff console. */
export function Mark() {
  return (
    <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      <rect x="1" y="1" width="18" height="18" rx="5" fill="var(--c-accent)" />
      <path
        d="M13.2 7.2a4 4 0 1 0 0 5.6"
        fill="none"
        stroke="var(--c-on-accent)"
        strokeWidth="2.2"
        strokeLinecap="round"
      />
    </svg>
  );
}
