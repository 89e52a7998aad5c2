import css from './Spinner.module.css';

/** A spinner of the height of the text beside it; decorative. */
export function Spinner() {
  return <span className={css.spinner} aria-hidden="true" />;
}

/** A spinner in the middle of a page; `label` is announced by screen readers. */
export function PageSpinner({ label }: { label: string }) {
  return (
    <div className={css.page} role="status" aria-label={label}>
      <Spinner />
    </div>
  );
}
