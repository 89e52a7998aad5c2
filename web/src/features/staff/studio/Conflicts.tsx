import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/Button/Button';
import { Dialog } from '@/components/ui/Dialog/Dialog';
import { By } from '../components/Values';
import { textOf } from '../model/studio';
import { useFieldName, useStudio } from './useStudio';
import form from '../components/Form.module.css';
import css from './Studio.module.css';

/** Asks which value applies to each field that another person has changed at the same time. */
export function Conflicts() {
  const { t } = useTranslation('staffStudio');
  const nameOf = useFieldName();
  const { draft, conflicts, pending } = useStudio();
  const open = conflicts.length > 0;
  const textFor = (value: unknown) => textOf(value) || t('noValue');
  return (
    <Dialog persistent open={open} title={t('conflict.title')} onClose={() => undefined}>
      <p className={form.dim}>{t('conflict.text')}</p>
      {conflicts.map(({ field, value, by, at }) => (
        <section key={field} className={css.conflict} aria-label={nameOf(field)}>
          <h3>{nameOf(field)}</h3>
          <p>
            {t('conflict.theirs')} <By who={by} at={at} />
          </p>
          <p className={css.change}>{textFor(value)}</p>
          <p>{t('conflict.mine')}</p>
          <p className={css.change}>{textFor(pending[field])}</p>
          <div className={form.actions}>
            <Button onClick={() => draft.decide(field, 'theirs')}>{t('conflict.take')}</Button>
            <Button onClick={() => draft.decide(field, 'mine')}>{t('conflict.keep')}</Button>
          </div>
        </section>
      ))}
    </Dialog>
  );
}
