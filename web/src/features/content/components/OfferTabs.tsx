import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Button } from '@/components/ui/Button/Button';
import { Picture, type PictureSource } from '@/components/ui/Image/Picture';
import { SectionErrors } from '@/components/ui/SectionErrors/SectionErrors';
import { PageTitle } from '@/components/ui/SectionTitle/SectionTitle';
import { ListSkeleton } from '@/components/ui/Skeleton/Skeleton';
import { EmptyState, ErrorState } from '@/components/ui/State/State';
import { Tabs } from '@/components/ui/Tabs/Tabs';
import { classes } from '@/components/ui/classes';
import type { RecordID } from '@/contracts/types';
import type { Phase } from '@/lib/content/phase';
import type { GatewayError } from '@/lib/gateway/error';
import { useFilters } from '@/lib/page/useFilters';
import { usePageTitle } from '@/lib/page/usePageTitle';
import css from './OfferTabs.module.css';

const phases = ['active', 'upcoming', 'concluded'] as const;

interface OfferTabsProps<Offer extends { id: RecordID }> {
  /** Selects the texts. */
  kind: 'promotions' | 'tournaments';
  /** The offers by phase, or undefined while loading. */
  offers: Record<Phase, readonly Offer[]> | undefined;
  error: GatewayError | undefined;
  reload(): void;
  renderCard(offer: Offer, phase: Phase, index: number): ReactNode;
}

/** A page of promotions or tournaments with a tab for each phase. */
export function OfferTabs<Offer extends { id: RecordID }>(props: OfferTabsProps<Offer>) {
  const { kind, offers, error, reload, renderCard } = props;
  const { t } = useTranslation('content');
  const title = t(`${kind}.title`);
  usePageTitle(title);
  const filters = useFilters<'tab'>();
  const phase = phases.find((key) => key === filters.get('tab')) ?? 'active';
  const setPhase = (next: Phase) =>
    filters.set({ tab: next === 'active' ? undefined : next }, { replace: true });
  const tabs = phases.map((key) => ({ key, title: t(`${kind}.tab.${key}`) }));
  const renderPanel = () => {
    if (!offers) {
      return error ? (
        <ErrorState error={error} onRetry={reload} />
      ) : (
        <ListSkeleton className={css.grid} height={338} />
      );
    }
    if (offers[phase].length === 0) {
      return (
        <EmptyState title={t(`${kind}.empty.${phase}`)} text={t(`${kind}.empty.text`)}>
          {phase !== 'active' && (
            <Button onClick={() => setPhase('active')}>{t(`${kind}.tab.active`)}</Button>
          )}
        </EmptyState>
      );
    }
    return (
      <ul className={css.grid} aria-label={t(`${kind}.tab.${phase}`)}>
        {offers[phase].map((offer, index) => (
          <li key={offer.id}>
            <SectionErrors of="card">{renderCard(offer, phase, index)}</SectionErrors>
          </li>
        ))}
      </ul>
    );
  };
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <Tabs label={title} tabs={tabs} value={phase} onChange={setPhase}>
        {renderPanel()}
      </Tabs>
    </>
  );
}

interface OfferCardProps {
  to: string;
  picture: PictureSource;
  title: string;
  /** A badge over the image, for example the remaining time. */
  badge?: ReactNode;
  summary?: ReactNode;
  footer?: ReactNode;
  /** Dims the card of a finished offer. */
  finished?: boolean;
  /** Loads the image eagerly, for tiles above the fold. */
  eager?: boolean;
}

/** A promotion or tournament in a list. The whole card is a link. */
export function OfferCard({
  to,
  picture,
  title,
  badge,
  summary,
  footer,
  finished,
  eager,
}: OfferCardProps) {
  return (
    <article className={classes(css.card, finished && css.finished)}>
      <div className={css.image}>
        <Picture
          of={picture}
          width={1680}
          height={720}
          sizes="(min-width:640px) 40vw,90vw"
          eager={eager}
        />
        {badge && <span className={css.badge}>{badge}</span>}
      </div>
      <div className={css.body}>
        <h2 className={css.title}>
          <Link className={css.link} to={to}>
            {title}
          </Link>
        </h2>
        {summary && <p className={css.summary}>{summary}</p>}
        {footer && <div className={css.footer}>{footer}</div>}
      </div>
    </article>
  );
}
