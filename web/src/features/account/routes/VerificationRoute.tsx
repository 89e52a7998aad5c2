import { IconFileText, IconMail } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Panel } from '@/components/ui/Panel/Panel';
import { ButtonLink } from '@/components/ui/Button/Button';
import { PageTitle } from '@/components/ui/SectionTitle/SectionTitle';
import { TextSkeleton } from '@/components/ui/Skeleton/Skeleton';
import { ErrorState } from '@/components/ui/State/State';
import { bootstrap } from '@/lib/bootstrap/bootstrap';
import { usePageTitle } from '@/lib/page/usePageTitle';
import { paths } from '@/lib/paths/paths';
import { useProfile } from '@/lib/player/player';
import { KycBadge } from '../components/KycBadge';
import css from './VerificationRoute.module.css';

/** The state of the identity check. The platform has no call for documents. */
export function VerificationRoute() {
  const { t } = useTranslation('account');
  usePageTitle(t('verification.title'));
  const { data: profile, error, reload } = useProfile();
  if (!profile) {
    return error ? <ErrorState error={error} onRetry={reload} /> : <TextSkeleton lines={6} />;
  }
  const { kyc } = profile;
  return (
    <>
      <PageTitle aside={<KycBadge kyc={kyc} />}>{t('verification.title')}</PageTitle>
      <div className={css.page}>
        <p className={css.state}>{t(`verification.${kyc}`)}</p>
        {(kyc === 'none' || kyc === 'rejected') && <WhatToSend />}
        {kyc !== 'verified' && <WhereToSend />}
      </div>
    </>
  );
}

function WhatToSend() {
  const { t } = useTranslation('account');
  return (
    <Panel icon={<IconFileText size={22} />} title={t('verification.what')}>
      <ul className={css.list}>
        <li>{t('verification.document')}</li>
        <li>{t('verification.name')}</li>
        <li>{t('verification.address')}</li>
      </ul>
    </Panel>
  );
}

function WhereToSend() {
  const { t } = useTranslation('account');
  const { emails } = bootstrap().contact;
  return (
    <Panel
      icon={<IconMail size={22} />}
      title={t('verification.where')}
      text={t('verification.text')}
    >
      <div className={css.actions}>
        <ButtonLink variant="primary" to={paths.contact.to()}>
          {t('verification.contact')}
        </ButtonLink>
        {emails.map((email) => (
          <a key={email} className={css.email} href={`mailto:${email}`}>
            <bdi>{email}</bdi>
          </a>
        ))}
      </div>
    </Panel>
  );
}
