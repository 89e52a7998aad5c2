import css from './LoadingBar.module.css';

/** The progress bar at the top of the window while a page loads. `label` is its accessible name. */
export function LoadingBar({ label }: { label: string }) {
  return <div className={css.bar} role="progressbar" aria-label={label} />;
}
