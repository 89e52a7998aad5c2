import { useTranslation } from 'react-i18next';
import { ButtonLink } from '@/components/ui/Button/Button';
import { staffPaths } from '@/lib/paths/staff';
import { Page } from './Page';
import { Empty } from './States';

/** The page of an address that the console does not have. */
export function NotFound() {
  const { t } = useTranslation('staff');
  return (
    <Page title={t('notFound.title')}>
      <Empty title={t('notFound.title')} text={t('notFound.text')}>
        <ButtonLink size="small" to={staffPaths.brands.to()}>
          {t('notFound.back')}
        </ButtonLink>
      </Empty>
    </Page>
  );
}
