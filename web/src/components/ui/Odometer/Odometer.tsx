import type { CSSProperties } from 'react';
import { classes } from '../classes';
import css from './Odometer.module.css';

export interface OdometerProps {
  /** The figure as it is read, with its grouping and currency. */
  text: string;
  className?: string;
}

const isDigit = (character: string) => character >= '0' && character <= '9';

/** A figure whose digits turn like those of an odometer when it changes. */
export function Odometer({ text, className }: OdometerProps) {
  // Counted from the end, so that a figure that grows by a place keeps its wheels.
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

/** The ten digits of a wheel are drawn by the style sheet: one element a digit, not eleven. */
const Wheel = ({ digit }: { digit: number }) => (
  <span className={css.wheel}>
    <span className={css.digits} style={{ '--digit': digit } as CSSProperties} />
  </span>
);
