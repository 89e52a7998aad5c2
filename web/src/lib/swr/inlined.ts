import type { AnswerOf, ReadCallName, RequestOf } from '@/contracts/calls';
import { bootstrap } from '../bootstrap/bootstrap';
import { systemClock } from '../clock';
import type { Answer } from '../gateway/envelope';
import { createStore } from '../store/store';

/** How long the responses in the page are as good as new ones: as long as the server caches lists without asking again. */
const freshForMs = 60_000;

const servedAt = systemClock.now();

/** Calls whose response in the page could not be rendered. */
const dropped = new Set<ReadCallName>();

/** Counts the occasions at which the responses in the page have to be asked for again. */
export const inlinedAge = createStore(0);

/** Returns whether the responses in the page are too old to stand alone. */
export const isInlinedOld = (): boolean => systemClock.now() - servedAt > freshForMs;

/** Never uses the response in the page again. */
export const dropInlined = (name: ReadCallName): void => void dropped.add(name);

/**
 * Returns the response that the server put into the page, when it has the current language. A list has one of its
 * pages there: the response counts for requests of the same page.
 */
export function inlinedResponse<N extends ReadCallName>(
  name: N,
  language: string,
  request: RequestOf<N>,
): Answer<AnswerOf<N>> | undefined {
  const { initial, language: served } = bootstrap();
  const response = served === language && !dropped.has(name) ? initial?.[name] : undefined;
  if (!response?.result) return undefined;
  const { limit, offset } = request as { limit?: number; offset?: number };
  const { pagination } = response;
  const samePage =
    !pagination ||
    ((limit ?? pagination.limit) === pagination.limit && (offset ?? 0) === pagination.offset);
  return samePage ? (response as Answer<AnswerOf<N>>) : undefined;
}
