import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/Button/Button';
import { Area, Choice, Field, type FieldProps } from '@/components/ui/Field/Field';
import type { LocalText } from '@/contracts/types';
import { StaffError, useStaffAction } from '../api/client';
import { addPicture } from '../api/studio';
import { Segments } from '../components/Fields';
import { By } from '../components/Values';
import { useErrorText } from '../hooks/texts';
import { idOf, isPicture, maxPicture, pictureAddress } from '../model/studio';
import { useFieldName, useValueTexts } from './texts';
import { useStudio } from './useStudio';
import form from '../components/Form.module.css';
import css from './Studio.module.css';

/** The reason why a field prevents a publication. */
export function Fault({ field }: { field: string }) {
  const fault = useStudio().faultOf(field);
  const { faultText } = useValueTexts();
  return fault && <p className={css.fault}>{faultText(fault)}</p>;
}

/**
 * The control of a field with its fault. If the draft differs from what players see, it shows who
 * changed it and the way back. Links to the field focus it.
 */
export function FieldBox({ field, children }: { field: string; children: ReactNode }) {
  const { t } = useTranslation('staffStudio');
  const nameOf = useFieldName();
  const { changeOf, reset, readOnly } = useStudio();
  const change = changeOf(field);
  // Entries of the draft alone can be removed.
  const isNew = change?.before === undefined && /^(content\.|sections\.row\/)/.test(field);
  return (
    <div id={idOf(field)} tabIndex={-1} className={css.field}>
      {children}
      {change && (
        <div className={css.note}>
          <span className={css.changed}>
            <span>{t('changed')}</span>{' '}
            {change.by && change.at && <By who={change.by} at={change.at} />}
          </span>
          {!readOnly && !isNew && (
            <Button
              size="small"
              variant="subtle"
              aria-label={t('resetOf', { field: nameOf(field) })}
              onClick={() => reset(field)}
            >
              {t('reset')}
            </Button>
          )}
        </div>
      )}
      <Fault field={field} />
    </div>
  );
}

type FieldInput = Pick<
  FieldProps,
  'type' | 'required' | 'pattern' | 'maxLength' | 'min' | 'max' | 'lang'
>;

/** A control of a form. Without options, type and accept, it is a text field. */
export interface Input extends FieldInput {
  name: string;
  label: string;
  hint?: string;
  /** Texts by language. */
  local?: boolean;
  area?: boolean;
  options?: readonly { value: string; label: string }[];
  /** The types of a picture. */
  accept?: string;
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
  const { languages, readOnly: disabled } = useStudio();
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
      {inputs.map(({ name, local, area, options, accept, show, parse, ...rest }) => {
        const texts = (local && values[name]) as LocalText | undefined;
        const current = local ? texts?.[lang] : values[name];
        const onText = (text: string) =>
          onChange({ [name]: local ? { ...texts, [lang]: text } : (parse?.(text) ?? text) });
        const asText = { value: String(current ?? ''), onChange: onText };
        if (accept) return <PictureInput key={name} {...rest} {...asText} accept={accept} />;
        if (options)
          return <Choice key={name} {...rest} {...asText} options={options} disabled={disabled} />;
        const control = {
          ...rest,
          disabled,
          ...(local && { lang, dir: 'auto', placeholder: texts?.[first] }),
          value: asText.value,
          onChange: ({ target }: { target: { value: string } }) => onText(target.value),
        };
        if (show) return <ConvertedField key={name} {...control} value={show(current as never)} />;
        return area ? <Area key={name} rows={6} {...control} /> : <Field key={name} {...control} />;
      })}
    </div>
  );
}

/** A text field of a converted value. It keeps the text that is typed until it loses the focus. */
function ConvertedField({ value, onChange, ...rest }: FieldProps) {
  const [typed, setTyped] = useState<string>();
  return (
    <Field
      {...rest}
      value={typed ?? value}
      onChange={(event) => {
        setTyped(event.target.value);
        onChange?.(event);
      }}
      onBlur={() => setTyped(undefined)}
    />
  );
}

interface PictureInputProps extends Pick<Input, 'label' | 'hint' | 'accept' | 'required'> {
  /** The name of the current picture, as in fields. */
  value: string;
  onChange(name: string): void;
}

/** A picture, and controls that upload another one and remove it if it is not required. */
function PictureInput({ label, hint, accept, required, value, onChange }: PictureInputProps) {
  const { t } = useTranslation('staffContent');
  const errorText = useErrorText();
  const { brand, readOnly } = useStudio();
  const { run, busy, error } = useStaffAction(async (file: File) => {
    if (file.size > maxPicture) throw new StaffError(t('picture.tooLarge'), 413, 'too large');
    onChange((await addPicture(brand, file)).name);
  });
  return (
    <div className={css.field}>
      {isPicture(value) && (
        <div className={form.actions}>
          <img className={css.picture} src={pictureAddress(brand, value)} alt="" />
          {!required && !readOnly && (
            <Button
              size="small"
              aria-label={t('actions.removeOf', { name: label })}
              onClick={() => onChange('')}
            >
              {t('actions.remove')}
            </Button>
          )}
        </div>
      )}
      <Field
        label={label}
        hint={busy ? t('picture.sending') : hint}
        error={error && errorText(error)}
        type="file"
        accept={accept}
        disabled={readOnly}
        onChange={({ target }) => {
          const file = target.files?.[0];
          if (file) void run(file);
          // A removed picture can be chosen again.
          target.value = '';
        }}
      />
    </div>
  );
}
