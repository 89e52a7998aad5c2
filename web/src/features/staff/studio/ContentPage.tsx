import { useTranslation } from 'react-i18next';
import { Panel } from '@/components/ui/Panel/Panel';
import { useNow } from '@/lib/clock';
import { useLocalText } from '@/lib/i18n/language';
import { Tag, Time } from '../components/Values';
import { fromField, toField } from '../model/notice';
import * as model from '../model/studioContent';
import { Entries } from './Entries';
import { Inputs, type Input } from './Inputs';
import type { RowContent } from './Rows';
import { useStudio } from './useStudio';

type Item = model.Item;
const fieldOf = (id: string) => `content.${id}`;
const tones = { active: 'positive', fallback: 'info', planned: 'info' } as const;
const monthMs = 30 * 86_400_000;
const isoOf = (time: number) => `${new Date(time).toISOString().slice(0, 16)}:00Z`;
const pictureTypes = 'image/svg+xml,image/png,image/jpeg,image/webp';

/** The inputs with a label of their name. */
type Named =
  | ('image' | 'type' | 'text' | 'button' | 'link' | 'place' | 'order')
  | ('from' | 'until' | 'languages' | 'countries' | 'device');

/** The brand's own slides, promotions, popups and information texts. */
export function ContentPage() {
  const { t } = useTranslation('staffContent');
  const { languages, value, set, names } = useStudio();
  const textOf = useLocalText();
  const now = useNow(30_000);
  const itemOf = (id: string) => ({ id, ...(value(fieldOf(id)) as Item) });
  const items = names('content.')
    .map(itemOf)
    .sort((a, b) => (a.order ?? 0) - (b.order ?? 0));
  const save = (change: Partial<Item> & { id: string }) => {
    const { id, ...item } = { ...itemOf(change.id), ...change };
    set({ [fieldOf(id)]: model.withoutEmpty(item) });
  };
  const row = (item: Item & { id: string }): RowContent => {
    const { id, title, place, from, until, hidden } = item;
    const status = model.itemState(item, now);
    return {
      id,
      name: textOf(title ?? {}) || id,
      field: fieldOf(id),
      tags: <Tag tone={tones[status as 'active']}>{t(`content.states.${status}`)}</Tag>,
      text: (
        <>
          <span>{t(`content.places.${place}`)}</span>
          {from && <Time at={from} />}
          {until && <span>–</span>}
          {until && <Time at={until} />}
        </>
      ),
      [hidden ? 'show' : 'hide']: () => save({ id, hidden: !hidden }),
      discard: () => set({ [fieldOf(id)]: null }),
    };
  };
  const add = (kind: Item['kind'], title: string) => {
    const id = model.newId(`${kind} ${title}`);
    const period = { from: isoOf(now), until: isoOf(now + monthMs) };
    save({
      id,
      kind,
      place: 'before',
      title: { [languages[0]!]: title },
      ...(kind === 'promotion' && period), // pages show it
    });
    return id;
  };
  return model.kinds.map((kind) => (
    <Panel dense key={kind} title={t(`content.kinds.${kind}`)}>
      <Entries
        label={t(`content.kinds.${kind}`)}
        items={items.filter((item) => item.kind === kind)}
        row={row}
        editor={(item) => (
          <ItemForm item={item} onChange={(change) => save({ ...change, id: item.id })} />
        )}
        add={{ label: t(`content.new.${kind}`), onAdd: (title) => add(kind, title) }}
      />
    </Panel>
  ));
}

interface ItemFormProps {
  item: Item;
  onChange(change: Record<string, unknown>): void;
}

/** The fields of an item of the brand's own content. */
function ItemForm({ item, onChange }: ItemFormProps) {
  const { t } = useTranslation('staffContent');
  const input = (name: Named, rest: Partial<Input>): Input => ({
    name,
    label: t(`content.${name}`),
    ...rest,
  });
  const options = <Value extends string>(
    values: readonly Value[],
    label: (value: Value) => string,
    none?: string,
  ) => [
    ...(none ? [{ value: '', label: none }] : []),
    ...values.map((value) => ({ value, label: label(value) })),
  ];
  const time = {
    type: 'datetime-local',
    hint: t('content.zone', { zone: Intl.DateTimeFormat().resolvedOptions().timeZone }),
    show: (at?: string) => (at ? toField(new Date(at)) : ''),
    parse: fromField,
  };
  const codes = (change: 'toUpperCase' | 'toLowerCase') => ({
    show: (list?: readonly string[]) => list?.join(', ') ?? '',
    parse: (text: string) => [...new Set(text[change]().match(/\b[a-z]{2}\b/gi))],
  });
  const types = options(model.informationTypes, (type) => t(`content.types.${type}`), t('choose'));
  const places = options(model.places, (place) => t(`content.places.${place}`));
  const devices = options(
    model.devices,
    (device) => t(`content.devices.${device}`),
    t('content.everyDevice'),
  );
  const own: Input[] = [
    input('image', { hint: t('content.imageHint'), accept: pictureTypes }),
    input('type', { options: types }),
    input('text', { local: true, area: true }),
    input('button', { local: true }),
    { name: 'html', label: 'HTML', local: true, area: true, hint: t('content.htmlHint') },
    input('link', { hint: t('menus.addressHint') }),
  ];
  const common: Input[] = [
    input('place', { options: places }),
    input('order', {
      type: 'number',
      hint: t('content.orderHint'),
      show: (order = 0) => String(order),
      parse: Number,
    }),
    input('from', time),
    input('until', time),
    input('languages', { hint: t('content.languagesHint'), ...codes('toLowerCase') }),
    input('countries', { hint: t('content.countriesHint'), ...codes('toUpperCase') }),
    input('device', { options: devices }),
  ];
  const title = { name: 'title', label: t('title'), local: true };
  const has = ({ name }: Input) => model.fieldsOf[item.kind].includes(name);
  return (
    <>
      <Inputs inputs={[title, ...own.filter(has)]} value={item} onChange={onChange} />
      <Inputs inputs={common} value={item} onChange={onChange} />
    </>
  );
}
