import { IconAlertCircle } from '@tabler/icons-react';
import { RequestId, type ShownError } from '@/components/ui';
import css from './FormError.module.css';

/** On a phone the button that was pressed is far below the form's beginning. */
const intoView = (words: HTMLElement | null) => words?.scrollIntoView({ block: 'nearest' });

/** Why a form was refused, read out when it comes; with the request id for support. */
export function FormError({ error }: { error: ShownError | undefined }) {
  if (!error) return null;
  return (
    <div ref={intoView} className={css.error} role="alert">
      <IconAlertCircle size={20} aria-hidden="true" />
      <div>
        <p>{error.message}</p>
        {error.requestId && <RequestId id={error.requestId} />}
      </div>
    </div>
  );
}
