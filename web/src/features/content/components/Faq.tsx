import { IconChevronDown } from '@tabler/icons-react';
import { Html } from '@/components/html/Html';
import type { QuestionGroup } from '../model/readFaq';
import css from './Faq.module.css';

/** FAQ questions as native disclosures, so that the browser's page search finds the answers. */
export function Faq({ groups }: { groups: readonly QuestionGroup[] }) {
  return groups.map(({ title, questions }) => (
    <section key={title} className={css.group}>
      {title && <h2 className={css.title}>{title}</h2>}
      {questions.map(({ question, answer }) => (
        <details key={question} className={css.item}>
          <summary className={css.question}>
            <h3>{question}</h3>
            <IconChevronDown size={20} className={css.chevron} aria-hidden="true" />
          </summary>
          <Html className={css.answer} html={answer} small />
        </details>
      ))}
    </section>
  ));
}
