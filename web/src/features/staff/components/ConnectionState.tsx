import { useTranslation } from 'react-i18next';
import { useStore } from '@/lib/store/store';
import { connection } from '../api/events';
import css from './ConnectionState.module.css';

/** Whether the page follows the server. While it does not, what it shows may be old. */
export function ConnectionState() {
  const { t } = useTranslation('staff');
  const state = useStore(connection);
  return (
    <p className={css.state} data-state={state} role="status" title={t(`connection.${state}Text`)}>
      <span className={css.dot} aria-hidden="true" />
      <span className={css.word}>{t(`connection.${state}`)}</span>
    </p>
  );
}
