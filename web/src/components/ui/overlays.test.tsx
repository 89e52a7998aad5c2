import { useState } from 'react';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { describe, expect, it, vi } from 'vitest';
import { toasts } from '@/lib/toast/store';
import { Button } from './Button/Button';
import { Dialog } from './Dialog/Dialog';
import { Menu } from './Menu/Menu';
import { Toaster } from './Toaster/Toaster';

const inRouter = { wrapper: MemoryRouter };

describe('Dialog', () => {
  it('closes by its button, by Escape and by a click beside it, and restores the focus', async () => {
    function Page() {
      const [open, setOpen] = useState(false);
      return (
        <>
          <Button onClick={() => setOpen(true)}>Aç</Button>
          <Dialog open={open} onClose={() => setOpen(false)} title="Başlık">
            İçerik
          </Dialog>
        </>
      );
    }
    render(<Page />);
    const opener = screen.getByRole('button', { name: 'Aç' });
    for (const close of [
      (dialog: HTMLElement) =>
        userEvent.click(within(dialog).getByRole('button', { name: 'Kapat' })),
      (dialog: HTMLElement) =>
        act(() => void dialog.dispatchEvent(new Event('cancel', { cancelable: true }))),
      (dialog: HTMLElement) => userEvent.click(dialog),
    ]) {
      await userEvent.click(opener);
      await close(screen.getByRole('dialog', { name: 'Başlık' }));
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
      expect(opener).toHaveFocus();
    }
  });

  it.each(['Evet', 'Kapat'])('moves into the page after “%s” when its opener goes', async (by) => {
    function Page({ row }: { row: boolean }) {
      const [asked, setAsked] = useState(false);
      return (
        <main id="main" tabIndex={-1}>
          {row && <Button onClick={() => setAsked(true)}>Sil</Button>}
          <Dialog open={asked && row} onClose={() => setAsked(false)} title="Başlık">
            İçerik
          </Dialog>
        </main>
      );
    }
    const { rerender } = render(<Page row />);
    await userEvent.click(screen.getByRole('button', { name: 'Sil' }));
    // The row disappears with the dialog, or when the list is reloaded.
    if (by === 'Kapat') await userEvent.click(screen.getByRole('button', { name: by }));
    rerender(<Page row={false} />);
    await waitFor(() => expect(screen.getByRole('main')).toHaveFocus());
  });

  it('that would lose more than what it shows stays when the backdrop is clicked', async () => {
    const close = vi.fn();
    render(
      <Dialog open keepOnBackdrop onClose={close} title="Başlık">
        İçerik
      </Dialog>,
    );
    const dialog = screen.getByRole('dialog');
    await userEvent.click(dialog);
    expect(close).not.toHaveBeenCalled();
    fireEvent(dialog, new Event('cancel', { cancelable: true }));
    expect(close).toHaveBeenCalledOnce();
  });

  it('leaves no style on the page when it ends together with another', async () => {
    const page = (second: boolean) => (
      <Dialog open onClose={() => undefined} title="Dış">
        <Dialog open={second} onClose={() => undefined} title="İç">
          İçerik
        </Dialog>
      </Dialog>
    );
    const view = render(page(false));
    view.rerender(page(true));
    expect(screen.getByRole('dialog', { name: 'İç' })).toBeInTheDocument();
    view.unmount();
    expect(document.documentElement.style.cssText).toBe('');
  });

  it('that is persistent stays, whatever the player or the browser does', async () => {
    const close = vi.fn();
    render(
      <Dialog open persistent onClose={close} title="Başlık">
        İçerik
      </Dialog>,
    );
    const dialog = screen.getByRole<HTMLDialogElement>('dialog', { name: 'Başlık' });
    expect(within(dialog).queryByRole('button')).toBeNull();
    expect(dialog.dispatchEvent(new Event('cancel', { cancelable: true }))).toBe(false);
    expect(fireEvent.keyDown(dialog, { key: 'Escape' })).toBe(false);
    await userEvent.click(dialog);
    // Chrome closes it at a second Escape, phones at a back gesture.
    act(() => dialog.close());
    await waitFor(() => expect(dialog.open).toBe(true));
    expect(screen.getByRole('dialog', { name: 'Başlık' })).toHaveTextContent('İçerik');
    expect(close).not.toHaveBeenCalled();
  });
});

it('Menu opens by its button and closes by Escape and its buttons, which restores the focus', async () => {
  const press = vi.fn();
  render(
    <Menu
      trigger={(props) => (
        <button type="button" {...props}>
          Hesabım
        </button>
      )}
    >
      <a href="#x">Profil</a>
      <button type="button" onClick={press}>
        Ara ver
      </button>
    </Menu>,
    inRouter,
  );
  const user = userEvent.setup({ delay: null });
  const button = screen.getByRole('button', { name: 'Hesabım' });
  expect(screen.queryByRole('link')).toBeNull();
  await user.click(button);
  expect(screen.getByRole('link', { name: 'Profil' })).toBeVisible();
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('link')).toBeNull();
  expect(button).toHaveFocus();
  await user.click(button);
  await user.click(screen.getByRole('button', { name: 'Ara ver' }));
  expect(press).toHaveBeenCalledOnce();
  expect(screen.queryByRole('link')).toBeNull();
  expect(button).toHaveFocus();
});

it('Toaster shows toasts inside the topmost modal dialog, as the page around it is inert', async () => {
  const { rerender } = render(
    <>
      <Toaster />
      <Dialog open onClose={() => undefined} title="Başlık">
        İçerik
      </Dialog>
    </>,
  );
  act(() => void toasts.show({ kind: 'negative', message: 'Sorun var', timeout: 0 }));
  expect(await within(screen.getByRole('dialog')).findByText('Sorun var')).toBeInTheDocument();
  rerender(<Toaster />);
  expect(await screen.findByText('Sorun var')).toBeInTheDocument();
  expect(screen.queryByRole('dialog')).toBeNull();
});
