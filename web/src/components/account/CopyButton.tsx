import { IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '@/components/ui/Button/Button';
import { toastFailure, toastSuccess } from '@/lib/toast/store';

/** Copies a text to the clipboard and reports success or failure in a toast. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const { t } = useTranslation('common');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      toastSuccess(t('copy.done'));
    } catch {
      toastFailure(t('copy.failed'));
    }
  };
  return (
    <IconButton
      size="small"
      label={`${t('copy.button')}: ${label}`}
      icon={<IconCopy size={18} />}
      onClick={() => void copy()}
    />
  );
}
