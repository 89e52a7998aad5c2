import css from './LoadingBar.module.css';

/** The bar on top while a page is on its way; `label` is its name for screen readers. */
export function LoadingBar({ label }: { label: string }) {
  return <div className={css.bar} role="progressbar" aria-label={label} />;
}
