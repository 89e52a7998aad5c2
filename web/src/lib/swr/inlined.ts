import type { AnswerOf, ReadCallName, RequestOf } from '@/contracts/calls';
import { bootstrap } from '../bootstrap/bootstrap';
import { systemClock } from '../clock';
import type { Answer } from '../gateway/envelope';
import { createStore } from '../store/store';

/** How long responses in the page count as new, which is the server's cache time of lists. */
const freshForMs = 60_000;

const servedAt = systemClock.now();

/** Calls with responses in the page that could not be rendered. */
const dropped = new Set<ReadCallName>();

/** Counts the events that make the responses in the page outdated. */
export const inlinedAge = createStore(0);

/** Returns whether the responses in the page need a revalidation. */
export const isInlinedOld = (): boolean => systemClock.now() - servedAt > freshForMs;

/** Excludes the response in the page from further use. */
export const dropInlined = (name: ReadCallName): void => void dropped.add(name);

/**
 * Returns the response in the page if it has the current language. A list has one page there, which
 * serves only requests of the same page.
 */
export function inlinedResponse<N extends ReadCallName>(
  name: N,
  language: string,
  request: RequestOf<N>,
): Answer<AnswerOf<N>> | undefined {
  const { initial, language: served } = bootstrap();
  const { limit, offset, InfType, categoryID, providerID } = request as Record<string, never>;
  const filter = InfType ?? categoryID ?? providerID ?? '';
  const response = served === language && !dropped.has(name) ? initial?.[name + filter] : undefined;
  if (!response?.result) return undefined;
  const { pagination } = response;
  const samePage =
    !pagination ||
    ((limit ?? pagination.limit) === pagination.limit && (offset ?? 0) === pagination.offset);
  return samePage ? (response as Answer<AnswerOf<N>>) : undefined;
}
