import type { CSSProperties } from 'react';
import { classes } from '../classes';
import css from './Odometer.module.css';

export interface OdometerProps {
  /** The formatted number with grouping and currency. */
  text: string;
  className?: string;
}

const isDigit = (character: string) => character >= '0' && character <= '9';

/** A number with digits that roll when it changes. */
export function Odometer({ text, className }: OdometerProps) {
  // Keys count from the end, so a number that gains a digit keeps its elements.
  const characters = [...text];
  return (
    <span className={classes(css.odometer, className)}>
      <span className="visually-hidden">{text}</span>
      <span className={css.wheels} aria-hidden="true">
        {characters.map((character, index) => {
          const key = characters.length - index;
          return isDigit(character) ? (
            <Wheel key={key} digit={Number(character)} />
          ) : (
            <span key={`${key}${character}`}>{character}</span>
          );
        })}
      </span>
    </span>
  );
}

/** One digit. The style sheet generates the ten digits, which saves eleven elements per wheel. */
const Wheel = ({ digit }: { digit: number }) => (
  <span className={css.wheel} style={{ '--digit': digit } as CSSProperties} />
);
