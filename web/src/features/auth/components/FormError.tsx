import { IconAlertCircle } from '@tabler/icons-react';
import { Link } from 'react-router';
import { RequestId } from '@/components/ui/State/State';
import type { FormFailure } from '../hooks/useShownError';
import css from './FormError.module.css';

/** Scrolls the error into view: on phones the submit button is far below the top of the form. */
const scrollIntoView = (element: HTMLElement | null) =>
  element?.scrollIntoView({ block: 'nearest' });

/** An error of the whole form, announced to screen readers, with the way out and the request id for support. */
export function FormError({ error }: { error: FormFailure | undefined }) {
  if (!error) return null;
  return (
    <div ref={scrollIntoView} className={css.error} role="alert">
      <IconAlertCircle size={20} aria-hidden="true" />
      <div>
        <p>{error.message}</p>
        {error.link && (
          <Link className={css.action} to={error.link.to}>
            {error.link.text}
          </Link>
        )}
        {error.requestId && <RequestId id={error.requestId} />}
      </div>
    </div>
  );
}
