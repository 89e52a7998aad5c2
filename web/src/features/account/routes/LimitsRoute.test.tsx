import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { readReminders } from '@/lib/reminders';
import { renderPage } from '@/testing';
import { LimitsRoute } from './LimitsRoute';

it('stores the selected reminders and explains that they enforce nothing', async () => {
  const { user } = await renderPage(<LimitsRoute />, { namespaces: ['account'] });
  expect(screen.getByText(/hesabınızda bir kısıtlama oluşturmaz/)).toBeVisible();
  const reality = within(screen.getByRole('group', { name: 'Gerçeklik kontrolü' }));
  expect(reality.getByRole('button', { name: '60 dakika' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await user.click(reality.getByRole('button', { name: '15 dakika' }));
  const session = within(screen.getByRole('group', { name: 'Oturum süresi hatırlatıcısı' }));
  await user.click(session.getByRole('button', { name: '90 dakika' }));
  expect(readReminders()).toEqual({ reality: 15, session: 90 });
  expect(screen.getByRole('link', { name: 'Sorumlu oyun' })).toHaveAttribute(
    'href',
    '/info/ResponsibleGaming',
  );
});
