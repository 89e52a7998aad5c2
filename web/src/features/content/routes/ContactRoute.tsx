import {
  IconBrandTelegram,
  IconBrandWhatsapp,
  IconHelpCircle,
  IconMail,
  IconMessageCircle,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '@/lib/paths/paths';
import { PageTitle, Section } from '@/components/ui/SectionTitle/SectionTitle';
import { Skeleton } from '@/components/ui/Skeleton/Skeleton';
import { bootstrap } from '@/lib/bootstrap/bootstrap';
import { usePageTitle } from '@/lib/page/usePageTitle';
import { useSocialLinks, type SocialLink } from '../api/useSocialLinks';
import { ContactCard } from '../components/ContactCard';
import { SocialGrid } from '../components/SocialGrid';
import css from './ContactRoute.module.css';

const messengers = { telegram: IconBrandTelegram, whatsapp: IconBrandWhatsapp } as const;

const isMessenger = (link: SocialLink): link is SocialLink & { network: keyof typeof messengers } =>
  link.network in messengers;

/** Reserves the height of the messenger links while they load. */
const messengerSkeletons = Object.keys(messengers).map((network) => (
  <Skeleton key={network} height={196} />
));

/** `/contact`: chat, e-mail, messengers and social media (spec §2). */
export function ContactRoute() {
  const { t } = useTranslation('content');
  usePageTitle(t('contact.title'));
  const { links, loading } = useSocialLinks();
  const social = links ? links.filter((link) => !isMessenger(link)) : [];
  return (
    <>
      <PageTitle>{t('contact.title')}</PageTitle>
      <p className={css.lead}>{t('contact.lead')}</p>
      <div className={css.cards}>
        <ContactCards links={links || []} />
        {loading && messengerSkeletons}
      </div>
      <p className={css.faq}>
        <IconHelpCircle size={20} aria-hidden="true" />
        <Link to={paths.info.to({ key: 'FAQ' })}>{t('contact.faq')}</Link>
      </p>
      {loading && <Skeleton height={120} />}
      {social.length > 0 && (
        <Section title={t('contact.social')}>
          <SocialGrid links={social} />
        </Section>
      )}
    </>
  );
}

function ContactCards({ links }: { links: readonly SocialLink[] }) {
  const { t } = useTranslation('content');
  const { emails, chat } = bootstrap().contact;
  return (
    <>
      {chat && (
        <ContactCard
          icon={<IconMessageCircle />}
          title={t('contact.chat')}
          text={t('contact.chatText')}
          href={chat}
          label={t('contact.chatOpen')}
        />
      )}
      {emails.map((email) => (
        <ContactCard
          key={email}
          icon={<IconMail />}
          title={t('contact.email')}
          text={t('contact.emailText')}
          href={`mailto:${email}`}
          label={<bdi>{email}</bdi>}
        />
      ))}
      {links.filter(isMessenger).map(({ network, url }) => {
        const MessengerIcon = messengers[network];
        return (
          <ContactCard
            key={network}
            icon={<MessengerIcon />}
            title={t(`contact.network.${network}`)}
            text={t('contact.messengerText')}
            href={url}
            label={t('contact.messengerOpen')}
          />
        );
      })}
    </>
  );
}
