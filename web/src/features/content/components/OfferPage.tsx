import { useMemo, type ReactNode } from 'react';
import { IconArrowLeft } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useTranslation } from 'react-i18next';
import { Button, ButtonLink } from '@/components/ui/Button/Button';
import { Countdown } from '@/components/ui/Countdown/Countdown';
import { Picture, type PictureSource } from '@/components/ui/Image/Picture';
import { PageTitle } from '@/components/ui/SectionTitle/SectionTitle';
import { Skeleton, TextSkeleton } from '@/components/ui/Skeleton/Skeleton';
import { EmptyState, ErrorState } from '@/components/ui/State/State';
import { timeOf, usePhases } from '@/lib/content/phase';
import { openDeposit, useCanDeposit } from '@/lib/deposit/openDeposit';
import { useFormat } from '@/lib/format/useFormat';
import type { GatewayError } from '@/lib/gateway/error';
import { paths } from '@/lib/paths/paths';
import { usePlayer, useSaveReturnUrl } from '@/lib/session/useSession';
import css from './OfferPage.module.css';

/** Selects texts and addresses of offers. */
type OfferKind = 'promotions' | 'tournaments';

interface OfferPageProps {
  kind: OfferKind;
  offer: PictureSource & { title: string };
  /** The summary below the title. */
  summary?: string;
  /** Facts and actions, in a side column on wide screens and above the text on phones. */
  aside: ReactNode;
  children: ReactNode;
}

/** The layout of a promotion or tournament page. */
export function OfferPage({ kind, offer, summary, aside, children }: OfferPageProps) {
  const { t } = useTranslation('content');
  return (
    <article>
      <Link className={css.back} to={paths[kind].to()}>
        <IconArrowLeft size={18} className="rtl-flip" aria-hidden="true" />
        {t(`${kind}.all`)}
      </Link>
      <header className={css.hero}>
        <div className={css.image}>
          <Picture of={offer} width={1680} height={720} sizes="100vw" eager />
        </div>
        <div className={css.text}>
          <h1 className={css.title}>{offer.title}</h1>
          {summary && <p className={css.summary}>{summary}</p>}
        </div>
      </header>
      <div className={css.columns}>
        <div>{children}</div>
        <aside className={css.aside}>{aside}</aside>
      </div>
    </article>
  );
}

/** The skeleton of an offer page. */
function OfferPageSkeleton() {
  return (
    <div aria-busy="true">
      <Skeleton width={140} height={24} />
      <Skeleton className={css.hero} />
      <div className={css.columns}>
        <TextSkeleton lines={6} />
        <Skeleton height={240} />
      </div>
    </div>
  );
}

/** A description list, one entry per line. */
export function Facts({ facts }: { facts: readonly { name: string; value: ReactNode }[] }) {
  return (
    <dl className={css.facts}>
      {facts.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

interface MissingOfferProps {
  kind: OfferKind;
  /** The state of the list of offers. */
  state: { data?: unknown; error: GatewayError | undefined; reload(): void };
}

/** Replaces an offer that is loading, cannot be loaded or does not exist. */
export function MissingOffer({ kind, state: { data, error, reload } }: MissingOfferProps) {
  const { t } = useTranslation('content');
  if (!data && !error) return <OfferPageSkeleton />;
  return (
    <>
      <PageTitle>{t(`${kind}.title`)}</PageTitle>
      {error ? (
        <ErrorState error={error} onRetry={reload} />
      ) : (
        <EmptyState title={t(`${kind}.gone`)} text={t(`${kind}.goneText`)}>
          <ButtonLink to={paths[kind].to()}>{t(`${kind}.all`)}</ButtonLink>
        </EmptyState>
      )}
    </>
  );
}

/** Login and registration buttons for guests. The login returns to this page. */
export function GuestActions() {
  const { t } = useTranslation('content');
  const saveReturnUrl = useSaveReturnUrl();
  return (
    <div className={css.actions}>
      <ButtonLink variant="primary" fullWidth to={paths.register.to()} onClick={saveReturnUrl}>
        {t('action.register')}
      </ButtonLink>
      <ButtonLink fullWidth to={paths.login.to()} onClick={saveReturnUrl}>
        {t('action.login')}
      </ButtonLink>
    </div>
  );
}

/** The actions of a running promotion: deposit, or claim the bonus. */
export function PromotionActions() {
  const { t } = useTranslation('content');
  const player = usePlayer();
  const canDeposit = useCanDeposit();
  if (!player) return <GuestActions />;
  return (
    <div className={css.actions}>
      {canDeposit && (
        <Button variant="primary" fullWidth onClick={() => openDeposit()}>
          {t('action.deposit')}
        </Button>
      )}
      <ButtonLink fullWidth to={paths.profileBonuses.to()}>
        {t('action.bonuses')}
      </ButtonLink>
    </div>
  );
}

/** Returns the phase of an offer, with start, end and countdown as facts. */
export function useOfferPeriod(offer: { Start_date: string; End_date: string }) {
  const { t } = useTranslation('content');
  const format = useFormat();
  const offers = useMemo(() => [offer], [offer]);
  const phases = usePhases(offers);
  const active = phases?.active.length === 1;
  const finished = phases?.concluded.length === 1;
  const facts = [
    { name: t('fact.start'), value: format.date(offer.Start_date, 'date-time') },
    { name: t('fact.end'), value: format.date(offer.End_date, 'date-time') },
    !finished && {
      name: t(active ? 'fact.left' : 'fact.untilStart'),
      value: <Countdown until={timeOf(active ? offer.End_date : offer.Start_date)} />,
    },
  ].filter((fact) => fact !== false);
  return { active, finished, facts };
}
