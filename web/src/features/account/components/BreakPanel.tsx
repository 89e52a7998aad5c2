import { IconCoffee } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Panel } from '@/components/ui/Panel/Panel';
import { Button } from '@/components/ui/Button/Button';
import { breakDialog } from '@/lib/break/breakDialog';

/** Says what a break is, and opens the dialog in which one begins, or a longer one. */
export function BreakPanel() {
  const { t } = useTranslation('limits');
  return (
    <Panel icon={<IconCoffee size={22} />} title={t('break.title')} text={t('break.text')}>
      <Button onClick={() => breakDialog.set(true)}>{t('break.start')}</Button>
    </Panel>
  );
}
