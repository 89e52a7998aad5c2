import { useTranslation } from 'react-i18next';
import { Panel } from '@/components/ui/Panel/Panel';
import type { MenuItem } from '@/contracts/types';
import { useLocalText } from '@/lib/i18n/language';
import { Tag } from '../components/Values';
import { newId, withoutEmpty } from '../model/studioContent';
import { Entries } from './Entries';
import { FieldBox, Inputs } from './Inputs';
import { useStudio } from './useStudio';

/** The menus of header and footer. */
export function MenusPage() {
  const { t } = useTranslation('staffContent');
  const { value, set } = useStudio();
  return (['header', 'footer'] as const).map((name) => {
    const field = `datas/${name}-menu.json`;
    return (
      <Panel dense key={name} title={t(`menus.${name}`)}>
        <FieldBox field={field}>
          <Menu
            label={t(`menus.${name}`)}
            items={(value(field) ?? []) as readonly MenuItem[]}
            onChange={(items) => set({ [field]: items })}
          />
        </FieldBox>
      </Panel>
    );
  });
}

/** Returns an entry with a change. An address that begins with a slash is a path of the site. */
function changed(entry: MenuItem, { address, ...rest }: Record<string, unknown>): MenuItem {
  if (typeof address !== 'string') return { ...entry, ...rest };
  const text = address.trim() || undefined;
  const isPath = text?.startsWith('/');
  return { ...entry, path: isPath ? text : undefined, url: isPath ? undefined : text };
}

interface MenuProps {
  label: string;
  items: readonly MenuItem[];
  onChange(items: MenuItem[]): void;
  /** The entries are below another entry, and none is below them. */
  areBelow?: boolean;
}

/** The entries of one level of a menu, in their order. */
function Menu({ label, items, onChange, areBelow }: MenuProps) {
  const { t } = useTranslation('staffContent');
  const textOf = useLocalText();
  const { languages } = useStudio();
  const change = (next: MenuItem) =>
    onChange(items.map((item) => (item.id === next.id ? withoutEmpty(next) : item)));
  const add = (title: string) => {
    const id = newId(title);
    onChange([...items, { id, title: { [languages[0]!]: title } }]);
    return id;
  };
  return (
    <Entries
      label={label}
      items={items}
      onSort={onChange}
      row={({ id, title, path, url, children = [] }) => ({
        id,
        name: textOf(title) || id,
        text: path ?? url,
        tags: children.length > 0 && <Tag>{t('menus.count', { count: children.length })}</Tag>,
        remove: () => onChange(items.filter((item) => item.id !== id)),
      })}
      editor={(entry) => (
        <>
          <Inputs
            inputs={[
              { name: 'title', label: t('title'), local: true },
              { name: 'address', label: t('menus.address'), hint: t('menus.addressHint') },
            ]}
            value={{ ...entry, address: entry.path ?? entry.url }}
            onChange={(next) => change(changed(entry, next))}
          />
          {!areBelow && (
            <Panel dense title={t('menus.children')}>
              <Menu
                areBelow
                label={t('menus.children')}
                items={entry.children ?? []}
                onChange={(children) => change({ ...entry, children })}
              />
            </Panel>
          )}
        </>
      )}
      add={{ label: t('menus.new'), onAdd: add }}
    />
  );
}
