import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Footer } from '@/components/layouts/main/Footer';
import { BottomBarView } from '@/components/layouts/main/MainLayout';
import { GuestActions, HeaderView, Logo } from '@/components/layouts/main/Header';
import layout from '@/components/layouts/main/MainLayout.module.css';
import play from '@/components/layouts/play/PlayLayout.module.css';
import type { PictureSource } from '@/components/ui/Image/Picture';
import { PageSkeleton, Skeleton } from '@/components/ui/Skeleton/Skeleton';
import { GameRow, LiveRow } from '@/features/lobby/components/GameRows';
import { Carousel } from '@/features/lobby/components/Hero/Hero';
import { HeroSlide } from '@/features/lobby/components/Hero/HeroSlide';
import hero from '@/features/lobby/components/Hero/Hero.module.css';
import { QuickChips } from '@/features/lobby/components/QuickChips';
import { Ticker } from '@/features/lobby/components/Ticker/Ticker';
import layer from '@/features/play/components/GameLayer.module.css';
import { GamePoster } from '@/features/play/components/GameStage';
import stage from '@/features/play/components/GameStage.module.css';
import { Either, pages } from './pages';
import { PlayerShell } from './PlayerShell';
import { games, record, slides } from './standIns';
import { linkSlot, slot, slotOr, Unless, When } from './slots';

/** The paths of the renders of the shells, which decide the current entry of the navigation. */
export const shellPaths = {
  home: '/',
  slots: '/slot',
  tables: '/live',
  providers: '/providers',
  promotions: '/promotions',
  promotion: '/promotions/0',
  tournaments: '/tournaments',
  tournament: '/tournaments/0',
  info: '/about-us',
  faq: '/info/FAQ',
  contact: '/contact',
  page: '/page',
  play: '/play',
  footer: '/page',
  account: '/profile',
};
type ShellKind = keyof typeof shellPaths;
/** A press is stored until the scripts run (app/earlyPress). */
const pressed = () => undefined;
/** Keeps an entry if the brand has its feature. */
const only = (feature: string, item: ReactNode) => <When is={feature}>{item}</When>;

/**
 * A page before its scripts run, from the site's own components and with values in place of data
 * (standIns). The build renders it as a template, and the server fills it in (bff/site/shell.go).
 * The first commit of React replaces it. The footer is one template for all pages.
 */
export function Shell({ kind }: { kind: ShellKind }) {
  if (kind === 'play')
    return (
      <div className={play.play}>
        <When is="poster">
          <div className={layer.layer} data-place="stage">
            <div className={stage.stage}>
              <GamePoster name={slot('name')} picture={record() as PictureSource} shown />
            </div>
          </div>
        </When>
        <Unless is="poster">
          <Logo name={slot('brand')} />
        </Unless>
      </div>
    );
  if (kind === 'footer')
    return (
      <Either flag="dark" yes={{ mode: 'dark' }} no={{ mode: 'light' }}>
        <Footer short={false} />
      </Either>
    );
  return (
    <>
      <HeaderView onMenu={pressed} onSearch={pressed}>
        <Unless is="player">
          <GuestActions />
        </Unless>
        <When is="player">
          <Skeleton className="shell-account" />
        </When>
      </HeaderView>
      <main id="main" className={layout.main}>
        {kind === 'home' && <Home />}
        {kind === 'account' && <PlayerShell />}
        {kind !== 'home' && kind !== 'account' && (
          <>
            <When is="complete">{pages[kind]}</When>
            <Unless is="complete">
              <PageSkeleton />
            </Unless>
          </>
        )}
      </main>
      <FooterPlace />
      <BottomBarView onMenu={pressed} onDeposit={pressed} only={only} />
    </>
  );
}

const FooterPlace = () => slot('footer');

function Home() {
  const { t } = useTranslation('lobby');
  return (
    <>
      <h1 className="visually-hidden">{t('title', { brand: slot('brand') })}</h1>
      <When is="hero">
        <div className={hero.hero} data-column={slot('column')}>
          <When is="many">
            <Carousel slides={slides('slides')} />
          </When>
          <Unless is="many">
            <Carousel slides={slides('slide')} />
          </Unless>
          <When is="side">
            <div className={hero.column}>
              {slides('asides').map((slide, index) => (
                <HeroSlide key={index} slide={slide} small />
              ))}
            </div>
          </When>
        </div>
      </When>
      <Unless is="hero">
        <Skeleton className={hero.skeleton} />
      </Unless>
      <When is="sections">
        <When is="shortcuts">
          <QuickChips only={only} />
        </When>
        <When is="ticker">
          <Ticker title={slotOr('named', 'name', t('ticker.title'))} />
        </When>
        <When is="row">
          <div data-height={slot('height')}>
            <When is="tiles">
              <GameRow title={slot('name')} games={games} allTo={linkSlot('?all')} eager />
            </When>
            <When is="tables">
              <LiveRow title={slotOr('named', 'name', t('rows.live'))} eager />
            </When>
          </div>
        </When>
      </When>
    </>
  );
}
