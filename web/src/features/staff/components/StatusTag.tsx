import { Tag } from './Tag';

/** The HTTP status of an answer with the reason beside it. */
export function StatusTag({ status, debug }: { status: number; debug?: string }) {
  const tone = status >= 500 ? 'negative' : status >= 400 ? 'warning' : 'positive';
  return <Tag tone={tone}>{[status || '–', debug].filter(Boolean).join(' · ')}</Tag>;
}
