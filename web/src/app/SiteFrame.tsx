import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet } from 'react-router';
import { AccountLayout } from '@/components/layouts/account/AccountLayout';
import { MainLayout } from '@/components/layouts/main/MainLayout';
import { PlayLayout } from '@/components/layouts/play/PlayLayout';
import { OverlayErrors } from '@/components/ui/SectionErrors/OverlayErrors';
import { SectionErrors } from '@/components/ui/SectionErrors/SectionErrors';
import { lazySection, withTexts } from '@/components/ui/SectionErrors/lazySection';
import { PageSkeleton } from '@/components/ui/Skeleton/Skeleton';
import { supports } from '@/lib/bootstrap/bootstrap';
import { loadWhenIdle, reloadOnce } from '@/lib/chunks/lateChunk';
import { useSearchKey } from '@/lib/page/page';
import { usePlayer } from '@/lib/session/useSession';
import { RouteErrors } from './RouteErrors';
import type { Frame } from './routes';

const SearchPanel = lazySection(() =>
  withTexts(import('@/features/search/components/SearchPanel'), 'SearchPanel', 'search'),
);

const Reminders = lazy(() => loadWhenIdle(() => import('@/components/reminders/Reminders')));

const PlayerNotices = lazy(() =>
  import('./PlayerNotices').catch(reloadOnce).then((module) => ({ default: module.PlayerNotices })),
);

interface SiteFrameProps {
  frame: Frame;
  /** The page. Default: the page of the route. */
  children?: ReactNode;
}

/** The layout of a page. It stays mounted while its pages change. */
export function SiteFrame(props: SiteFrameProps) {
  return (
    <>
      <Framed {...props} />
      <PlayerReminders />
    </>
  );
}

function PlayerReminders() {
  const isPlayer = usePlayer() !== undefined;
  if (!isPlayer) return null;
  return (
    <SectionErrors of="nothing">
      <Suspense fallback={null}>
        <Reminders />
      </Suspense>
    </SectionErrors>
  );
}

function Framed({ frame, children = <Outlet /> }: SiteFrameProps) {
  const player = usePlayer();
  const [search, setSearch] = useState(false);
  useSearchKey(() => setSearch(true));
  const page = <Page>{children}</Page>;
  if (frame === 'bare') return page;
  const notices = player && (
    <SectionErrors of="nothing">
      <Suspense fallback={null}>
        <PlayerNotices />
      </Suspense>
    </SectionErrors>
  );
  if (frame === 'play') return <PlayLayout notices={notices}>{page}</PlayLayout>;
  return (
    <MainLayout onSearch={() => setSearch(true)} shortFooter={frame === 'account'}>
      {notices}
      {frame === 'account' ? <AccountLayout>{page}</AccountLayout> : page}
      <SectionErrors of="nothing">
        <Occasion />
      </SectionErrors>
      {search && (
        <OverlayErrors onClose={() => setSearch(false)} onRetry={() => setSearch(true)}>
          <Suspense fallback={null}>
            <SearchPanel open onClose={() => setSearch(false)} />
          </Suspense>
        </OverlayErrors>
      )}
    </MainLayout>
  );
}

function Page({ children }: { children: ReactNode }) {
  const { t } = useTranslation('common');
  return (
    <RouteErrors>
      <Suspense fallback={<PageSkeleton label={t('loading')} />}>{children}</Suspense>
    </RouteErrors>
  );
}

const Garland = lazy(() => loadWhenIdle(() => import('@/features/occasion/components/Garland')));

/** The decoration for special dates. Its chunk loads when the browser is idle. */
function Occasion() {
  const [idle, setIdle] = useState(false);
  useEffect(() => {
    const id = setTimeout(() => setIdle(true), delayMs);
    return () => clearTimeout(id);
  }, []);
  if (!idle || !supports('cmscontroller/getSpecialDateInf')) return null;
  return (
    <Suspense fallback={null}>
      <Garland />
    </Suspense>
  );
}

/** The delay of the decoration, which is after the first paint and its requests. */
const delayMs = 3000;
