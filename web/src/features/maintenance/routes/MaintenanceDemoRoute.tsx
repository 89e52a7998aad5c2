import { useState } from 'react';
import { IconEye } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { paths } from '@/lib/paths/paths';
import { ButtonLink } from '@/components/ui/Button/Button';
import { usePageTitle } from '@/lib/page/usePageTitle';
import { FramedPreview } from '../components/FramedPreview';
import { MaintenanceScreen } from '../components/MaintenanceScreen';
import css from './MaintenanceDemoRoute.module.css';

/** The simulated time until the end of the maintenance. */
const simulatedMs = 2 * 60 * 60 * 1000;

/** A preview of the maintenance page: with a simulated end, or in a frame of the console with what is typed there. */
export function MaintenanceDemoRoute() {
  const { search } = useLocation();
  const framed = new URLSearchParams(search).has('framed') && window.parent !== window;
  return framed ? <FramedPreview /> : <SimulatedPreview />;
}

function SimulatedPreview() {
  const { t } = useTranslation('maintenance');
  usePageTitle(t('preview.title'));
  const [until] = useState(() => Date.now() + simulatedMs);
  return (
    <MaintenanceScreen
      message=""
      until={until}
      banner={
        <p className={css.banner} role="note">
          <IconEye size={20} aria-hidden="true" />
          {t('preview.text')}
        </p>
      }
    >
      <ButtonLink to={paths.home.to()}>{t('preview.back')}</ButtonLink>
      <p>{t('self')}</p>
    </MaintenanceScreen>
  );
}
