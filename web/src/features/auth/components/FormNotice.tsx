import { IconCircleCheck } from '@tabler/icons-react';
import css from './FormError.module.css';

/** What has been done before this form, announced to screen readers. */
export function FormNotice({ text }: { text: string }) {
  return (
    <div className={css.notice} role="status">
      <IconCircleCheck size={20} aria-hidden="true" />
      <p>{text}</p>
    </div>
  );
}
