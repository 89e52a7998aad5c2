import { lazy, Suspense, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { NavLink, useLocation } from 'react-router';
import { paths } from '@/lib/paths/paths';
import { bootstrap } from '@/lib/bootstrap/bootstrap';
import { loadWhenOnline } from '@/lib/chunks/lateChunk';
import { ButtonLink } from '@/components/ui/Button/Button';
import { Drawer } from '@/components/ui/Dialog/Dialog';
import { useHeaderMenu } from '@/lib/staticFiles/useStaticFile';
import { usePlayer, useSaveReturnUrl } from '@/lib/session/useSession';
import { AccountLinks } from '../account/AccountLinks';
import { ChatLink, Switches } from './Switches';
import { menuTarget } from '../model/menuTarget';
import { useLocalText } from '@/lib/i18n/language';
import css from './MenuDrawer.module.css';

const DrawerGroup = lazy(() => loadWhenOnline(() => import('./DrawerGroup')));

/** The drawer with the menu, the account links, language and colour mode. */
export function MenuDrawer({ open, onClose }: { open: boolean; onClose(): void }) {
  const { t } = useTranslation('layout');
  const text = useLocalText();
  const player = usePlayer();
  const menu = useHeaderMenu();
  const saveReturnUrl = useSaveReturnUrl();
  useCloseOnNavigation(onClose);
  return (
    <Drawer open={open} onClose={onClose} title={t('menu.title')}>
      {!player && (
        <div className={css.guest}>
          <ButtonLink to={paths.login.to()} onClick={saveReturnUrl}>
            {t('auth.login')}
          </ButtonLink>
          <ButtonLink variant="primary" to={paths.register.to()} onClick={saveReturnUrl}>
            {t('auth.register')}
          </ButtonLink>
        </div>
      )}
      <nav className={css.section} aria-label={t('menu.label')}>
        {menu.map((item) => {
          const link = (
            <NavLink key={item.id} className={css.link} {...menuTarget(item)}>
              {text(item.title)}
            </NavLink>
          );
          if (!item.children?.length) return link;
          return (
            <Suspense key={item.id} fallback={link}>
              <DrawerGroup item={item}>{link}</DrawerGroup>
            </Suspense>
          );
        })}
      </nav>
      {player && (
        <div className={css.section}>
          <AccountLinks />
        </div>
      )}
      {bootstrap().contact.chat && (
        <div className={css.section}>
          <ChatLink className={css.link} />
        </div>
      )}
      <div className={css.section}>
        <Switches />
      </div>
    </Drawer>
  );
}

function useCloseOnNavigation(onClose: () => void) {
  const { key } = useLocation();
  const previousKey = useRef(key);
  useEffect(() => {
    if (previousKey.current === key) return;
    previousKey.current = key;
    onClose();
  }, [key, onClose]);
}
