import { useMemo } from 'react';
import { IconPrinter } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { infoKeys, type InfoKey } from '@/lib/paths/paths';
import { Html } from '@/components/html/Html';
import { IconButton } from '@/components/ui/Button/Button';
import { PageTitle } from '@/components/ui/SectionTitle/SectionTitle';
import { TextSkeleton } from '@/components/ui/Skeleton/Skeleton';
import { EmptyState, ErrorState } from '@/components/ui/State/State';
import { usePageTitle } from '@/lib/page/usePageTitle';
import { useInformation } from '../api/useInformation';
import { Faq } from '../components/Faq';
import { readFaq } from '../model/readFaq';
import { InfoNav } from '../components/InfoNav';
import css from './InfoRoute.module.css';

/** An information page (spec §2) with the menu of the others. */
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
