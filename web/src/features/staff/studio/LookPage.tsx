import { useTranslation } from 'react-i18next';
import { Panel } from '@/components/ui/Panel/Panel';

/** The look of a brand. */
export function LookPage() {
  const { t } = useTranslation('staffStudio');
  return <Panel dense title={t('tabs.look')} />;
}
