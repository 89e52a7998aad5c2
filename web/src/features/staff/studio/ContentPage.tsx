import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Panel } from '@/components/ui/Panel/Panel';
import { useNow } from '@/lib/clock';
import { Tag, Time } from '../components/Values';
import { fromField, toField } from '../model/notice';
import * as model from '../model/studioContent';
import { AddForm, Editor, Inputs, useLocalText, type Input } from './Inputs';
import { PictureInput } from './PictureInput';
import { Rows } from './Rows';
import { useStudio } from './useStudio';
import css from './Studio.module.css';

type Item = model.Item;
const fieldOf = (id: string) => `content.${id}`;
const tones = { active: 'positive', fallback: 'info', planned: 'info' } as const;

/** The brand's own slides, promotions, popups and information texts. */
export function ContentPage() {
  const { t } = useTranslation('staffContent');
  const { languages, value, set, names, readOnly } = useStudio();
  const textOf = useLocalText();
  const now = useNow(30_000);
  const [edited, edit] = useState<string>();
  const itemOf = (id: string) => ({ id, ...(value(fieldOf(id)) as Item) });
  const items = names('content.').map(itemOf);
  const save = ({ id, ...item }: Item & { id: string }) =>
    set({ [fieldOf(id)]: model.withoutEmpty(item) });
  const add = (kind: Item['kind'], name: string) => {
    const id = model.newId(`${kind} ${name}`);
    save({ id, kind, place: 'before', title: { [languages[0]!]: name } });
    edit(id);
  };
  const shown = items.find(({ id }) => id === edited);
  return (
    <fieldset disabled={readOnly} className={css.page} aria-label={t('content.label')}>
      {model.kinds.map((kind) => (
        <Panel dense key={kind} title={t(`content.kinds.${kind}`)}>
          <Rows
            label={t(`content.kinds.${kind}`)}
            items={items
              .filter((item) => item.kind === kind)
              .sort((a, b) => (a.order ?? 0) - (b.order ?? 0))}
            row={(item) => {
              const status = model.itemState(item, now);
              const change = () => save({ ...item, hidden: !item.hidden });
              return {
                ...{ id: item.id, name: textOf(item.title) || item.id, field: fieldOf(item.id) },
                tags: <Tag tone={tones[status as 'active']}>{t(`content.states.${status}`)}</Tag>,
                text: (
                  <>
                    <span>{t(`content.places.${item.place}`)}</span>
                    {item.from && <Time at={item.from} />}
                    {item.until && <span>–</span>}
                    {item.until && <Time at={item.until} />}
                  </>
                ),
                edit: () => edit(item.id),
                ...(item.hidden ? { show: change } : { hide: change }),
                discard: () => set({ [fieldOf(item.id)]: null }),
              };
            }}
          />
          <AddForm label={t(`content.new.${kind}`)} onAdd={(name) => add(kind, name)} />
        </Panel>
      ))}
      {shown && (
        <Editor
          field={fieldOf(shown.id)}
          title={textOf(shown.title) || shown.id}
          onClose={() => edit(undefined)}
        >
          <ItemForm item={shown} onChange={(change) => save({ ...itemOf(shown.id), ...change })} />
        </Editor>
      )}
    </fieldset>
  );
}

interface ItemFormProps {
  item: Item;
  onChange(change: Record<string, unknown>): void;
}

/** The fields of an item of the brand's own content. */
function ItemForm({ item, onChange }: ItemFormProps) {
  const { t } = useTranslation('staffContent');
  const has = ({ name }: { name: string }) => model.fieldsOf[item.kind].includes(name);
  const zone = t('content.zone', { zone: Intl.DateTimeFormat().resolvedOptions().timeZone });
  const none = (label: string) => ({ value: '', label });
  const time = {
    ...{ type: 'datetime-local', hint: zone, parse: fromField },
    show: (at?: string) => (at ? toField(new Date(at)) : ''),
  };
  const codes = (change: 'toUpperCase' | 'toLowerCase') => ({
    show: (list?: readonly string[]) => list?.join(', ') ?? '',
    parse: (text: string) => [...new Set(text[change]().match(/[a-z]+/gi))],
  });
  const options = <Value extends string>(
    values: readonly Value[],
    text: (value: Value) => string,
  ) => values.map((value) => ({ value, label: text(value) }));
  const types = options(model.informationTypes, (value) => t(`content.types.${value}`));
  const places = options(model.places, (value) => t(`content.places.${value}`));
  const devices = options(model.devices, (value) => t(`content.devices.${value}`));
  const own: Input[] = [
    { name: 'type', label: t('content.type'), options: [none(t('choose')), ...types] },
    { name: 'text', label: t('content.text'), local: true, area: true },
    { name: 'button', label: t('content.button'), local: true },
    { name: 'html', label: 'HTML', local: true, area: true, hint: t('content.htmlHint') },
    { name: 'link', label: t('content.link'), hint: t('menus.addressHint') },
  ];
  const common: Input[] = [
    { name: 'place', label: t('content.place'), options: places },
    {
      ...{ name: 'order', label: t('content.order'), hint: t('content.orderHint') },
      ...{ type: 'number', show: (order = 0) => String(order), parse: Number },
    },
    { name: 'from', label: t('content.from'), ...time },
    { name: 'until', label: t('content.until'), ...time },
    {
      ...{ name: 'languages', label: t('content.languages'), hint: t('content.languagesHint') },
      ...codes('toLowerCase'),
    },
    {
      ...{ name: 'countries', label: t('content.countries'), hint: t('content.countriesHint') },
      ...codes('toUpperCase'),
    },
    {
      ...{ name: 'device', label: t('content.device') },
      options: [none(t('content.everyDevice')), ...devices],
    },
  ];
  const title = { name: 'title', label: t('title'), local: true };
  return (
    <>
      {has({ name: 'image' }) && (
        <div>
          <PictureInput
            label={t('content.image')}
            hint={t('content.imageHint')}
            name={item.image}
            accept="image/svg+xml,image/png,image/jpeg,image/webp"
            onUpload={(image) => onChange({ image })}
          />
        </div>
      )}
      <Inputs inputs={[title, ...own.filter(has)]} value={item} onChange={onChange} />
      <Inputs inputs={common} value={item} onChange={onChange} />
    </>
  );
}
