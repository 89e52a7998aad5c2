import { sanitise } from '@/components/html/model/sanitise';
import { infoKeys, paths, type InfoKey } from '@/lib/paths/paths';

interface Question {
  question: string;
  /** Sanitised HTML. */
  answer: string;
}

export interface QuestionGroup {
  /** The heading, or '' for questions before the first heading. */
  title: string;
  questions: Question[];
}

const isHeading = (element: Element) => /^H[1-6]$/.test(element.tagName);

/**
 * Parses the questions of an FAQ text: <details> under headings, or headings followed by answers.
 */
export function readFaq(html: string): QuestionGroup[] {
  const root = document.createElement('div');
  root.innerHTML = sanitise(html);
  const groups = root.querySelector('details') ? parseDetails(root) : parseHeadings(root);
  return groups.filter(({ questions }) => questions.length > 0);
}

function parseDetails(root: Element): QuestionGroup[] {
  const groups: QuestionGroup[] = [{ title: '', questions: [] }];
  for (const element of root.children) {
    if (isHeading(element)) groups.push({ title: textOf(element), questions: [] });
    const summary = element.querySelector('summary');
    if (element.tagName !== 'DETAILS' || !summary) continue;
    const question = textOf(summary);
    summary.remove();
    groups.at(-1)?.questions.push({ question, answer: element.innerHTML.trim() });
  }
  return groups;
}

function parseHeadings(root: Element): QuestionGroup[] {
  const questions: Question[] = [];
  for (const element of root.children) {
    const last = questions.at(-1);
    if (isHeading(element)) questions.push({ question: textOf(element), answer: '' });
    else if (last) last.answer += element.outerHTML;
  }
  return [{ title: '', questions: questions.filter(({ answer }) => answer !== '') }];
}

const textOf = (element: Element) => element.textContent?.trim() ?? '';

/** The information pages with their addresses, in menu order. */
export const infoPages = (Object.keys(infoKeys) as InfoKey[]).map((key) => ({
  key,
  to: key === 'AboutUs' ? paths.aboutUs.to() : paths.info.to({ key }),
}));
