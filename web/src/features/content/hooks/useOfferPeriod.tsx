import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Countdown } from '@/components/ui/Countdown/Countdown';
import { timeOf } from '@/lib/content/phase';
import { usePhases } from '@/lib/content/usePhases';
import { useFormat } from '@/lib/format/useFormat';

/** Returns the phase of an offer, and its start, end and countdown as facts. */
export function useOfferPeriod(offer: { Start_date: string; End_date: string }) {
  const { t } = useTranslation('content');
  const format = useFormat();
  const offers = useMemo(() => [offer], [offer]);
  const phases = usePhases(offers);
  const active = phases?.active.length === 1;
  const finished = phases?.concluded.length === 1;
  const facts = [
    { name: t('fact.start'), value: format.date(offer.Start_date, 'date-time') },
    { name: t('fact.end'), value: format.date(offer.End_date, 'date-time') },
    !finished && {
      name: t(active ? 'fact.left' : 'fact.untilStart'),
      value: <Countdown until={timeOf(active ? offer.End_date : offer.Start_date)} />,
    },
  ].filter((fact) => fact !== false);
  return { active, finished, facts };
}
