import { IconRefreshAlert } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Button, ButtonLink, EmptyState } from '@/components/ui';
import { paths } from '../paths';
import css from './screens.module.css';

/** A page that cannot be displayed (spec §2, error screens). */
export function CrashScreen() {
  const { t } = useTranslation('errors');
  return (
    <div className={css.screen} role="alert">
      <EmptyState
        icon={<IconRefreshAlert size={32} />}
        title={t('crash.title')}
        text={t('crash.text')}
      >
        <Button look="primary" onClick={() => location.reload()}>
          {t('crash.retry')}
        </Button>
        <ButtonLink to={paths.home.to()}>{t('crash.home')}</ButtonLink>
      </EmptyState>
    </div>
  );
}
