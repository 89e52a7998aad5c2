import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '@/components/ui/Button/Button';
import { LoadMore } from '@/components/ui/More/More';
import { SectionErrors } from '@/components/ui/SectionErrors/SectionErrors';
import { ListSkeleton } from '@/components/ui/Skeleton/Skeleton';
import { EmptyState, ErrorState } from '@/components/ui/State/State';
import { isGatewayError } from '@/lib/gateway/error';
import { paths } from '@/lib/paths/paths';
import type { CallPages } from '@/lib/swr/useCallPages';

interface RecordPagesProps<Item> {
  list: CallPages<Item>;
  children(items: Item[]): ReactNode;
}

/** The states of a player's history: loading, failed, empty, or its pages. */
export function RecordPages<Item>({ list, children }: RecordPagesProps<Item>) {
  const { t } = useTranslation(['common', 'errors']);
  const { items, total, error, moreError, loading, loadingMore, loadMore, reload } = list;
  const isEmpty = isGatewayError(error, 'no-records') || items?.length === 0;
  if (isEmpty) {
    return (
      <EmptyState title={t('empty.records')}>
        <ButtonLink to={paths.home.to()}>{t('errors:notFound.home')}</ButtonLink>
      </EmptyState>
    );
  }
  if (items) {
    return (
      <>
        <SectionErrors>
          <Items items={items}>{children}</Items>
        </SectionErrors>
        <LoadMore
          shown={items.length}
          total={total}
          busy={loadingMore}
          error={moreError}
          onMore={loadMore}
        />
      </>
    );
  }
  return loading ? <ListSkeleton /> : <ErrorState error={error} onRetry={reload} />;
}

/** Renders the items below the section's error boundary. */
function Items<Item>({
  items,
  children,
}: Pick<RecordPagesProps<Item>, 'children'> & { items: Item[] }) {
  return children(items);
}
