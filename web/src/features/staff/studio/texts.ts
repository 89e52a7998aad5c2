import { useTranslation } from 'react-i18next';
import type { LocalText } from '@/contracts/types';
import { useLocalText } from '@/lib/i18n/language';
import { useDates } from '../hooks/texts';
import { contrastsOf, type StudioFault } from '../model/studio';
import { useStudio } from './useStudio';

/** Returns a function with the text of a key of the studio, if there is one. */
function useKnownText() {
  const { t, i18n } = useTranslation(['staffStudio', 'staffContent']);
  return (key: string) => (i18n.exists(key) ? t(key as 'fields.lobby') : undefined);
}

/** Returns a function with the readable name of a field. */
export function useFieldName(): (field: string) => string {
  const text = useKnownText();
  const localText = useLocalText();
  const { value, changeOf } = useStudio();
  return (field) => {
    const [, group = '', mode, rest = ''] = /^(\w+)[./]?(?:modes\.(\w+)\.)?(.*)$/.exec(field) ?? [];
    const known = text(`staffStudio:fields.${mode ? `theme.colours.${rest}` : field}`);
    if (known && !mode) return known;
    const { title } = (value(field) ?? changeOf(field)?.before ?? {}) as { title?: LocalText };
    const name = (title && localText(title)) ?? known ?? text(`staffContent:sections.${rest}`);
    return [text(`staffStudio:${mode ? `modes.${mode}` : `groups.${group}`}`), name ?? rest]
      .filter(Boolean)
      .join(': ');
  };
}

/** The texts of values that are one of a few, by the name of their part. */
const choices: Readonly<Record<string, string>> = {
  kind: 'staffContent:content.kinds',
  place: 'staffContent:content.places',
  device: 'staffContent:content.devices',
  type: 'staffContent:content.types',
};

/** Returns functions that word values and faults of fields for people. */
export function useValueTexts() {
  const text = useKnownText();
  const nameOf = useFieldName();
  const { zoned } = useDates();
  const partName = (part: string): string => {
    if (/^\d+$/.test(part)) return String(Number(part) + 1);
    return text(`staffStudio:parts.${part}`) ?? (part.length === 2 ? part.toUpperCase() : part);
  };
  const single = (value: unknown, part: string): string => {
    if (typeof value === 'boolean') return value ? '✓' : '–';
    const given = String(value ?? '');
    if (part === 'lobby') return nameOf(`sections.${given}`).replace(/^.*?: /, '');
    if ((part === 'from' || part === 'until') && Date.parse(given)) return zoned(given);
    return text(`${choices[part]}.${given}`) ?? given;
  };
  const lines = (value: unknown, part: string): string[] => {
    if (typeof value !== 'object' || value === null) return [single(value, part)];
    if (Array.isArray(value))
      return value.flatMap((item) =>
        lines(item, part).map((line, index) => (index === 0 ? '• ' : '  ') + line),
      );
    // A game has an id and a name. The ids of other entries are no texts for people.
    if ('name' in value) return [String(value.name)];
    return Object.entries(value).flatMap(([key, item]: [string, unknown]) => {
      if (key === 'id' && typeof item === 'string') return [];
      const [first = '', ...rest] = lines(item, key);
      return typeof item === 'object' && item !== null
        ? [`${partName(key)}:`, ...[first, ...rest].map((line) => `  ${line}`)]
        : [`${partName(key)}: ${first}`];
    });
  };
  return {
    /** Returns the value of a field as lines of text, empty for no value. */
    textOf: (field: string, value: unknown) => lines(value, field).join('\n'),
    faultText: ({ field, part, problem, allowed }: StudioFault, withField?: boolean): string => {
      const where = [withField && nameOf(field), part?.split('.').map(partName).join(' ')];
      return [...where, [problem, allowed].filter(Boolean).join(' · ')].filter(Boolean).join(': ');
    },
  };
}

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
