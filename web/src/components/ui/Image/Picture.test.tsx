import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Picture, type PictureProps } from './Picture';

const srcset = '/320/a.jpg 320w, /640/a.jpg 640w';
const show = (props: Partial<PictureProps>) =>
  render(
    <Picture of={{ image: '/a.jpg' }} width={300} height={400} sizes="38vw" alt="Nar" {...props} />,
  );
const picture = () => screen.queryByRole('img', { name: 'Nar' });

it('Picture loads a version that fits, over its colour', () => {
  show({ of: { image: '/a.jpg', srcset, color: '#102030' } });
  expect(picture()).toHaveAttribute('srcset', srcset);
  expect(picture()).toHaveAttribute('sizes', '38vw');
  expect(picture()).toHaveAttribute('src', '/a.jpg');
  expect(picture()?.style.background).toBe('#102030');
  expect(picture()).toHaveAttribute('loading', 'lazy');
});

it('Picture replaces a version that cannot be loaded with the original, then with the fallback', () => {
  show({ of: { image: '/a.jpg', srcset }, fallback: 'no picture' });
  fireEvent.error(picture() ?? document);
  expect(picture()).not.toHaveAttribute('srcset');
  expect(picture()).toHaveAttribute('src', '/a.jpg');
  fireEvent.error(picture() ?? document);
  expect(picture()).not.toBeInTheDocument();
  expect(screen.getByText('no picture')).toBeVisible();
});

it('Picture shows its fallback without a picture, or after a failure without versions', () => {
  show({ of: { image: '' }, fallback: 'none' });
  expect(screen.getByText('none')).toBeVisible();
  show({ fallback: 'failed' });
  fireEvent.error(picture() ?? document);
  expect(screen.getByText('failed')).toBeVisible();
});

it('Picture loads the largest picture of a page at once', () => {
  show({ eager: true, fetchPriority: 'high' });
  expect(picture()).not.toHaveAttribute('loading', 'lazy');
  expect(picture()).toHaveAttribute('fetchpriority', 'high');
  expect(picture()).toHaveAttribute('decoding', 'sync');
});
