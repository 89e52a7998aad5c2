import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { describe, expect, it, vi } from 'vitest';
import { changeLanguage } from '@/lib/i18n/i18n';
import { Avatar } from './Avatar/Avatar';
import { CountBadge } from './Chip/Chip';
import { Countdown } from './Countdown/Countdown';
import { DataList } from './DataList/DataList';
import { Money } from './Money/Money';
import { LoadMore, Pagination } from './More/More';
import { Rail } from './Rail/Rail';
import { FavoriteButton, TableTile, Tile } from './Tile/Tile';

const inRouter = { wrapper: MemoryRouter };

it('Countdown names its units', () => {
  const { rerender } = render(<Countdown until={Date.now() + 7_500_500} />);
  expect(screen.getByRole('timer')).toHaveTextContent(/^02 sa\.05 dk\.00 sn\.$/);
  rerender(<Countdown until={Date.now() + 3 * 86_400_500} />);
  expect(screen.getByRole('timer')).toHaveTextContent(/^3 gün00 sa\.00 dk\.$/);
});

describe('Money', () => {
  it('is formatted by language and brand, with the sign of gains and a dash while unknown', async () => {
    const { container, rerender } = render(<Money amount={undefined} />);
    expect(container).toHaveTextContent('–');
    rerender(<Money amount={5} signed />);
    expect(container).toHaveTextContent('+5,00 TL');
    rerender(<Money amount={1234.5} />);
    expect(container).toHaveTextContent('1.234,50 TL');
    await act(() => changeLanguage('en'));
    rerender(<Money amount={1234.5} />);
    expect(container).toHaveTextContent('1,234.50 TL');
  });
});

describe('Tile', () => {
  it('links to the game and its demo and toggles the favourite', async () => {
    const onToggle = vi.fn();
    const favorite = <FavoriteButton name="Nar" favorite={{ active: true, onToggle }} />;
    const addresses = { to: '/play/slot/1', demoTo: '/play/slot/1?demo=1' };
    const tile = {
      picture: { image: '/a.svg' },
      name: 'Nar',
      provider: 'Anka',
      favorite,
      ...addresses,
    };
    render(<Tile {...tile} />, inRouter);
    expect(screen.getByRole('link', { name: 'Nar' })).toHaveAttribute('href', '/play/slot/1');
    expect(screen.getByRole('link', { name: /demosunu/ })).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Nar: favori', pressed: true }));
    expect(onToggle).toHaveBeenCalledOnce();
  });

  it('of a table shows dealer, limits and seats', () => {
    const table = { name: 'Rulet', dealer: 'Elif', limits: '5 TL – 5.000 TL', open: true };
    const seats = { seats: 7, seatsTaken: 3 };
    render(
      <TableTile to="/play/live/1" picture={{ image: '/a.svg' }} {...table} {...seats} />,
      inRouter,
    );
    expect(screen.getByRole('article')).toHaveTextContent(
      /Rulet.*Elif.*5 TL – 5.000 TL.*Canlı.*3\/7/,
    );
  });
});

describe('states', () => {
  it('a count badge is empty for zero and limited to 99+', () => {
    const { container, rerender } = render(<CountBadge count={0} label="okunmamış" />);
    expect(container).toBeEmptyDOMElement();
    rerender(<CountBadge count={120} label="120 okunmamış" />);
    expect(container).toHaveTextContent('99+');
  });

  it('an avatar shows the initials of the name, else of the username', () => {
    const { container, rerender } = render(
      <Avatar firstname="Deniz" lastname="Kaya" username="demo" />,
    );
    expect(container).toHaveTextContent('DK');
    rerender(<Avatar firstname="" lastname="" username="demo" />);
    expect(container).toHaveTextContent('de');
  });
});

describe('a row', () => {
  const items = Array.from({ length: 20 }, (_, index) => <button key={index}>{index}</button>);
  const shown = () => screen.getAllByRole('listitem').length;

  it.each([
    ['a pointer comes to it', () => userEvent.hover(screen.getByText('3'))],
    ['the focus comes to it', () => userEvent.tab()],
    ['a finger touches it', () => fireEvent.touchStart(screen.getByText('3'))],
    ['it scrolls', () => fireEvent.scroll(screen.getByRole('list'))],
  ])('renders what a window shows, and all of it when %s', async (_, come) => {
    render(<Rail>{items}</Rail>);
    expect(shown()).toBe(8);
    expect(screen.getByRole('button', { name: 'Sonrakiler', hidden: true })).toBeInTheDocument();
    await come();
    await vi.waitFor(() => expect(shown()).toBe(20));
  });

  it('renders items that come later', () => {
    const { rerender } = render(<Rail>{items.slice(0, 3)}</Rail>);
    rerender(<Rail>{items.slice(0, 12)}</Rail>);
    expect(shown()).toBe(12);
  });
});

describe('lists', () => {
  it('label their columns and cells', () => {
    render(
      <DataList
        caption="İşlemler"
        items={[{ id: 1, amount: 5 }]}
        keyOf={(item) => item.id}
        columns={[{ title: 'Tutar', cell: (item) => item.amount }]}
      />,
    );
    expect(screen.getByRole('table', { name: 'İşlemler' })).toBeInTheDocument();
    expect(screen.getByRole('cell', { name: '5' })).toHaveAttribute('data-title', 'Tutar');
  });

  it('show their position and a button until all items are loaded', () => {
    const more = { shown: 48, total: 96, busy: false, onMore: () => undefined };
    const { rerender } = render(<LoadMore {...more} />);
    expect(screen.getByRole('status')).toHaveTextContent('96 kayıttan 48');
    expect(screen.getByRole('button')).toBeVisible();
    rerender(<LoadMore {...more} shown={96} />);
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('change pages within their bounds', async () => {
    const onOffset = vi.fn();
    const { rerender } = render(
      <Pagination limit={10} offset={0} total={25} onOffset={onOffset} />,
    );
    expect(screen.getByText('Sayfa 1 / 3')).toBeVisible();
    const [previous, next] = screen.getAllByRole('button');
    expect(previous).toHaveAttribute('aria-disabled', 'true');
    await userEvent.click(previous!);
    await userEvent.click(next!);
    expect(onOffset.mock.calls).toEqual([[10]]);
    rerender(<Pagination limit={10} offset={20} total={25} onOffset={onOffset} />);
    await userEvent.click(next!);
    expect(next).toHaveFocus(); // `disabled` would drop it
    expect(onOffset).toHaveBeenCalledOnce();
  });
});
