import { IconLifebuoy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { paths } from '@/lib/paths/paths';
import { Panel } from '@/components/ui/Panel/Panel';
import { ButtonLink } from '@/components/ui/Button/Button';
import { PageTitle } from '@/components/ui/SectionTitle/SectionTitle';
import { ListSkeleton } from '@/components/ui/Skeleton/Skeleton';
import { ErrorState } from '@/components/ui/State/State';
import { useLimitsGet } from '@/contracts/hooks/limits';
import { usePageTitle } from '@/lib/page/usePageTitle';
import { LimitsHistory } from '../components/LimitsHistory';
import { LimitsPanel } from '../components/LimitsPanel';
import { BreakPanel, ExclusionPanel, RealityCheckPanel } from '../components/ProtectionPanels';
import { RemindersForm } from '../components/RemindersForm';
import css from '../components/Limits.module.css';

/** The enforced limits, breaks and self-exclusions with their history, and a local reminder. */
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
            {data.kinds.map((kind) => (
              <LimitsPanel key={kind} kind={kind} limits={data.limits} />
            ))}
            <RealityCheckPanel minutes={data.reality_check_minutes} />
            <BreakPanel />
            <ExclusionPanel />
            <LimitsHistory />
          </>
        ) : error ? (
          <ErrorState error={error} onRetry={reload} />
        ) : (
          <ListSkeleton count={8} height={220} />
        )}
        {(data ?? error) && (
          <>
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
          </>
        )}
      </div>
    </>
  );
}
