import { useTranslation } from 'react-i18next';
import { contrastsOf } from '../model/studio';
import { useFieldName, useStudio } from './useStudio';

/** Returns the pairs of colours whose contrast is too low and the worst pair, each as a text. */
export function useContrasts() {
  const { t, i18n } = useTranslation('staffStudio');
  const nameOf = useFieldName();
  const { state, value } = useStudio();
  const { format } = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 2 });
  const all = contrastsOf(state, value).map(({ colour, on, ratio, least, fails }) => ({
    field: colour,
    fails,
    text: t('contrast.pair', {
      colour: nameOf(colour),
      on: nameOf(on).replace(/^.*: /, ''),
      // Rounded down, because 4.499 is not enough and must not look like it.
      ratio: format(Math.floor(ratio * 100) / 100),
      least: format(least),
    }),
  }));
  return { failing: all.filter(({ fails }) => fails), worst: all[0] };
}
