import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { toasts } from '@/lib/toast/store';
import { SectionErrors } from './SectionErrors';

export interface OverlayErrorsProps {
  /** Unmounts the layer. */
  onClose(): void;
  /** Opens the layer again. */
  onRetry(): void;
  children: ReactNode;
}

const failedToast = 'overlay-failed';

/** Catches the errors of a layer over the page. It closes the layer, and a toast offers a retry. */
export function OverlayErrors({ onClose, onRetry, children }: OverlayErrorsProps) {
  const { t } = useTranslation('common');
  const handleError = () => {
    onClose();
    toasts.show({
      id: failedToast,
      kind: 'negative',
      message: t('section.failed'),
      action: {
        label: t('error.retry'),
        run: () => {
          toasts.dismiss(failedToast);
          onRetry();
        },
      },
    });
  };
  return (
    <SectionErrors of="nothing" onError={handleError}>
      {children}
    </SectionErrors>
  );
}
