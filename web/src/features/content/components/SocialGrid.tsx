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
  type Icon,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Network, SocialLink } from '../api/useSocialLinks';
import css from './SocialGrid.module.css';

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

/** The brand's social media pages; each opens in a new window. */
export function SocialGrid({ links }: { links: readonly SocialLink[] }) {
  const { t } = useTranslation('content');
  return (
    <ul className={css.grid}>
      {links.map(({ network, url }) => {
        const NetworkIcon = icons[network];
        return (
          <li key={network}>
            <a className={css.link} href={url} target="_blank" rel="noopener noreferrer">
              <NetworkIcon aria-hidden="true" />
              {t(`contact.network.${network}`)}
            </a>
          </li>
        );
      })}
    </ul>
  );
}
