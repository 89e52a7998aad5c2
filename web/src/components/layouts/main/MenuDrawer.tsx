import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { NavLink, useLocation } from 'react-router';
import { paths } from '@/lib/paths';
import { ButtonLink } from '@/components/ui/Button/Button';
import { Drawer } from '@/components/ui/Dialog/Dialog';
import { useHeaderMenu } from '@/lib/staticFiles/useStaticFile';
import { usePlayer } from '@/lib/session/useSession';
import { AccountLinks } from '../account/AccountLinks';
import { Switches } from './Switches';
import { menuTarget } from '../model/menuTarget';
import { useLocalText } from './useLocalText';
import css from './MenuDrawer.module.css';

export interface MenuDrawerProps {
  open: boolean;
  onClose(): void;
}

/** What has no room in the phone's bars: the whole menu, the account, language and colours. */
export function MenuDrawer({ open, onClose }: MenuDrawerProps) {
  const { t } = useTranslation('layout');
  const text = useLocalText();
  const player = usePlayer();
  const menu = useHeaderMenu();
  useCloseOnNavigation(onClose);
  return (
    <Drawer open={open} onClose={onClose} title={t('menu.title')}>
      {!player && (
        <div className={css.guest}>
          <ButtonLink to={paths.login.to()}>{t('auth.login')}</ButtonLink>
          <ButtonLink variant="primary" to={paths.register.to()}>
            {t('auth.register')}
          </ButtonLink>
        </div>
      )}
      <nav className={css.part} aria-label={t('menu.label')}>
        {menu.map((item) => (
          <NavLink key={item.id} className={css.link} {...menuTarget(item)}>
            {text(item.title)}
          </NavLink>
        ))}
      </nav>
      {player && (
        <div className={css.part}>
          <AccountLinks />
        </div>
      )}
      <div className={css.part}>
        <Switches />
      </div>
    </Drawer>
  );
}

function useCloseOnNavigation(onClose: () => void) {
  const { key } = useLocation();
  const last = useRef(key);
  useEffect(() => {
    if (last.current === key) return;
    last.current = key;
    onClose();
  }, [key, onClose]);
}
