import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { staffPaths } from '@/lib/paths/staff';
import { useCallName } from '../hooks/texts';
import { Time } from './Time';
import css from './Facts.module.css';
import callNamesCss from './CallNames.module.css';

interface FactsProps {
  /** Names and values; a value that is empty or false is left out. */
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

/** Classes and calls by their readable names, each with the contract's own name. */
export function CallNames({ names }: { names: readonly string[] }) {
  const nameOf = useCallName();
  return (
    <ul className={callNamesCss.list}>
      {names.map((name) => (
        <li key={name} className={callNamesCss.item}>
          {nameOf(name)}
        </li>
      ))}
    </ul>
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
