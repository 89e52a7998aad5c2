import { useMemo } from 'react';
import {
  IconBook2,
  IconBuildingStore,
  IconCards,
  IconCash,
  IconChevronDown,
  IconGift,
  IconHeadset,
  IconHeartHandshake,
  IconHelpCircle,
  IconLock,
  IconPrinter,
  IconTrophy,
  type Icon,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { Html } from '@/components/html/Html';
import { IconButton } from '@/components/ui/Button/Button';
import { PageTitle } from '@/components/ui/SectionTitle/SectionTitle';
import { TextSkeleton } from '@/components/ui/Skeleton/Skeleton';
import { EmptyState, ErrorState } from '@/components/ui/State/State';
import { usePageTitle } from '@/lib/page/usePageTitle';
import { infoKeys, paths, type InfoKey } from '@/lib/paths/paths';
import { useInformation } from '../api/content';
import { infoPages, readFaq, type QuestionGroup } from '../model/info';
import css from './InfoRoute.module.css';

/** An information page with the menu of the other pages. */
export function InfoRoute() {
  const { key = 'AboutUs' } = useParams();
  return <InfoPage page={key as InfoKey} />;
}

function InfoPage({ page }: { page: InfoKey }) {
  const { t } = useTranslation('content');
  const { text, data, error, reload } = useInformation(infoKeys[page]);
  const title = text?.Title || t(`info.page.${page}`);
  usePageTitle(title);
  return (
    <div className={css.page}>
      <PageTitle aside={<PrintButton />}>{title}</PageTitle>
      <InfoNav current={page} />
      <article className={css.article}>
        {text ? (
          <InfoText html={text.Text} isFaq={page === 'FAQ'} />
        ) : error && error.reason !== 'no-records' ? (
          <ErrorState error={error} onRetry={reload} />
        ) : data || error ? (
          <EmptyState title={t('info.empty')} />
        ) : (
          <TextSkeleton lines={10} />
        )}
      </article>
    </div>
  );
}

function InfoText({ html, isFaq }: { html: string; isFaq: boolean }) {
  const groups = useMemo(() => (isFaq ? readFaq(html) : []), [html, isFaq]);
  return groups.length > 0 ? <Faq groups={groups} /> : <Html html={html} />;
}

function PrintButton() {
  const { t } = useTranslation('content');
  return (
    <IconButton
      className={css.print}
      label={t('info.print')}
      icon={<IconPrinter />}
      onClick={() => window.print()}
    />
  );
}

/** FAQ questions as native disclosures, which the browser's page search can open. */
function Faq({ groups }: { groups: readonly QuestionGroup[] }) {
  return groups.map(({ title, questions }) => (
    <section key={title} className={css.group}>
      {title && <h2 className={css.title}>{title}</h2>}
      {questions.map(({ question, answer }) => (
        <details key={question} className={css.item}>
          <summary className={css.question}>
            <h3>{question}</h3>
            <IconChevronDown size={20} className={css.chevron} aria-hidden="true" />
          </summary>
          <Html className={css.answer} html={answer} small />
        </details>
      ))}
    </section>
  ));
}

/** The menu of the information pages: a column on wide screens, a scrolling row on phones. */
function InfoNav({ current }: { current: InfoKey }) {
  const { t } = useTranslation('content');
  return (
    <nav className={css.nav} aria-label={t('info.label')}>
      {infoPages.map(({ key, to }) => (
        <Link
          key={key}
          to={to}
          className={css.link}
          aria-current={key === current ? 'page' : undefined}
        >
          <InfoIcon page={key} />
          {t(`info.page.${key}`)}
        </Link>
      ))}
      <Link to={paths.contact.to()} className={css.link}>
        <IconHeadset size={20} aria-hidden="true" />
        {t('contact.title')}
      </Link>
    </nav>
  );
}

const icons: Record<InfoKey, Icon> = {
  AboutUs: IconBuildingStore,
  FAQ: IconHelpCircle,
  GeneralRules: IconBook2,
  BetRules: IconTrophy,
  CasinoRules: IconCards,
  BonusRules: IconGift,
  Privacy: IconLock,
  Financial: IconCash,
  ResponsibleGaming: IconHeartHandshake,
};

/** The icon of an information page. */
function InfoIcon({ page }: { page: InfoKey }) {
  const PageIcon = icons[page];
  return <PageIcon size={20} aria-hidden="true" />;
}
