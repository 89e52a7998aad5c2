import { IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import css from './Steps.module.css';

/** The progress of a form with several steps; `current` counts from 0. */
export function Steps({ titles, current }: { titles: readonly string[]; current: number }) {
  const { t } = useTranslation('auth');
  return (
    <>
      <p className="visually-hidden" role="status">
        {t('register.at', { at: current + 1, count: titles.length, title: titles[current] })}
      </p>
      <ol className={css.steps} aria-hidden="true">
        {titles.map((title, index) => (
          <li
            key={title}
            data-state={index < current ? 'done' : index === current ? 'current' : 'upcoming'}
          >
            <span className={css.dot}>{index < current ? <IconCheck size={16} /> : index + 1}</span>
            <span className={css.title}>{title}</span>
          </li>
        ))}
      </ol>
    </>
  );
}
