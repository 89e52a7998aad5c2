import { diffArrays, diffWordsWithSpace } from 'diff';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/Button/Button';
import { Dialog } from '@/components/ui/Dialog/Dialog';
import { By } from '../components/Values';
import { isColour, isPicture, pictureAddress, textOf, type StudioChange } from '../model/studio';
import { useFieldName, useStudio } from './useStudio';
import form from '../components/Form.module.css';
import css from './Studio.module.css';

/** Returns the words that go, come and stay. A colour is one word. */
const partsOf = (before: unknown, after: unknown) =>
  isColour(before) && isColour(after)
    ? diffArrays([before], [after])
    : diffWordsWithSpace(textOf(before), textOf(after));

/** Changes field by field, each with the words that go and the words that come. */
export function Changes({ changes }: { changes: readonly StudioChange[] }) {
  const { t } = useTranslation('staffStudio');
  const nameOf = useFieldName();
  const { brand } = useStudio();
  if (changes.length === 0) return <p>{t('publish.none')}</p>;
  return (
    <ul className={css.changes} aria-label={t('publish.changes')}>
      {changes.map(({ field, before, after, by, at }) => (
        <li key={field}>
          <p className={css.changeHead}>
            <strong>{nameOf(field)}</strong> {by && <By who={by} at={at} />}
          </p>
          <p className={css.change}>
            {[before, after].filter(isColour).map((backgroundColor, index) => (
              <span key={index} className={css.sample} style={{ backgroundColor }} />
            ))}
            {[before, after].filter(isPicture).map((name) => (
              <img
                key={name}
                src={pictureAddress(brand, name)}
                alt={name}
                className={css.picture}
              />
            ))}
            <span hidden={isPicture(before) || isPicture(after)}>
              {partsOf(before, after).map((part, index) => {
                const Element = part.added ? 'ins' : part.removed ? 'del' : 'span';
                return <Element key={index}>{part.value}</Element>;
              })}
            </span>
          </p>
        </li>
      ))}
    </ul>
  );
}

/** Asks which value applies to each field that another person has changed at the same time. */
export function Conflicts() {
  const { t } = useTranslation('staffStudio');
  const nameOf = useFieldName();
  const { draft, conflicts, pending } = useStudio();
  const open = conflicts.length > 0;
  // A person who types while the dialog opens must not press a button.
  const text = useRef<HTMLParagraphElement>(null);
  const decide = (field: string, choice: 'mine' | 'theirs') => {
    text.current?.focus();
    draft.decide(field, choice);
  };
  const textFor = (value: unknown) => textOf(value) || t('noValue');
  return (
    <Dialog persistent open={open} title={t('conflict.title')} onClose={() => undefined}>
      <p ref={text} tabIndex={-1} data-autofocus className={form.dim}>
        {t('conflict.text')}
      </p>
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
            <Button onClick={() => decide(field, 'theirs')}>{t('conflict.take')}</Button>
            <Button onClick={() => decide(field, 'mine')}>{t('conflict.keep')}</Button>
          </div>
        </section>
      ))}
    </Dialog>
  );
}
