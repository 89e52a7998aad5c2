import { useMemo } from 'react';
import { IconPrinter } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useLocation, useParams } from 'react-router';
import { infoKeys, paths, type InfoKey } from '@/lib/paths';
import { Html } from '@/components/html';
import {
  ButtonLink,
  EmptyState,
  ErrorState,
  IconButton,
  PageTitle,
  TextSkeleton,
} from '@/components/ui';
import { usePageTitle } from '@/lib/page';
import { useInformation } from '../api/useInformation';
import { Faq } from '../components/Faq';
import { readFaq } from '../model/readFaq';
import { InfoNav } from '../components/InfoNav';
import { findInfoKey } from '../model/infoPages';
import css from './InfoRoute.module.css';

/** An information page (spec §2) with the menu of the others. */
export function InfoRoute() {
  const { t } = useTranslation('content');
  const { key } = useParams();
  const { pathname } = useLocation();
  const page = pathname === paths.aboutUs.to() ? 'AboutUs' : findInfoKey(key);
  if (page) return <InfoPage page={page} />;
  return (
    <EmptyState title={t('info.unknown')}>
      <ButtonLink to={paths.aboutUs.to()}>{t('info.page.AboutUs')}</ButtonLink>
    </EmptyState>
  );
}

function InfoPage({ page }: { page: InfoKey }) {
  const { t } = useTranslation('content');
  const { text, data, error, reload } = useInformation(infoKeys[page]);
  const title = text?.Title || t(`info.page.${page}`);
  usePageTitle(title);
  return (
    <div className={css.page}>
      <InfoNav current={page} />
      <article className={css.article}>
        <PageTitle aside={<PrintButton />}>{title}</PageTitle>
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
