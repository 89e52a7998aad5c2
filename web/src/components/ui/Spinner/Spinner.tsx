import css from './Spinner.module.css';

/** A small turning ring as high as the text beside it; decoration only. */
export function Spinner() {
  return <span className={css.spinner} aria-hidden="true" />;
}

/** A ring in the middle of a page-sized place. `label` is read out. */
export function SpinnerPlace({ label }: { label: string }) {
  return (
    <div className={css.place} role="status" aria-label={label}>
      <Spinner />
    </div>
  );
}
