import useSWR from 'swr';
import type { RowAnswer } from '@/contracts/types';
import { bootstrap } from '@/lib/bootstrap/bootstrap';
import { fetchPath } from '@/lib/gateway/client';
import type { GatewayError } from '@/lib/gateway/error';
import { useLanguage, useLocalText } from '@/lib/i18n/language';
import { isInlinedOld } from '@/lib/swr/inlined';

/** Returns the brand's title of a section, or undefined for the default title. */
export function useSectionTitle(name: string): string | undefined {
  const text = useLocalText();
  const title = bootstrap().sections?.[name]?.title;
  return title && text(title);
}

const path = '/v1/rows';

/** Returns the games of a section with games of its own. The page has them if it is the `lead`. */
export function useRow(section: string, lead: boolean) {
  const { language } = useLanguage();
  const { initial, language: served } = bootstrap();
  const inlined = lead && served === language ? initial?.[path] : undefined;
  const query = new URLSearchParams({ section, Lang: language });
  const { data, error, mutate } = useSWR<RowAnswer, GatewayError>(
    `${path}?${query}`,
    fetchPath<RowAnswer>,
    {
      keepPreviousData: true,
      ...(inlined && {
        fallbackData: inlined.data as RowAnswer,
        revalidateOnMount: isInlinedOld(),
      }),
    },
  );
  return { data, error, reload: () => void mutate() };
}
