import { diffArrays, diffWordsWithSpace } from 'diff';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/Button/Button';
import { Dialog } from '@/components/ui/Dialog/Dialog';
import { By } from '../components/Values';
import * as model from '../model/studio';
import { useFieldName, useValueTexts } from './texts';
import { useStudio } from './useStudio';
import form from '../components/Form.module.css';
import css from './Studio.module.css';

/** Returns the words that go, come and stay. A colour is one word. */
const partsOf = (before: string, after: string) =>
  model.isColour(before) && model.isColour(after)
    ? diffArrays([before], [after])
    : diffWordsWithSpace(before, after);

/** Changes field by field, each with the words that go and the words that come. */
export function Changes({ changes }: { changes: readonly model.StudioChange[] }) {
  const { t } = useTranslation('staffStudio');
  const nameOf = useFieldName();
  const { textOf } = useValueTexts();
  const { brand } = useStudio();
  if (changes.length === 0) return <p>{t('publish.none')}</p>;
  return (
    <ul className={css.changes} aria-label={t('publish.changes')}>
      {changes.map(({ field, before, after, by, at }) => (
        <li key={field}>
          <p className={css.changeHead}>
            <strong>{nameOf(field)}</strong> {by && at && <By who={by} at={at} />}
          </p>
          <p className={css.change}>
            {[before, after].filter(model.isColour).map((backgroundColor, index) => (
              <span key={index} className={css.sample} style={{ backgroundColor }} />
            ))}
            {[...new Set([before, after].flatMap(model.picturesIn))].map((name) => (
              <img
                key={name}
                src={model.pictureAddress(brand, name)}
                alt={name}
                className={css.picture}
              />
            ))}
            <span hidden={model.isPicture(before) || model.isPicture(after)}>
              {partsOf(textOf(field, before), textOf(field, after)).map((part, index) => {
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
  const { textOf } = useValueTexts();
  const { draft, conflicts, pending } = useStudio();
  const open = conflicts.length > 0;
  // A person who types while the dialog opens must not press a button.
  const text = useRef<HTMLParagraphElement>(null);
  const decide = (field: string, choice: 'mine' | 'theirs') => {
    text.current?.focus();
    draft.decide(field, choice);
  };
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
          <p className={css.change}>{textOf(field, value) || t('noValue')}</p>
          <p>{t('conflict.mine')}</p>
          <p className={css.change}>{textOf(field, pending[field]) || t('noValue')}</p>
          <div className={form.actions}>
            <Button onClick={() => decide(field, 'theirs')}>{t('conflict.take')}</Button>
            <Button onClick={() => decide(field, 'mine')}>{t('conflict.keep')}</Button>
          </div>
        </section>
      ))}
    </Dialog>
  );
}
