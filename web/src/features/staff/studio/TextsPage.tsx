import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { classes } from '@/components/ui/classes';
import { Area, Choice, Field } from '@/components/ui/Field/Field';
import { Panel } from '@/components/ui/Panel/Panel';
import type { components } from '@/contracts/staff';
import { useDebounced } from '@/lib/useDebounced';
import { useStaff } from '../api/client';
import { Loaded } from '../components/Page';
import { Languages } from './Languages';
import { Rows } from './Rows';
import { useStudio } from './useStudio';
import form from '../components/Form.module.css';
import css from './Content.module.css';

type Text = components['schemas']['StudioText'];
const choices = ['', 'changed', 'missing'] as const;

/** The texts of the player site and its languages. */
export function TextsPage() {
  const { t } = useTranslation('staffContent');
  const { languages } = useStudio();
  const [q, setQ] = useState('');
  const [chosen, setChosen] = useState('');
  const [only, setOnly] = useState<(typeof choices)[number]>('');
  const lang = languages.includes(chosen) ? chosen : (languages[0] ?? '');
  return (
    <>
      <Languages />
      <Panel dense title={t('texts.title')}>
        <div className={classes(form.form, css.search)}>
          <Field
            label={t('texts.search')}
            hint={t('texts.searchHint')}
            type="search"
            value={q}
            onChange={({ target }) => setQ(target.value)}
          />
          <Choice
            label={t('language')}
            value={lang}
            options={languages.map((value) => ({ value, label: value.toUpperCase() }))}
            onChange={setChosen}
          />
          <Choice
            label={t('texts.only')}
            value={only}
            options={choices.map((value) => ({
              value,
              label: t(`texts.filters.${value || 'all'}`),
            }))}
            onChange={(next) => setOnly(next)}
          />
        </div>
        {/* A language does not show the texts of the previous one while it loads. */}
        <Results key={lang} lang={lang} q={q.trim()} only={only || undefined} />
      </Panel>
    </>
  );
}

interface ResultsProps {
  lang: string;
  q: string;
  only: 'changed' | 'missing' | undefined;
}

/** The texts that a search finds. */
function Results({ lang, q, only }: ResultsProps) {
  const { t } = useTranslation('staffContent');
  const { brand } = useStudio();
  const query = { lang, q: useDebounced(q, 300) || undefined, only };
  const params = { path: { brand }, query };
  const read = useStaff('/studio/{brand}/texts', params, { keepPreviousData: true });
  const fieldOf = ({ namespace, key }: Text) => `texts.${lang}.${namespace}.${key}`;
  return (
    <Loaded read={read} height={320}>
      {({ items, total }) => (
        <>
          <p role="status" className={form.dim}>
            <span>{t('texts.found', { count: total })}</span>{' '}
            {total > items.length && <span>{t('texts.first', { count: items.length })}</span>}
          </p>
          <Rows
            label={t('texts.title')}
            items={items}
            row={(item) => ({
              id: fieldOf(item),
              name: item.key,
              field: fieldOf(item),
              title: <TextInput lang={lang} field={fieldOf(item)} item={item} />,
            })}
          />
        </>
      )}
    </Loaded>
  );
}

/** A text of the site. Its hint has the wording of the site, which a reset gives back. */
function TextInput({ lang, field, item }: { lang: string; field: string; item: Text }) {
  const { t } = useTranslation('staffContent');
  const { value, set, readOnly } = useStudio();
  const current = String(value(field) ?? item.text ?? '');
  // An empty text is not saved.
  const [cleared, setCleared] = useState<string>();
  const isCleared = cleared === current && current !== '';
  const list = [...new Set(item.built_in?.match(/{{[^}]*}}|<\/?\d+\/?>/g))].join(' ');
  const hints = [
    t('texts.builtIn', { text: item.built_in ?? '–' }),
    list && t('texts.placeholders', { list }),
    /_(zero|one|two|few|many|other)$/.test(item.key) && t('texts.plural'),
  ];
  return (
    <Area
      label={`${item.namespace}.${item.key}`}
      hint={hints.filter(Boolean).join(' · ')}
      error={isCleared ? t('texts.empty') : undefined}
      lang={lang}
      dir="auto"
      rows={2}
      disabled={readOnly}
      value={isCleared ? '' : current}
      onChange={({ target }) => {
        setCleared(target.value ? undefined : current);
        if (target.value) set({ [field]: target.value });
      }}
    />
  );
}
