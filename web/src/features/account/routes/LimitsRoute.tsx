import { IconLifebuoy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { paths } from '@/lib/paths';
import { Panel } from '@/components/account';
import { ButtonLink, PageTitle } from '@/components/ui';
import { usePageTitle } from '@/lib/page';
import { RemindersForm } from '../components/RemindersForm';
import css from './LimitsRoute.module.css';

/**
 * Reminders set by the player and addresses of help. The platform enforces none of this; the text says so.
 */
export function LimitsRoute() {
  const { t } = useTranslation('account');
  usePageTitle(t('limits.title'));
  return (
    <>
      <PageTitle>{t('limits.title')}</PageTitle>
      <div className={css.page}>
        <p className={css.note}>{t('limits.note')}</p>
        <RemindersForm />
        <Panel
          icon={<IconLifebuoy size={22} />}
          title={t('limits.help.title')}
          text={t('limits.help.text')}
        >
          <div className={css.actions}>
            <ButtonLink to={paths.info.to({ key: 'ResponsibleGaming' })}>
              {t('limits.help.read')}
            </ButtonLink>
            <ButtonLink variant="subtle" to={paths.contact.to()}>
              {t('limits.help.contact')}
            </ButtonLink>
          </div>
        </Panel>
      </div>
    </>
  );
}
