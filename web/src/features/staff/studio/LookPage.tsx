import { useTranslation } from 'react-i18next';
import { Panel, type PanelProps } from '@/components/ui/Panel/Panel';
import { Tag } from '../components/Values';
import { ColourField, LookField } from './LookFields';
import { useContrasts } from './texts';
import { useStudio } from './useStudio';
import css from './Studio.module.css';

const modes = ['dark', 'light'] as const;
const colours = [
  ...['bg', 'surface', 'surface_raised', 'line', 'text', 'text_dim'],
  ...['accent', 'on_accent', 'positive', 'negative', 'warning', 'focus'],
];
/** The font families of the player site (web/scripts/fonts.ts). */
const families = [
  ...['Cormorant Garamond Variable', 'IBM Plex Sans Variable', 'Inter Variable'],
  ...['Manrope Variable', 'Sora Variable', 'IBM Plex Sans Arabic'],
].map((value) => ({ value, label: value.replace(' Variable', '') }));
const pictures = [
  ...['dark.svg', 'light.svg', 'mark.svg'],
  ...['icon-192.png', 'icon-512.png', 'icon-maskable-512.png', 'apple-touch-icon.png'],
];

/** Returns the number of a text. An empty text remains. */
const numberOf = (text: string) => (text ? Number(text) : text);

/** The look of a brand: colours, fonts, shapes, taglines and pictures. */
export function LookPage() {
  const { t } = useTranslation('staffStudio');
  const { state } = useStudio();
  const heroes = ['cinematic', 'split', 'framed'] as const;
  return (
    <>
      <Contrast />
      {modes.map((mode) => (
        <Group key={mode} title={t(`modes.${mode}`)}>
          {colours.map((colour) => (
            <ColourField key={colour} field={`theme.modes.${mode}.${colour}`} />
          ))}
        </Group>
      ))}
      <Group title={t('look.shape')}>
        <ColourField field="theme.gradient.from" />
        <ColourField field="theme.gradient.to" />
        <LookField
          field="theme.default_mode"
          options={modes.map((value) => ({ value, label: t(`modes.${value}`) }))}
        />
        <LookField
          field="theme.hero"
          options={heroes.map((value) => ({ value, label: t(`heroes.${value}`) }))}
        />
        <LookField field="theme.radius" type="number" min={0} max={32} parse={numberOf} />
        {['display', 'text', 'arabic'].map((use) => (
          <LookField key={use} field={`theme.fonts.${use}`} options={families} />
        ))}
      </Group>
      <Group title={t('groups.tagline')}>
        {state.languages.map(({ lang }) => (
          <LookField key={lang} field={`tagline.${lang}`} lang={lang} />
        ))}
      </Group>
      <Group title={t('look.pictures')} text={t('look.picturesText')}>
        {pictures.map((file) => (
          <LookField
            key={file}
            field={`logo/${file}`}
            accept={file.endsWith('.svg') ? 'image/svg+xml' : 'image/png'}
            required
          />
        ))}
      </Group>
    </>
  );
}

/** Fields side by side in a panel. */
const Group = ({ children, ...panel }: PanelProps) => (
  <Panel dense {...panel}>
    <div className={css.grid}>{children}</div>
  </Panel>
);

/** The contrast of the colours while one chooses them. */
function Contrast() {
  const { t } = useTranslation('staffStudio');
  const { failing, worst } = useContrasts();
  const count = failing.length;
  return (
    <Panel
      dense
      title={t('contrast.title')}
      aside={
        <Tag tone={count > 0 ? 'negative' : 'positive'}>
          {count > 0 ? t('contrast.failing', { count }) : t('contrast.ok')}
        </Tag>
      }
    >
      <div role="status">
        {worst && <p>{t('contrast.worst', { pair: worst.text })}</p>}
        <ul className={css.list}>
          {failing.slice(1).map(({ text }) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      </div>
    </Panel>
  );
}
