import { useDebugText } from '../hooks/useErrorText';
import { Tag } from './Tag';

/** The HTTP status of an answer with the reason beside it. */
export function StatusTag({ status, debug }: { status: number; debug?: string }) {
  const debugText = useDebugText();
  const tone = status >= 500 ? 'negative' : status >= 400 ? 'warning' : 'positive';
  return <Tag tone={tone}>{[status || '–', debugText(debug)].filter(Boolean).join(' · ')}</Tag>;
}
