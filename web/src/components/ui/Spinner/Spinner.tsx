import css from './Spinner.module.css';

/** A decorative spinner as high as the text next to it. */
export function Spinner() {
  return <span className={css.spinner} aria-hidden="true" />;
}

/** A spinner in the middle of a page. Screen readers announce `label`. */
export function PageSpinner({ label }: { label: string }) {
  return (
    <div className={css.page} role="status" aria-label={label}>
      <Spinner />
    </div>
  );
}
