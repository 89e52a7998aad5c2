import { IconLifebuoy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { paths } from '@/lib/paths';
import { Panel } from '@/components/account';
import { ButtonLink, ErrorState, ListSkeleton, PageTitle } from '@/components/ui';
import { useLimitsGet } from '@/contracts/hooks/limits';
import { usePageTitle } from '@/lib/page';
import { BreakPanel } from '../components/BreakPanel';
import { DepositLimits } from '../components/DepositLimits';
import { ExclusionPanel } from '../components/ExclusionPanel';
import { RemindersForm } from '../components/RemindersForm';
import css from './LimitsRoute.module.css';

/**
 * The limits, breaks and exclusions that the server enforces; below them reminders of this browser, which enforce
 * nothing, and addresses of help.
 */
export function LimitsRoute() {
  const { t } = useTranslation('limits');
  usePageTitle(t('title'));
  const { data, error, reload } = useLimitsGet();
  return (
    <>
      <PageTitle>{t('title')}</PageTitle>
      <div className={css.page}>
        <p className={css.note}>{t('rules')}</p>
        {data ? (
          <>
            <DepositLimits limits={data.limits} />
            <BreakPanel current={data.cool_off} />
            <ExclusionPanel current={data.exclusion} />
          </>
        ) : error ? (
          <ErrorState error={error} onRetry={reload} />
        ) : (
          <ListSkeleton />
        )}
        <p className={css.note}>{t('note')}</p>
        <RemindersForm />
        <Panel icon={<IconLifebuoy size={22} />} title={t('help.title')} text={t('help.text')}>
          <div className={css.actions}>
            <ButtonLink to={paths.info.to({ key: 'ResponsibleGaming' })}>
              {t('help.read')}
            </ButtonLink>
            <ButtonLink variant="subtle" to={paths.contact.to()}>
              {t('help.contact')}
            </ButtonLink>
          </div>
        </Panel>
      </div>
    </>
  );
}
