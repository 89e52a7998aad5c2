import { IconCircleCheck, IconCloudOff, IconRefresh, IconTool } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { paths } from '@/lib/paths';
import { Button, ButtonLink, PageTitle, Skeleton } from '@/components/ui';
import { bootstrap } from '@/lib/bootstrap';
import { useSiteStatus } from '@/lib/maintenance';
import { usePageTitle } from '@/lib/page';
import { StatusFacts } from '../components/StatusFacts';
import css from './StaffRoute.module.css';

/** The poll interval of the status. */
const pollIntervalMs = 5000;

const stateIcons = {
  open: IconCircleCheck,
  closed: IconTool,
  unknown: IconCloudOff,
} as const;

/** The brand's current status for support staff: open or under maintenance, with reason and end. */
export function StaffRoute() {
  const { t } = useTranslation('staff');
  usePageTitle(t('title'));
  const { status, failed, checkedAt, checking, check } = useSiteStatus(pollIntervalMs);
  const state = failed ? 'unknown' : status?.result ? 'open' : 'closed';
  const StateIcon = stateIcons[state];
  return (
    <main className={css.page}>
      <PageTitle
        aside={
          <Button size="small" busy={checking} onClick={() => void check()}>
            {!checking && <IconRefresh size={18} aria-hidden="true" />}
            {t('refresh')}
          </Button>
        }
      >
        {t('title')}
      </PageTitle>
      {status || failed ? (
        <section className={css.card} data-state={state} aria-live="polite">
          <span className={css.icon} aria-hidden="true">
            <StateIcon size={36} />
          </span>
          <div>
            <p className={css.brand}>{bootstrap().brand.name}</p>
            <h2 className={css.state}>{t(`state.${state}`)}</h2>
          </div>
          <StatusFacts status={failed ? undefined : status} checkedAt={checkedAt} />
        </section>
      ) : (
        <Skeleton height={240} />
      )}
      <div className={css.actions}>
        <ButtonLink to={paths.maintenanceDemo.to()}>{t('preview')}</ButtonLink>
        <ButtonLink variant="subtle" to={paths.home.to()}>
          {t('site')}
        </ButtonLink>
      </div>
    </main>
  );
}
