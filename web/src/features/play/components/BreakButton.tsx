import { IconCoffee } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '@/components/ui/Button/Button';
import { breakDialog } from '@/lib/break/breakDialog';

/** Opens the dialog in which a player takes a break, from the bar of a running game for money. */
export function BreakButton({ compact = false }: { compact?: boolean }) {
  const { t } = useTranslation('play');
  return (
    <IconButton
      size={compact ? 'small' : 'medium'}
      label={t('break')}
      icon={<IconCoffee size={compact ? 18 : 22} />}
      onClick={() => breakDialog.set(true)}
    />
  );
}
