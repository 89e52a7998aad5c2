import type { ReactNode } from 'react';
import {
  IconBrandFacebook,
  IconBrandGoogle,
  IconBrandInstagram,
  IconBrandPinterest,
  IconBrandReddit,
  IconBrandTelegram,
  IconBrandWhatsapp,
  IconBrandX,
  IconBrandYoutube,
  IconHelpCircle,
  IconMail,
  IconMessageCircle,
  type Icon,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { PageTitle, Section } from '@/components/ui/SectionTitle/SectionTitle';
import { Skeleton } from '@/components/ui/Skeleton/Skeleton';
import { bootstrap } from '@/lib/bootstrap/bootstrap';
import { usePageTitle } from '@/lib/page/usePageTitle';
import { paths } from '@/lib/paths/paths';
import { useSocialLinks, type Network, type SocialLink } from '../api/content';
import css from './ContactRoute.module.css';

const messengers = { telegram: IconBrandTelegram, whatsapp: IconBrandWhatsapp } as const;

const isMessenger = (link: SocialLink): link is SocialLink & { network: keyof typeof messengers } =>
  link.network in messengers;

/** Reserves the height of the messenger links while they load. */
const messengerSkeletons = Object.keys(messengers).map((network) => (
  <Skeleton key={network} height={196} />
));

/** `/contact`: chat, email, messengers and social media. */
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

interface ContactCardProps {
  icon: ReactNode;
  title: string;
  text: string;
  href: string;
  label: ReactNode;
}

/** One contact channel. */
function ContactCard({ icon, title, text, href, label }: ContactCardProps) {
  const isExternal = href.startsWith('https:');
  return (
    <article className={css.card}>
      <span className={css.icon} aria-hidden="true">
        {icon}
      </span>
      <h2 className={css.title}>{title}</h2>
      <p className={css.text}>{text}</p>
      <a
        className={css.link}
        href={href}
        {...(isExternal && { target: '_blank', rel: 'noopener noreferrer' })}
      >
        {label}
      </a>
    </article>
  );
}

const icons: Record<Network, Icon> = {
  telegram: IconBrandTelegram,
  whatsapp: IconBrandWhatsapp,
  instagram: IconBrandInstagram,
  twitter: IconBrandX,
  facebook: IconBrandFacebook,
  youtube: IconBrandYoutube,
  reddit: IconBrandReddit,
  pinterest: IconBrandPinterest,
  google: IconBrandGoogle,
};

/** The brand's social media pages. Each opens in a new window. */
function SocialGrid({ links }: { links: readonly SocialLink[] }) {
  const { t } = useTranslation('content');
  return (
    <ul className={css.grid}>
      {links.map(({ network, url }) => {
        const NetworkIcon = icons[network];
        return (
          <li key={network}>
            <a className={css.socialGridLink} href={url} target="_blank" rel="noopener noreferrer">
              <NetworkIcon aria-hidden="true" />
              {t(`contact.network.${network}`)}
            </a>
          </li>
        );
      })}
    </ul>
  );
}
