import { useTranslation } from 'react-i18next';
import { BottomBarView } from '@/components/layouts/main/MainLayout';
import { GuestLinks, HeaderView, HomeLink } from '@/components/layouts/main/Header';
import { HeaderLink, HeaderNavView } from '@/components/layouts/main/HeaderNav';
import layout from '@/components/layouts/main/MainLayout.module.css';
import { ChipLink, Chips } from '@/components/ui/Chip/Chip';
import { Rail } from '@/components/ui/Rail/Rail';
import { PageTitle, Section } from '@/components/ui/SectionTitle/SectionTitle';
import { PageSkeleton, Skeleton } from '@/components/ui/Skeleton/Skeleton';
import { TableTile, Tile } from '@/components/ui/Tile/Tile';
import { TileGrid } from '@/components/ui/Tile/TileGrid';
import { HeroSlideView } from '@/features/lobby/components/Hero/HeroSlide';
import hero from '@/features/lobby/components/Hero/Hero.module.css';
import chips from '@/features/lobby/components/QuickChips.module.css';
import { shortcuts } from '@/features/lobby/components/QuickChips';
import ticker from '@/features/lobby/components/Ticker/Ticker.module.css';
import { TickerTitle } from '@/features/lobby/components/Ticker/Ticker';
import play from '@/components/layouts/play/PlayLayout.module.css';
import { Each, linkSlot, slot, Unless, When } from './slots';

/** The shells: the lobby, the lists of slots and of tables, other pages, and the play page. */
export const shellKinds = ['home', 'slots', 'tables', 'page', 'play'] as const;
type ShellKind = (typeof shellKinds)[number];

/** The path of each shell's render, which decides the current entry of the navigation. */
export const shellPaths: Record<ShellKind, string> = {
  home: '/',
  slots: '/slot',
  tables: '/live',
  page: '/page',
  play: '/play',
};

/** A press is stored until the scripts run (app/earlyPress). */
const pressed = () => undefined;

/**
 * A page before its scripts run, from the site's own components: header and navigation, hero, first
 * row or first tiles. The build renders it as a template, and the server fills it in
 * (bff/site/shell.go). The first commit of React replaces it.
 */
export function Shell({ kind }: { kind: ShellKind }) {
  if (kind === 'play') return <div className={play.play}>{<ShellLogo />}</div>;
  return (
    <>
      <HeaderView
        onMenu={pressed}
        onSearch={pressed}
        logo={
          <HomeLink>
            <ShellLogo />
          </HomeLink>
        }
        nav={
          <HeaderNavView>
            <Each of="menu">
              <When is="parent">
                <HeaderLink to={linkSlot('to')} parent>
                  {slot('title')}
                </HeaderLink>
              </When>
              <Unless is="parent">
                <HeaderLink to={linkSlot('to')} parent={false}>
                  {slot('title')}
                </HeaderLink>
              </Unless>
            </Each>
          </HeaderNavView>
        }
      >
        <Unless is="player">
          <GuestLinks />
        </Unless>
        <When is="player">
          <Skeleton className="shell-account" />
        </When>
      </HeaderView>
      <main className={layout.main}>
        {kind === 'home' && <Home />}
        {kind === 'slots' && <GameList kind="slots" />}
        {kind === 'tables' && <GameList kind="tables" />}
        {kind === 'page' && <PageSkeleton />}
      </main>
      <BottomBarView
        onMenu={pressed}
        onDeposit={pressed}
        only={(feature, item) => (
          <When key={feature} is={feature}>
            {item}
          </When>
        )}
      />
    </>
  );
}

const ShellLogo = () => <img src={slot('logo')} alt={slot('brand')} width={132} height={36} />;

function Home() {
  const { t } = useTranslation('lobby');
  return (
    <>
      <h1 className="visually-hidden">{t('title', { brand: slot('brand') })}</h1>
      <When is="hero">
        <div className={hero.hero} data-column={slot('column')}>
          <div className={hero.carousel}>
            <div className={hero.track}>
              <div className={hero.slide}>
                <Slide priority />
              </div>
            </div>
          </div>
          <When is="side">
            <div className={hero.column}>
              <Each of="slides">
                <Slide small />
              </Each>
            </div>
          </When>
        </div>
      </When>
      <Unless is="hero">
        <Skeleton className={hero.skeleton} />
      </Unless>
      <Each of="sections">
        <When is="shortcuts">
          <nav className={chips.chips}>
            <Chips label={t('chips.label')}>
              {shortcuts.map(({ text, feature, to, Icon }) => (
                <When key={text} is={feature}>
                  <ChipLink to={to}>
                    <Icon size={18} />
                    {t(`chips.${text}`)}
                  </ChipLink>
                </When>
              ))}
            </Chips>
          </nav>
        </When>
        <When is="tiles">
          <Section title={slot('name')} allTo={linkSlot('all')}>
            <Rail label={slot('name')} still>
              <Each of="items">
                <SlotTile />
              </Each>
            </Rail>
          </Section>
        </When>
        <When is="tables">
          <Section title={t('rows.live')} allTo={linkSlot('all')}>
            <Rail label={t('rows.live')} items="table" still>
              <Tables />
            </Rail>
          </Section>
        </When>
        <When is="ticker">
          <section className={ticker.ticker}>
            <TickerTitle />
            <div className={ticker.window} />
          </section>
        </When>
      </Each>
    </>
  );
}

function Slide({ small, priority }: { small?: boolean; priority?: boolean }) {
  return (
    <HeroSlideView
      small={small}
      priority={priority}
      title={slot('title')}
      image={slot('image')}
      text={slot('text')}
      label={slot('label')}
      target={{ to: linkSlot('to'), isExternal: false }}
    />
  );
}

function SlotTile() {
  return (
    <Tile
      to={linkSlot('to')}
      image={slot('image')}
      name={slot('name')}
      provider={slot('provider')}
      eager
      onDetails={pressed}
    />
  );
}

function Tables() {
  const table = (open: boolean) => (
    <TableTile
      to={linkSlot('to')}
      image={slot('image')}
      name={slot('name')}
      dealer={slot('dealer')}
      limits=""
      seats={0}
      seatsTaken={0}
      open={open}
      eager
      onDetails={pressed}
    />
  );
  return (
    <Each of="items">
      <When is="open">{table(true)}</When>
      <Unless is="open">{table(false)}</Unless>
    </Each>
  );
}

/** The list of slots or tables with its first tiles and reserved space for the filters. */
function GameList({ kind }: { kind: 'slots' | 'tables' }) {
  const { t } = useTranslation(['games', 'lobby']);
  return (
    <>
      <PageTitle>{t(`games:${kind}.title`)}</PageTitle>
      <div className="shell-filters">
        <div>
          <Chips label={t('lobby:filter.category')}>
            <ChipLink to={shellPaths[kind]} current>
              {t('lobby:filter.all')}
            </ChipLink>
          </Chips>
        </div>
        <div className="shell-selects">
          <Skeleton />
          <Skeleton />
          <Skeleton />
          <Skeleton />
        </div>
      </div>
      <TileGrid items={kind === 'slots' ? 'tile' : 'table'} label={t(`games:${kind}.title`)}>
        {kind === 'slots' ? (
          <Each of="items">
            <SlotTile />
          </Each>
        ) : (
          <Tables />
        )}
      </TileGrid>
    </>
  );
}
