import { diffWordsWithSpace } from 'diff';
import { useTranslation } from 'react-i18next';
import { By } from '../components/Values';
import { isColour, isPicture, pictureAddress, textOf, type StudioChange } from '../model/studio';
import { useFieldName, useStudio } from './useStudio';
import css from './Studio.module.css';

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
              {diffWordsWithSpace(textOf(before), textOf(after)).map((part, index) => {
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
