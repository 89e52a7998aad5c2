import { IconScale } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { LimitForm } from '@/components/limits/LimitForm';
import { Panel } from '@/components/ui/Panel/Panel';
import { refresh } from '@/lib/swr/cache';
import { toastSuccess } from '@/lib/toast/store';

/** Sets the required deposit limit before the first deposit. The payment form follows. */
export function LimitSetup() {
  const { t } = useTranslation('payments');
  return (
    <Panel icon={<IconScale size={22} />} title={t('limitSetup.title')} text={t('limitSetup.text')}>
      <LimitForm
        kind="deposit"
        initialPeriod="month"
        texts={{
          period: t('limitSetup.period'),
          day: t('limitSetup.day'),
          week: t('limitSetup.week'),
          month: t('limitSetup.month'),
          value: t('limitSetup.amount'),
          invalid: t('limitSetup.invalid'),
          save: t('limitSetup.save'),
        }}
        alone
        suppressToast
        onSaved={async () => {
          toastSuccess(t('limitSetup.saved'));
          await refresh('limits/get');
        }}
      />
    </Panel>
  );
}
