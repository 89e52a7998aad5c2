import { IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import css from './Steps.module.css';

/** The progress of a form with several steps; `at` counts from 0. */
export function Steps({ titles, at }: { titles: readonly string[]; at: number }) {
  const { t } = useTranslation('auth');
  return (
    <>
      <p className="visually-hidden" role="status">
        {t('register.at', { at: at + 1, count: titles.length, title: titles[at] })}
      </p>
      <ol className={css.steps} aria-hidden="true">
        {titles.map((title, index) => (
          <li key={title} data-state={index < at ? 'done' : index === at ? 'now' : 'due'}>
            <span className={css.dot}>{index < at ? <IconCheck size={16} /> : index + 1}</span>
            <span className={css.title}>{title}</span>
          </li>
        ))}
      </ol>
    </>
  );
}
