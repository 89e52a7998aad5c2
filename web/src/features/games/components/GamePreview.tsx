import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Section } from '@/components/ui/SectionTitle/SectionTitle';
import { Skeleton } from '@/components/ui/Skeleton/Skeleton';
import { useVirtualgamesPreview } from '@/contracts/hooks/virtualgames';
import type { PreviewEvent, VirtualGameType } from '@/contracts/types';
import { bootstrap } from '@/lib/bootstrap/bootstrap';
import { useNow } from '@/lib/clock';
import { parseWireDate } from '@/lib/format/date';
import { useFormat } from '@/lib/format/useFormat';
import css from './GamePreview.module.css';

/** The lifetime of previews in Croupier's cache. */
const pollIntervalMs = 15_000;

interface GamePreviewProps {
  type: VirtualGameType;
  /** The largest number of events. */
  limit: number;
  /** The title of a separate section. Without a title the events form one column, as in a card. */
  title?: string;
  /** Called when the component knows whether there are events, and after each change. */
  onLoaded(type: VirtualGameType, hasEvents: boolean): void;
}

/** The next events of a game with their odds. Renders nothing without events. */
export function GamePreview({ type, limit, title, onLoaded }: GamePreviewProps) {
  const { t } = useTranslation('games');
  const { data, loading } = useVirtualgamesPreview({ type }, { pollIntervalMs });
  const hasEvents = data !== undefined && data.length > 0;
  const report = useEffectEvent(onLoaded);
  useEffect(() => {
    if (!loading) report(type, hasEvents);
  }, [type, loading, hasEvents]);
  if (loading) return <Skeleton height={title ? 220 : 76} className={css.skeleton} />;
  if (!hasEvents) return null;
  const list = (
    <ul
      className={title ? css.grid : css.list}
      aria-label={t('virtual.preview.label', { name: t(`virtual.games.${type}.name`) })}
    >
      {data.slice(0, limit).map((event) => (
        <Event key={`${event.title} ${event.at}`} event={event} />
      ))}
    </ul>
  );
  return title ? <Section title={title}>{list}</Section> : list;
}

/** The number of choices that an event shows. */
const maximumItems = 3;

function Event({ event: { title, at, items } }: { event: PreviewEvent }) {
  const format = useFormat();
  return (
    <li className={css.event}>
      <p className={css.head}>
        <span className={css.title} dir="auto">
          {title}
        </span>
        <span className={css.time}>
          <Start at={at} />
        </span>
      </p>
      {items.length > 0 && (
        <ul className={css.items}>
          {items.slice(0, maximumItems).map(({ name, odds }) => (
            <li key={name} className={css.item}>
              <span className={css.choice} dir="auto">
                {name}
              </span>
              <span className={css.odds}>
                {odds === undefined
                  ? '–'
                  : format.number(odds, { minimumFractionDigits: 2, maximumFractionDigits: 2 })}
              </span>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

/** The time before an event that shows the remaining minutes, in milliseconds. */
const soonMs = 60 * 60_000;

/** The start of an event: the remaining minutes, a time of day, or a note that it is running. */
function Start({ at }: { at: string }) {
  const { t } = useTranslation('games');
  const format = useFormat();
  const left = parseWireDate(at, bootstrap().timeZone).getTime() - useNow(pollIntervalMs);
  if (left < 0) return <span className={css.playing}>{t('virtual.preview.playing')}</span>;
  return left < soonMs ? format.relative(at) : format.date(at, 'time');
}
