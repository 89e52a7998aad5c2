import useSWR from 'swr';
import type { RowAnswer } from '@/contracts/types';
import { bootstrap } from '@/lib/bootstrap/bootstrap';
import { fetchPath } from '@/lib/gateway/client';
import type { GatewayError } from '@/lib/gateway/error';
import { useLanguage } from '@/lib/i18n/language';
import { isInlinedOld } from '@/lib/swr/inlined';

const path = '/v1/rows';

/** Returns the games of a section with games of its own. The page has them if it is the `lead`. */
export function useRow(section: string, lead: boolean) {
  const { language } = useLanguage();
  const { initial, language: served } = bootstrap();
  const inlined = lead && served === language ? initial?.[path] : undefined;
  const query = new URLSearchParams({ section, Lang: language });
  return useSWR<RowAnswer, GatewayError>(`${path}?${query}`, fetchPath<RowAnswer>, {
    keepPreviousData: true,
    ...(inlined && { fallbackData: inlined.data as RowAnswer, revalidateOnMount: isInlinedOld() }),
  });
}
