import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '@/lib/paths/paths';
import { LazyMount } from '@/components/ui/LazyMount/LazyMount';
import { lazySection } from '@/components/ui/SectionErrors/lazySection';
import { bootstrap, isOffered } from '@/lib/bootstrap/bootstrap';
import {
  useFooterMenu,
  useInvestmentMethods,
  useLegal,
  usePartners,
} from '@/lib/staticFiles/useStaticFile';
import { Logo } from './Header';
import { ChatLink, Switches } from './Switches';
import { menuTarget } from '../model/menuTarget';
import { useLocalText } from '@/lib/i18n/language';
import css from './Footer.module.css';

const SiteNotes = lazySection(() => import('./SiteNotes'));

/** The height of the brand's texts on a wide screen: pixels. */
const notesHeight = 130;

/**
 * The footer with menu, partners, the brand's texts, licences, responsible gaming, language and
 * colour mode. If `short`, it has only the parts that the law requires.
 */
export function Footer({ short }: { short: boolean }) {
  const { t } = useTranslation('layout');
  const { brand } = bootstrap();
  return (
    <footer className={css.footer} aria-label={t('footer.label')}>
      <div className={css.inner}>
        <div className={css.top}>
          <div className={css.logo}>
            <Logo name={brand.name} />
          </div>
          <Switches />
        </div>
        {!short && (
          <>
            <div className={css.groups}>
              <FooterMenu />
              <Logos />
            </div>
            <LazyMount height={notesHeight}>
              <Suspense fallback={<div style={{ minHeight: notesHeight }} />}>
                <SiteNotes height={notesHeight} />
              </Suspense>
            </LazyMount>
          </>
        )}
        <Legal />
      </div>
    </footer>
  );
}

function FooterMenu() {
  const text = useLocalText();
  return useFooterMenu().map((group) => (
    <div key={group.id}>
      <h2 className={css.title}>{text(group.title)}</h2>
      <ul>
        {group.children?.map((item) => (
          <li key={item.id}>
            <Link className={css.link} {...menuTarget(item)}>
              {text(item.title)}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  ));
}

function Logos() {
  const { t } = useTranslation('layout');
  const partners = usePartners();
  const methods = useInvestmentMethods();
  return (
    <>
      <LogoList title={t('footer.methods')} logos={methods} />
      <LogoList title={t('footer.partners')} logos={partners} />
    </>
  );
}

function LogoList({
  title,
  logos,
}: {
  title: string;
  logos: { id: string; name: string; logo: string }[];
}) {
  if (logos.length === 0) return null;
  return (
    <div>
      <h2 className={css.title}>{title}</h2>
      <ul className={css.logos}>
        {logos.map(({ id, name, logo }) => (
          <li key={id}>
            <img
              className="logo-plate"
              src={logo}
              alt={name}
              title={name}
              height={32}
              loading="lazy"
            />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Legal() {
  const { t } = useTranslation('layout');
  const { brand } = bootstrap();
  const legal = useLegal();
  const age = legal.minimumAge;
  return (
    <div className={css.legal}>
      <div className={css.responsible}>
        <span className={css.age} role="img" aria-label={t('footer.age', { age })}>
          {`${age}+`}
        </span>
        <p>
          {isOffered(paths.info.to({ key: 'ResponsibleGaming' })) && (
            <>
              <Link className={css.link} to={paths.info.to({ key: 'ResponsibleGaming' })}>
                {t('footer.responsible')}
              </Link>
              <br />
            </>
          )}
          <span>{t('footer.responsibleText')}</span>
        </p>
        <ChatLink className={css.chat} />
      </div>
      <p>{legal.notice}</p>
      <p>{legal.licence}</p>
      {legal.licences.length > 0 && (
        <ul aria-label={t('footer.licence')}>
          {legal.licences.map(({ id, authority, number }) => (
            <li key={id}>{`${authority} · ${number}`}</li>
          ))}
        </ul>
      )}
      <p>{t('footer.rights', { year: new Date().getFullYear(), brand: brand.name })}</p>
    </div>
  );
}
