import { act, screen } from '@testing-library/react';
import { useDirection } from '@mantine/core';
import { expect, it } from 'vitest';
import { changeLanguage } from '@/lib/i18n';
import { renderPage } from '@/testing';
import { MantineRoot } from './MantineRoot';

function Form() {
  return (
    <label>
      {useDirection().dir}
      <input />
    </label>
  );
}

it('keeps what was typed when the page is mirrored', async () => {
  const { user } = await renderPage(
    <MantineRoot>
      <Form />
    </MantineRoot>,
  );
  await user.type(screen.getByLabelText('ltr'), 'Elif');
  await act(() => changeLanguage('ar'));
  expect(screen.getByLabelText('rtl')).toHaveValue('Elif');
  await act(() => changeLanguage('tr'));
  expect(screen.getByLabelText('ltr')).toHaveValue('Elif');
});
