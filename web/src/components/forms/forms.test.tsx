import { useState } from 'react';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { useDirection, TextInput } from '@mantine/core';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { AmountInput } from './AmountInput';
import { useForm } from './useForm';
import { watchDigits } from '@/lib/format/number';
import { changeLanguage } from '@/lib/i18n/i18n';
import { renderForm } from '@/testing/forms';
import { MantineRoot } from './MantineRoot';
import { createRefusals } from './model/refusals';

const onRefuse = vi.fn();

function Form({ refused }: { refused?: string }) {
  const form = useForm({
    initialValues: { note: '', first: '', second: '', fields: { phone: '532' } },
    validate: ({ first, second }): Record<string, string> => ({
      ...(second === '' && { second: 'Gerekli' }),
      ...(first === '' && { first: 'Gerekli' }),
    }),
  });
  return (
    <form onSubmit={form.onSubmit(() => undefined)}>
      <TextInput label="Not" {...form.getInputProps('note')} />
      <TextInput label="İlk" {...form.getInputProps('first')} />
      <TextInput label="İkinci" {...form.getInputProps('second')} />
      <TextInput label="Telefon" {...form.getInputProps('fields.phone')} />
      <button type="submit">Gönder</button>
      <button type="button" onClick={() => onRefuse(form.refuse(refused, 'Hatalı'))}>
        Reddet
      </button>
    </form>
  );
}

it('focuses the first invalid field in document order', async () => {
  render(<Form />, { wrapper: MantineRoot });
  await userEvent.click(screen.getByRole('button', { name: 'Gönder' }));
  expect(screen.getByLabelText('İlk')).toHaveFocus();
  await userEvent.keyboard('a');
  await userEvent.click(screen.getByRole('button', { name: 'Gönder' }));
  expect(screen.getByLabelText('İkinci')).toHaveFocus();
});

it('shows a refusal at a field within others and moves the focus there', async () => {
  render(<Form refused="fields.phone" />, { wrapper: MantineRoot });
  await userEvent.click(screen.getByRole('button', { name: 'Reddet' }));
  expect(onRefuse).toHaveBeenLastCalledWith(true);
  expect(screen.getByLabelText('Telefon')).toHaveFocus();
  expect(screen.getByLabelText('Telefon')).toHaveAccessibleDescription('Hatalı');
});

it.each([undefined, 'phone', 'fields.email', 'fields.phone.length', 'constructor', 'fields.'])(
  'refuses no field %s that it does not have',
  async (refused) => {
    render(<Form refused={refused} />, { wrapper: MantineRoot });
    await userEvent.click(screen.getByRole('button', { name: 'Reddet' }));
    expect(onRefuse).toHaveBeenLastCalledWith(false);
    expect(screen.queryByText('Hatalı')).toBeNull();
  },
);

/** A label with the direction of the page. */
function Mirrored() {
  return (
    <label>
      {useDirection().dir}
      <input />
    </label>
  );
}

it('keeps what was typed when the page is mirrored', async () => {
  const { user } = await renderForm(<Mirrored />);
  await user.type(screen.getByLabelText('ltr'), 'Elif');
  await act(() => changeLanguage('ar'));
  expect(screen.getByLabelText('rtl')).toHaveValue('Elif');
  await act(() => changeLanguage('tr'));
  expect(screen.getByLabelText('ltr')).toHaveValue('Elif');
});

const onAmount = vi.fn();

function Amount() {
  const [amount, setAmount] = useState<number | string>('');
  onAmount(amount);
  return <AmountInput label="Tutar" value={amount} onChange={setAmount} />;
}

it.each([
  ['1.500', 1500, '1.500'],
  ['٥٠٠٠٠', 50_000, '50.000'],
  ['1500,5', 1500.5, '1.500,50'],
  ['1,500', Number.NaN, '1,500'],
])('takes the amount %s, typed and pasted, as %d', async (text, amount, shown) => {
  watchDigits();
  const { user } = await renderForm(<Amount />);
  const field = screen.getByLabelText('Tutar');
  await user.type(field, text);
  await user.tab();
  expect(onAmount).toHaveBeenLastCalledWith(amount);
  expect(field).toHaveValue(shown);
  await user.clear(field);
  expect(onAmount).toHaveBeenLastCalledWith('');
  await user.click(field);
  await user.paste(text);
  await user.tab();
  expect(onAmount).toHaveBeenLastCalledWith(amount);
  expect(field).toHaveValue(shown);
});

it('keeps an amount that is edited at any place', async () => {
  const { user } = await renderForm(<Amount />);
  const field = screen.getByLabelText<HTMLInputElement>('Tutar');
  await user.type(field, '1.5000');
  expect(onAmount).toHaveBeenLastCalledWith(15_000);
  await user.tab();
  await user.type(field, '{Backspace}');
  expect(onAmount).toHaveBeenLastCalledWith(1500);
  await user.type(field, '9', { initialSelectionStart: 1 });
  expect(field).toHaveValue('19500');
  expect(field.selectionStart).toBe(2);
  await user.tab();
  expect(field).toHaveValue('19.500');
  fireEvent.change(field, { target: { value: '2.50' } }); // as by a drop, an undo or an autofill
  expect(onAmount).toHaveBeenLastCalledWith(2.5);
});

it('replaces digits of other scripts in one-line fields, but not in passwords', async () => {
  watchDigits();
  render(
    <>
      <input aria-label="Telefon" type="tel" />
      <input aria-label="Parola" type="password" />
    </>,
  );
  await userEvent.type(screen.getByLabelText('Telefon'), '٠۵３2');
  expect(screen.getByLabelText('Telefon')).toHaveValue('0532');
  await userEvent.type(screen.getByLabelText('Parola'), '٠۵');
  expect(screen.getByLabelText('Parola')).toHaveValue('٠۵');
});

it('reports a refusal, of a field within others by its path, until the value changes or the form is sent again', () => {
  const refusals = createRefusals();
  const fields = { phone: '532' };
  refusals.add('username', 'demo', 'Alınmış');
  refusals.add('fields.phone', '532', 'Hatalı');
  const both = { username: 'Alınmış', 'fields.phone': 'Hatalı' };
  expect(refusals.of({ username: 'demo', email: '', phone: '532', fields })).toEqual(both);
  expect(refusals.of({ username: 'demo2', phone: '532', fields: { phone: '533' } })).toEqual({});
  expect(refusals.of({ fields: {} })).toEqual({});
  expect(refusals.of({ username: 'demo', fields })).toEqual(both);
  refusals.clear();
  expect(refusals.of({ username: 'demo', fields })).toEqual({});
});
