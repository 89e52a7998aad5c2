import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet } from 'react-router';
import { AccountLayout } from '@/components/layouts/account/AccountLayout';
import { MainLayout } from '@/components/layouts/main/MainLayout';
import { PlayLayout } from '@/components/layouts/play/PlayLayout';
import { SessionReminder } from '@/components/reminders/SessionReminder';
import { SpinnerPlace } from '@/components/ui/Spinner/Spinner';
import { loadNamespace } from '@/lib/i18n/i18n';
import { RouteErrors } from './RouteErrors';
import type { Frame } from './routes';
import { reloadOnce } from './staleChunk';

const SearchPanel = lazy(async () => {
  const [module] = await Promise.all([
    import('@/features/search/components/SearchPanel'),
    loadNamespace('search'),
  ]).catch(reloadOnce);
  return { default: module.SearchPanel };
});

/** A page in its frame. The frame stays while pages change inside it. */
export function SiteFrame({ frame }: { frame: Frame }) {
  return (
    <>
      <Framed frame={frame} />
      <SessionReminder />
    </>
  );
}

function Framed({ frame }: { frame: Frame }) {
  const [search, setSearch] = useState(false);
  useSearchKey(() => setSearch(true));
  const page = <PagePlace />;
  if (frame === 'play') return <PlayLayout>{page}</PlayLayout>;
  if (frame === 'bare') return page;
  return (
    <MainLayout onSearch={() => setSearch(true)}>
      {frame === 'account' ? <AccountLayout>{page}</AccountLayout> : page}
      {search && (
        <Suspense fallback={null}>
          <SearchPanel open onClose={() => setSearch(false)} />
        </Suspense>
      )}
    </MainLayout>
  );
}

function PagePlace() {
  const { t } = useTranslation('common');
  return (
    <RouteErrors>
      <Suspense fallback={<SpinnerPlace label={t('loading')} />}>
        <Outlet />
      </Suspense>
    </RouteErrors>
  );
}

/** "/" and Ctrl+K open the search, except while one types. */
function useSearchKey(open: () => void) {
  useEffect(() => {
    const key = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      const typing = target.matches('input, textarea, select, [contenteditable]');
      const hit =
        event.key === '/' ? !typing : event.key === 'k' && (event.ctrlKey || event.metaKey);
      if (!hit) return;
      event.preventDefault();
      open();
    };
    document.addEventListener('keydown', key);
    return () => document.removeEventListener('keydown', key);
  });
}
