import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PageTitle } from '@/components/ui/SectionTitle/SectionTitle';
import { Tabs } from '@/components/ui/Tabs/Tabs';
import type { BonusStatus, RecordID } from '@/contracts/types';
import { usePageTitle } from '@/lib/page/usePageTitle';
import { BonusList } from '../components/BonusList';

const statuses: readonly BonusStatus[] = ['available', 'active', 'finished'];

/** The available, active and finished bonuses of the player. */
export function BonusesRoute() {
  const { t } = useTranslation('bonuses');
  usePageTitle(t('title'));
  const [status, setStatus] = useState<BonusStatus>('available');
  const [claimed, setClaimed] = useState<RecordID>();
  const tabs = statuses.map((key) => ({ key, title: t(`tab.${key}`) }));
  return (
    <>
      <PageTitle>{t('title')}</PageTitle>
      <Tabs label={t('title')} tabs={tabs} value={status} onChange={(key) => setStatus(key)}>
        <BonusList
          key={status}
          status={status}
          claimed={claimed}
          onClaimed={(id) => {
            setClaimed(id);
            setStatus('active');
          }}
        />
      </Tabs>
    </>
  );
}
