import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PageTitle } from '@/components/ui/SectionTitle/SectionTitle';
import { Tabs } from '@/components/ui/Tabs/Tabs';
import type { BonusStatus, RecordID } from '@/contracts/types';
import { useFilters } from '@/lib/page/useFilters';
import { usePageTitle } from '@/lib/page/usePageTitle';
import { BonusList } from '../components/BonusList';

const statuses: readonly BonusStatus[] = ['available', 'active', 'finished'];

/** The available, active and finished bonuses of the player. */
export function BonusesRoute() {
  const { t } = useTranslation('bonuses');
  usePageTitle(t('title'));
  const filters = useFilters<'status' | 'offset'>();
  const status = statuses.find((known) => known === filters.get('status')) ?? 'available';
  const setStatus = (next: BonusStatus) =>
    filters.set(
      { status: next === 'available' ? undefined : next, offset: undefined },
      { replace: true },
    );
  const [claimed, setClaimed] = useState<RecordID>();
  const tabs = statuses.map((key) => ({ key, title: t(`tab.${key}`) }));
  return (
    <>
      <PageTitle>{t('title')}</PageTitle>
      <Tabs label={t('title')} tabs={tabs} value={status} onChange={setStatus}>
        <BonusList
          key={status}
          status={status}
          offset={filters.number('offset') ?? 0}
          onOffset={(offset) => filters.set({ offset: offset || undefined }, { replace: true })}
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
