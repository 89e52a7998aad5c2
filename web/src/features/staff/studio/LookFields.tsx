import { useEffect, useId, useRef, useState } from 'react';
import { HexColorPicker, setNonce } from 'react-colorful';
import { useTranslation } from 'react-i18next';
import { Choice, Field, type FieldProps } from '@/components/ui/Field/Field';
import { isColour } from '../model/studio';
import { FieldBox } from './FieldBox';
import { PictureInput } from './PictureInput';
import { useFieldName, useStudio } from './useStudio';
import css from './Studio.module.css';

type LookFieldProps = Pick<FieldProps, 'type' | 'min' | 'max' | 'lang'> & {
  field: string;
  /** Offers these values only. */
  options?: readonly { value: string; label: string }[];
};

/** A text, a number or a choice. */
export function LookField({ field, options, ...input }: LookFieldProps) {
  const label = useFieldName()(field);
  const { value: valueOf, set } = useStudio();
  const value = String(valueOf(field) ?? '');
  const change = (text: string) =>
    set({ [field]: input.type === 'number' && text ? Number(text) : text });
  return (
    <FieldBox field={field}>
      {options ? (
        <Choice label={label} value={value} options={options} onChange={change} />
      ) : (
        <Field
          {...input}
          label={label}
          value={value}
          onChange={({ target }) => change(target.value)}
        />
      )}
    </FieldBox>
  );
}

// The policy of the page refuses styles without its nonce.
setNonce(document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '');

/** A colour as text, with a picker that a press on its sample opens. */
export function ColourField({ field }: { field: string }) {
  const { t } = useTranslation('staffStudio');
  const name = useFieldName()(field);
  // The title of the panel names the mode.
  const [, mode, short] = /^(.*: )?(.*)$/.exec(name) ?? [];
  const { value, set } = useStudio();
  const [open, setOpen] = useState(false);
  const colour = String(value(field) ?? '');
  // An incomplete colour stays in the field until the colour changes.
  const [typed, setTyped] = useState({ text: colour, before: colour });
  const text = typed.before === colour ? typed.text : colour;
  const picker = useRef<HTMLDivElement>(null);
  const id = useId();
  const change = (next: string) => {
    setTyped({ text: next, before: isColour(next) ? next : colour });
    if (isColour(next)) set({ [field]: next });
  };
  useEffect(() => {
    // The library names its sliders in English only.
    const labels = [t('colour.shade'), t('colour.hue')];
    picker.current?.querySelectorAll('[role=slider]').forEach((slider, index) => {
      slider.setAttribute('aria-label', `${name}: ${labels[index] ?? ''}`);
      slider.setAttribute('aria-valuetext', colour);
    });
  });
  return (
    <FieldBox field={field}>
      <div className={css.colour}>
        <Field
          label={
            <>
              <span className="visually-hidden">{mode}</span>
              <span>{short}</span>
            </>
          }
          value={text}
          maxLength={7}
          spellCheck={false}
          autoComplete="off"
          error={isColour(text) ? undefined : t('colour.invalid')}
          onChange={({ target }) => change(target.value.trim())}
        />
        <button
          type="button"
          className={css.swatch}
          style={{ backgroundColor: isColour(colour) ? colour : undefined }}
          aria-label={t('colour.pick', { name })}
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        />
      </div>
      <div id={id} ref={picker}>
        {open && <HexColorPicker color={colour} onChange={change} />}
      </div>
    </FieldBox>
  );
}

/** A picture of the brand's files, which an uploaded one replaces. */
export function PictureField({ field }: { field: string }) {
  const label = useFieldName()(field);
  const { value, set } = useStudio();
  return (
    <FieldBox field={field}>
      <PictureInput
        label={label}
        name={value(field)}
        accept={field.endsWith('.svg') ? 'image/svg+xml' : 'image/png'}
        onUpload={(name) => set({ [field]: name })}
      />
    </FieldBox>
  );
}
