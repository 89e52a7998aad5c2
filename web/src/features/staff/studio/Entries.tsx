import { useState, type FormEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/Button/Button';
import { Drawer } from '@/components/ui/Dialog/Dialog';
import { Field } from '@/components/ui/Field/Field';
import { Fault } from './Inputs';
import { Rows, type RowsProps } from './Rows';
import { useStudio } from './useStudio';
import form from '../components/Form.module.css';
import css from './Content.module.css';

interface EntriesProps<Item> extends RowsProps<Item> {
  /** The form of an entry, which opens beside the page. */
  editor(item: Item): ReactNode;
  add?: {
    label: string;
    /** Adds an entry with a title in the brand's default language. Returns the id of its row. */
    onAdd(title: string): string;
  };
}

/** A list of entries that each have a form. The form of a new entry opens at once. */
export function Entries<Item>({ editor, add, ...list }: EntriesProps<Item>) {
  const { readOnly } = useStudio();
  const [edited, edit] = useState<string>();
  const item = list.items.find((entry) => list.row(entry).id === edited);
  const { name, field } = item === undefined ? {} : list.row(item);
  const row = (entry: Item) => {
    const content = list.row(entry);
    return { ...content, edit: () => edit(content.id) };
  };
  return (
    <>
      <Rows {...list} row={row} />
      {add && !readOnly && <AddForm label={add.label} onAdd={(title) => edit(add.onAdd(title))} />}
      {item !== undefined && (
        <Drawer open side="end" size="large" title={name ?? ''} onClose={() => edit(undefined)}>
          <div className={form.form}>
            {field && <Fault field={field} />}
            {editor(item)}
          </div>
        </Drawer>
      )}
    </>
  );
}

/** Adds an entry with a title. */
function AddForm({ label, onAdd }: { label: string; onAdd(title: string): void }) {
  const { t } = useTranslation('staffContent');
  const [title, setTitle] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTitle('');
    onAdd(title.trim());
  };
  return (
    <form className={css.add} onSubmit={submit}>
      <Field
        label={label}
        required
        value={title}
        onChange={({ target }) => setTitle(target.value)}
      />
      <Button type="submit" size="small">
        {t('actions.add')}
      </Button>
    </form>
  );
}
