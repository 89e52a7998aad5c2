import { useCallName } from '../hooks/useCallName';
import css from './CallNames.module.css';

/** Classes and calls by their readable names, each with the contract's own name. */
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
