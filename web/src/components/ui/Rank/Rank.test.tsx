import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Rank } from './Rank';

it('announces the direction of a change, and nothing before the first one', () => {
  const { rerender } = render(<Rank rank={12} />);
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
  rerender(<Rank rank={9} />);
  expect(screen.getByRole('status')).toHaveTextContent('Sıralamada yükseldiniz: 9.');
  rerender(<Rank rank={10} />);
  expect(screen.getByRole('status')).toHaveTextContent('Sıralama değişti: 10.');
});
