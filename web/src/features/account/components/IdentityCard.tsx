import { IconUser } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Panel } from '@/components/ui/Panel/Panel';
import { ButtonLink } from '@/components/ui/Button/Button';
import { paths } from '@/lib/paths/paths';

/** Leads to the page where user name and e-mail address are changed. */
export function IdentityCard() {
  const { t } = useTranslation('account');
  return (
    <Panel
      icon={<IconUser size={22} />}
      title={t('security.identity.title')}
      text={t('security.identity.text')}
      aside={
        <ButtonLink size="small" to={paths.profile.to()}>
          {t('security.identity.go')}
        </ButtonLink>
      }
    />
  );
}
