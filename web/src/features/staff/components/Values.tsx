import { IconDownload } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Button } from '@/components/ui/Button/Button';
import { Countdown } from '@/components/ui/Countdown/Countdown';
import { DataList, type Column } from '@/components/ui/DataList/DataList';
import { useNow } from '@/lib/clock';
import { staffPaths } from '@/lib/paths/staff';
import { useDebugText, useDates, useCallName } from '../hooks/texts';
import { outcomeTones, type Outcome } from '../model/lookup';
import { isPartial, stateOf, tones, type Brand } from '../model/maintenance';
import { Empty } from './Page';
import css from './Values.module.css';

export type TagTone = 'neutral' | 'info' | 'positive' | 'warning' | 'negative';

/** A short state with a dot and a word, because colour alone is not accessible. */
export function Tag({ tone = 'neutral', children }: { tone?: TagTone; children: ReactNode }) {
  return (
    <span className={css.tag} data-tone={tone}>
      <span className={css.dot} aria-hidden="true" />
      {children}
    </span>
  );
}

/** The HTTP status of a response with its reason. */
export function StatusTag({ status, debug }: { status: number; debug?: string }) {
  const debugText = useDebugText();
  const tone = status >= 500 ? 'negative' : status >= 400 ? 'warning' : 'positive';
  return <Tag tone={tone}>{[status || '–', debugText(debug)].filter(Boolean).join(' · ')}</Tag>;
}

/** The state of a brand as a word. */
export function StateTag({ brand }: { brand: Brand }) {
  const { t } = useTranslation('staff');
  const state = stateOf(brand);
  const name = isPartial(brand.maintenance) && state === 'maintenance' ? 'partial' : state;
  return <Tag tone={tones[state]}>{t(`state.${name}`)}</Tag>;
}

/** The outcome of a payment. */
export function OutcomeTag({ outcome }: { outcome: Outcome }) {
  const { t } = useTranslation('staffPages');
  return <Tag tone={outcomeTones[outcome]}>{t(`outcome.${outcome}`)}</Tag>;
}

interface TimeProps {
  /** RFC 3339. */
  at: string;
  /** Adds the time span to or from now. */
  relative?: boolean;
  seconds?: boolean;
}

/** A time in the browser's zone. The tooltip adds seconds and zone. */
export function Time({ at, relative, seconds }: TimeProps) {
  const dates = useDates();
  const now = useNow(30_000);
  const shown = seconds ? dates.withSeconds(at) : dates.short(at);
  return (
    <time dateTime={at} title={dates.exact(at)}>
      {shown + (relative ? ` · ${dates.relative(at, now)}` : '')}
    </time>
  );
}

/** An account with the time of its action. */
export function By({ who, at }: { who: string; at: string }) {
  return (
    <span>
      {who} · <Time at={at} relative />
    </span>
  );
}

/** An end with its countdown. `over` is the text after the end. */
export function Until({ at, over }: { at: string; over?: string }) {
  const { t } = useTranslation('staff');
  const passed = useNow(1000) >= Date.parse(at);
  return (
    <span className={css.until}>
      <Time at={at} />
      {passed ? (
        <span className={css.over}>{over ?? t('until.over')}</span>
      ) : (
        <span className={css.left}>
          <Countdown until={Date.parse(at)} />
        </span>
      )}
    </span>
  );
}

interface FactsProps {
  /** Names and values. Empty and false values are omitted. */
  facts: readonly (readonly [name: ReactNode, value: ReactNode])[];
}

/** A list of names and values. */
export function Facts({ facts }: FactsProps) {
  return (
    <dl className={css.facts}>
      {facts
        .filter(([, value]) => value || value === 0)
        .map(([name, value], index) => (
          <div key={index}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

type Value = string | readonly string[] | Readonly<Record<string, string>> | null | undefined;

const isTime = (text: string) => /^\d{4}-\d\d-\d\dT/.test(text);

/** The value of a field of a window. */
export function FieldValue({ value }: { value: Value }) {
  if (value === null || value === undefined || value === '') return '–';
  if (typeof value === 'string') return isTime(value) ? <Time at={value} /> : value;
  if (Array.isArray(value)) return <CallNames names={value as readonly string[]} />;
  return Object.entries(value).map(([language, text]) => (
    <p key={language}>
      <strong>{language.toUpperCase()}</strong> <span lang={language}>{text}</span>
    </p>
  ));
}

/** Classes and calls with readable names, each with the contract's name. */
export function CallNames({ names }: { names: readonly string[] }) {
  const nameOf = useCallName();
  return (
    <ul className={css.list}>
      {names.map((name) => (
        <li key={name} className={css.item}>
          {nameOf(name)}
        </li>
      ))}
    </ul>
  );
}

interface PlayerLinkProps {
  brand: string;
  player: { uid: string; username?: string } | undefined;
}

/** A player's name with a link to their page. */
export function PlayerLink({ brand, player }: PlayerLinkProps) {
  if (!player) return null;
  return (
    <Link to={staffPaths.player.to({ brand, uid: player.uid })}>
      {player.username ?? player.uid}
    </Link>
  );
}

/** A link to a file from the server. */
export function DownloadLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a className={css.link} href={href} download>
      <IconDownload size={18} aria-hidden="true" />
      {children}
    </a>
  );
}

interface TableProps<Row> {
  label: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  keyOf(row: Row): string;
  /** The text for an empty table. */
  empty?: string;
  /** The number of rows before the user requests all rows. */
  first?: number;
}

/** A dense table that can be empty or limited to the first rows. */
export function Table<Row>({ label, rows, columns, keyOf, empty, first }: TableProps<Row>) {
  const { t } = useTranslation('staffPages');
  const [all, setAll] = useState(false);
  if (empty && rows.length === 0) return <Empty title={empty} />;
  const shown = all ? rows : rows.slice(0, first);
  return (
    <>
      <DataList dense caption={label} columns={columns} items={shown} keyOf={keyOf} />
      {shown.length < rows.length && (
        <div className={css.more}>
          <Button size="small" onClick={() => setAll(true)}>
            {t('showAll', { total: rows.length })}
          </Button>
        </div>
      )}
    </>
  );
}
