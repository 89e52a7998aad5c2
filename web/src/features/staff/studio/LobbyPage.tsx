import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Field } from '@/components/ui/Field/Field';
import { Panel } from '@/components/ui/Panel/Panel';
import { useLocalText } from '@/lib/i18n/language';
import { useDebounced } from '@/lib/useDebounced';
import { useStaff } from '../api/client';
import { ActionError } from '../components/Page';
import * as model from '../model/studioContent';
import { Entries } from './Entries';
import { FieldBox, Inputs } from './Inputs';
import { Rows, type RowContent } from './Rows';
import { useStudio } from './useStudio';
import css from './Content.module.css';

const fieldOf = (section: string) => `sections.${section}`;

/** The sections of the home page: order, visibility, titles, games and own rows. */
export function LobbyPage() {
  const { t } = useTranslation('staffContent');
  const { brand, languages, value, set, names } = useStudio();
  const textOf = useLocalText();
  const categories = useStaff('/studio/{brand}/games', { path: { brand } }).data?.categories ?? [];
  const lobby = (value('lobby') ?? model.siteSections) as readonly string[];
  const others = [
    ...[...model.siteSections, ...names('sections.')],
    ...categories.map(({ id }) => `category/${id}`),
  ].filter((section, index, all) => !lobby.includes(section) && all.indexOf(section) === index);
  const save = (next: readonly string[], fields = {}) => set({ lobby: next, ...fields });
  const without = (section: string) => lobby.filter((other) => other !== section);
  const settings = (section: string) => (value(fieldOf(section)) ?? {}) as model.Section;
  const nameOf = (section: string) => {
    const [, id] = /^category\/(.*)$/.exec(section) ?? [];
    const own = textOf(settings(section).title ?? {});
    if (own || model.isRow(section)) return own || section;
    if (!id) return t(`sections.${section as 'popular'}`);
    return (
      categories.find((category) => String(category.id) === id)?.name ??
      t('lobby.categoryOf', { id })
    );
  };
  const row = (section: string): RowContent => {
    const { title, games, filter, pinned, hidden: hiddenGames } = settings(section);
    const own = [
      filter && t('lobby.filter'),
      games && t('lobby.gamesCount', { count: games.length }),
      title && !model.isRow(section) && t('lobby.ownTitle'),
      pinned && t('lobby.pinnedCount', { count: pinned.length }),
      hiddenGames && t('lobby.hiddenCount', { count: hiddenGames.length }),
    ];
    return {
      id: section,
      name: nameOf(section),
      field: fieldOf(section),
      text: own.filter(Boolean).join(' · '),
    };
  };
  const add = (name: string) => {
    const section = `row/${model.newId(name)}`;
    const title = { [languages[0]!]: name };
    set({ [fieldOf(section)]: { title }, lobby: [...lobby, section] });
    return section;
  };
  const editor = (section: string) => (
    <SectionForm
      name={section}
      section={settings(section)}
      onChange={(next) => {
        const kept = model.withoutEmpty(next);
        set({ [fieldOf(section)]: Object.keys(kept).length > 0 ? kept : null });
      }}
    />
  );
  return (
    <>
      <Panel dense title={t('lobby.shown')} text={t('lobby.text')}>
        <FieldBox field="lobby">
          <Entries
            label={t('lobby.shown')}
            items={lobby}
            onSort={save}
            row={(section) => ({
              ...row(section),
              hide: () => save(without(section)),
              ...(model.isRow(section) && {
                discard: () => save(without(section), { [fieldOf(section)]: null }),
              }),
            })}
            editor={editor}
            add={{ label: t('lobby.newRow'), onAdd: add }}
          />
        </FieldBox>
      </Panel>
      <Panel dense title={t('lobby.others')}>
        <Entries
          label={t('lobby.others')}
          items={others}
          row={(section) => ({
            ...row(section),
            show: () => save([...lobby, section]),
            ...(model.isRow(section) && { discard: () => set({ [fieldOf(section)]: null }) }),
          })}
          editor={editor}
        />
      </Panel>
    </>
  );
}

interface SectionFormProps {
  name: string;
  section: model.Section;
  onChange(section: model.Section): void;
}

/** The settings of a section: title, games of a row, pinned and hidden games. */
function SectionForm({ name, section, onChange }: SectionFormProps) {
  const { t } = useTranslation('staffContent');
  const { brand } = useStudio();
  const { data } = useStaff('/studio/{brand}/games', { path: { brand } });
  const isRow = model.isRow(name);
  // A row has either games or a filter.
  const gameLists = (['games', 'pinned', 'hidden'] as const).filter((key) =>
    key === 'games' ? isRow && !section.filter : model.showsSlots(name),
  );
  const values = { category: data?.categories, provider: data?.providers, type: data?.types };
  const filters = (['category', 'provider', 'type'] as const).map((key) => ({
    name: key,
    label: t(`filter.${key}`),
    options: [
      { value: '', label: t('filter.any') },
      ...(values[key] ?? []).map((item) => ({ value: String(item.id), label: item.name })),
    ],
    parse: (text: string) => values[key]?.find((item) => String(item.id) === text)?.id,
  }));
  return (
    <>
      <Inputs
        inputs={[{ name: 'title', label: t('title'), local: true }]}
        value={section}
        onChange={(change) => onChange({ ...section, ...change })}
      />
      {isRow && !section.games && (
        <fieldset className={css.group}>
          <legend>{t('lobby.filter')}</legend>
          <Inputs
            inputs={filters}
            value={section.filter ?? {}}
            onChange={(change) =>
              onChange({ ...section, filter: { ...section.filter, ...change } })
            }
          />
        </fieldset>
      )}
      {gameLists.map((key) => (
        <Games
          key={key}
          label={t(`lobby.lists.${key}`)}
          games={section[key] ?? []}
          onChange={(games) => onChange({ ...section, [key]: games })}
        />
      ))}
    </>
  );
}

interface GamesProps {
  label: string;
  games: readonly model.GameRef[];
  onChange(games: readonly model.GameRef[]): void;
}

/** Games in their order, with a search that adds games. */
function Games({ label, games, onChange }: GamesProps) {
  const { t } = useTranslation('staffContent');
  const { brand, readOnly } = useStudio();
  const [text, setText] = useState('');
  const q = useDebounced(text.trim(), 300);
  const params = q ? { path: { brand }, query: { q } } : null;
  const { data, error } = useStaff('/studio/{brand}/games', params, { keepPreviousData: true });
  const found = (q && data ? data.games : []).flatMap(({ id, name, provider }) => {
    const isNew = games.every((game) => game.id !== id);
    return isNew ? [{ id, name, provider }] : [];
  });
  return (
    <fieldset className={css.group}>
      <legend>{label}</legend>
      <Rows
        label={label}
        items={games}
        onSort={onChange}
        row={({ id, name }) => ({
          id: String(id),
          name,
          remove: () => onChange(games.filter((game) => game.id !== id)),
        })}
      />
      <Field
        label={t('lobby.search')}
        type="search"
        maxLength={100}
        disabled={readOnly}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <ActionError error={error} />
      <p role="status">{q && data && t('lobby.found', { count: found.length })}</p>
      {found.length > 0 && (
        <div className={css.found}>
          <Rows
            label={t('lobby.results')}
            items={found}
            row={({ id, name, provider }) => ({
              id: String(id),
              name,
              text: provider,
              add: () => onChange([...games, { id, name }]),
            })}
          />
        </div>
      )}
    </fieldset>
  );
}
