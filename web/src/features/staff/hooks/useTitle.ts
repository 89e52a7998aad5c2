import { useTranslation } from 'react-i18next';
import { usePageTitle } from '@/lib/page/usePageTitle';

/** Sets the title of a page of the console. */
export function useTitle(title: string): void {
  const { t } = useTranslation('staff');
  usePageTitle(title, t('product'));
}
