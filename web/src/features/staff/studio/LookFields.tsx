import { useEffect, useId, useRef, useState } from 'react';
import { HexColorPicker, setNonce } from 'react-colorful';
import { useTranslation } from 'react-i18next';
import { Field } from '@/components/ui/Field/Field';
import { isColour } from '../model/studio';
import { FieldBox, Inputs, type Input } from './Inputs';
import { useFieldName } from './texts';
import { useStudio } from './useStudio';
import css from './Studio.module.css';

type LookFieldProps = Omit<Input, 'name' | 'label'> & { field: string };

/** A text, a number, a choice or a picture. */
export function LookField({ field, ...input }: LookFieldProps) {
  const label = useFieldName()(field);
  const { value, set } = useStudio();
  return (
    <FieldBox field={field}>
      <Inputs
        inputs={[{ name: field, label, ...input }]}
        value={{ [field]: value(field) }}
        onChange={set}
      />
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
  const { value, set, readOnly } = useStudio();
  const [open, setOpen] = useState(false);
  const colour = String(value(field) ?? '');
  // An incomplete colour stays in the field until the colour changes.
  const [typed, setTyped] = useState({ text: colour, before: colour });
  const text = typed.before === colour ? typed.text : colour;
  const picker = useRef<HTMLDivElement>(null);
  const swatch = useRef<HTMLButtonElement>(null);
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
  useEffect(() => {
    const close = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return;
      swatch.current?.focus();
      setOpen(false);
    };
    if (open) window.addEventListener('keydown', close);
    return () => window.removeEventListener('keydown', close);
  }, [open]);
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
          disabled={readOnly}
          maxLength={7}
          spellCheck={false}
          autoComplete="off"
          error={isColour(text) ? undefined : t('colour.invalid')}
          onChange={({ target }) => change(target.value.trim())}
        />
        <button
          type="button"
          ref={swatch}
          className={css.swatch}
          disabled={readOnly}
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
