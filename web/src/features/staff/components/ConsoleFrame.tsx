import { useEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { followEvents } from '../api/events';
import { updateMe } from '../api/login';
import { useLogin, useMe } from '../api/useLogin';
import { useStaff } from '../api/useStaff';
import { LoginDialog } from './LoginDialog';
import { PhoneBar } from './PhoneBar';
import { SideRail } from './SideRail';
import { TopBar } from './TopBar';
import css from './ConsoleFrame.module.css';

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
