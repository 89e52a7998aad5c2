import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Panel } from '@/components/ui/Panel/Panel';
import type { MenuItem } from '@/contracts/types';
import { Tag } from '../components/Values';
import { newId, withoutEmpty } from '../model/studioContent';
import { FieldBox } from './FieldBox';
import { AddForm, Editor, Inputs, useLocalText } from './Inputs';
import { Rows } from './Rows';
import { useStudio } from './useStudio';
import css from './Studio.module.css';

/** The menus of header and footer. */
export function MenusPage() {
  const { t } = useTranslation('staffContent');
  return (
    <fieldset disabled={useStudio().readOnly} className={css.page} aria-label={t('menus.title')}>
      <Menu field="datas/header-menu.json" title={t('menus.header')} />
      <Menu field="datas/footer-menu.json" title={t('menus.footer')} />
    </fieldset>
  );
}

function Menu({ field, title }: { field: string; title: string }) {
  const { value, set } = useStudio();
  const items = (value(field) ?? []) as readonly MenuItem[];
  return (
    <Panel dense title={title}>
      <FieldBox field={field}>
        <Entries label={title} items={items} onChange={(next) => set({ [field]: next })} />
      </FieldBox>
    </Panel>
  );
}

/** Returns an entry with a change. An address that begins with a slash is a path of the site. */
function changed(entry: MenuItem, { address, ...rest }: Record<string, unknown>): MenuItem {
  if (typeof address !== 'string') return { ...entry, ...rest };
  const text = address.trim() || undefined;
  const isPath = text?.startsWith('/');
  return { ...entry, path: isPath ? text : undefined, url: isPath ? undefined : text };
}

interface EntriesProps {
  label: string;
  items: readonly MenuItem[];
  onChange(items: MenuItem[]): void;
  /** The entries are below another entry, and none is below them. */
  areBelow?: boolean;
}

/** The entries of one level of a menu, in their order. */
function Entries({ label, items, onChange, areBelow }: EntriesProps) {
  const { t } = useTranslation('staffContent');
  const textOf = useLocalText();
  const { languages } = useStudio();
  const [edited, edit] = useState<string>();
  const entry = items.find(({ id }) => id === edited);
  const change = (next: MenuItem) =>
    onChange(items.map((item) => (item.id === next.id ? withoutEmpty(next) : item)));
  const add = (name: string) => {
    const id = newId(name);
    onChange([...items, { id, title: { [languages[0]!]: name } }]);
    edit(id);
  };
  return (
    <>
      <Rows
        label={label}
        items={items}
        onSort={onChange}
        row={({ id, title, path, url, children = [] }) => ({
          ...{ id, name: textOf(title) || id, text: path ?? url },
          tags: children.length > 0 && <Tag>{t('menus.count', { count: children.length })}</Tag>,
          edit: () => edit(id),
          remove: () => onChange(items.filter((item) => item.id !== id)),
        })}
      />
      <AddForm label={t('menus.new')} onAdd={add} />
      {entry && (
        <Editor title={textOf(entry.title) || entry.id} onClose={() => edit(undefined)}>
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
              <Entries
                areBelow
                label={t('menus.children')}
                items={entry.children ?? []}
                onChange={(children) => change({ ...entry, children })}
              />
            </Panel>
          )}
        </Editor>
      )}
    </>
  );
}
