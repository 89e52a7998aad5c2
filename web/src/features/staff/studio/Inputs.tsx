import { useState, type FormEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/Button/Button';
import { Drawer } from '@/components/ui/Dialog/Dialog';
import { Area, Choice, Field, type FieldProps } from '@/components/ui/Field/Field';
import type { LocalText } from '@/contracts/types';
import { Segments } from '../components/Fields';
import { useStudio } from './useStudio';
import form from '../components/Form.module.css';
import lists from './Content.module.css';
import css from './Studio.module.css';

/** A control of a form. Without options and type, it is a text field. */
export interface Input extends Pick<FieldProps, 'type' | 'required' | 'pattern' | 'maxLength'> {
  name: string;
  label: string;
  hint?: string;
  /** Texts by language. */
  local?: boolean;
  area?: boolean;
  options?: readonly { value: string; label: string }[];
  /** The value as text and back, if it is no text. */
  show?(value: never): string;
  parse?(text: string): unknown;
}

interface InputsProps {
  inputs: readonly Input[];
  value: object;
  onChange(change: Record<string, unknown>): void;
}

/** The controls of a form. It shows its texts in one language at a time. */
export function Inputs({ inputs, value, onChange }: InputsProps) {
  const { t } = useTranslation('staffContent');
  const { languages } = useStudio();
  const [first = ''] = languages;
  const [chosen, choose] = useState(first);
  const lang = languages.includes(chosen) ? chosen : first;
  const values = value as Readonly<Record<string, unknown>>;
  return (
    <div className={form.form}>
      {inputs.some(({ local }) => local) && (
        <Segments
          label={t('language')}
          showLabel
          value={lang}
          options={languages.map((code) => ({ value: code, label: code.toUpperCase() }))}
          onChange={choose}
        />
      )}
      {inputs.map(({ name, local, area, options, show, parse, ...rest }) => {
        const texts = (local && values[name]) as LocalText | undefined;
        const current = local ? texts?.[lang] : values[name];
        const set = (text: string) =>
          onChange({ [name]: local ? { ...texts, [lang]: text } : (parse?.(text) ?? text) });
        if (options) {
          const text = String(current ?? '');
          return <Choice key={name} {...rest} value={text} options={options} onChange={set} />;
        }
        const control = {
          ...rest,
          ...(local && { lang, dir: 'auto', placeholder: texts?.[first] }),
          // A text that is converted stays as it is typed.
          ...(show ? { defaultValue: show(current as never) } : { value: String(current ?? '') }),
          onChange: ({ target }: { target: { value: string } }) => set(target.value),
        };
        return area ? <Area key={name} rows={6} {...control} /> : <Field key={name} {...control} />;
      })}
    </div>
  );
}

/** Returns a function with a text in the language of the console, or else the brand's default. */
export function useLocalText(): (texts: LocalText | undefined) => string {
  const { i18n } = useTranslation('staffContent');
  const [first = ''] = useStudio().languages;
  return (texts) => texts?.[i18n.language] || texts?.[first] || '';
}

interface EditorProps {
  /** The edited field, whose fault the form shows. */
  field?: string;
  title: string;
  onClose(): void;
  children: ReactNode;
}

/** The form of a field beside the page. */
export function Editor({ field, title, onClose, children }: EditorProps) {
  const { problem, allowed } = useStudio().faultOf(field ?? '') ?? {};
  return (
    <Drawer open side="end" size="large" title={title} onClose={onClose}>
      <div className={form.form}>
        {problem && <p className={css.fault}>{[problem, allowed].filter(Boolean).join(' · ')}</p>}
        {children}
      </div>
    </Drawer>
  );
}

/** Adds an entry with a name in the brand's default language. */
export function AddForm({ label, onAdd }: { label: string; onAdd(name: string): void }) {
  const { t } = useTranslation('staffContent');
  const [name, setName] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setName('');
    onAdd(name.trim());
  };
  return (
    <form className={lists.add} onSubmit={submit}>
      <Field label={label} required value={name} onChange={({ target }) => setName(target.value)} />
      <Button type="submit" size="small">
        {t('actions.add')}
      </Button>
    </form>
  );
}
