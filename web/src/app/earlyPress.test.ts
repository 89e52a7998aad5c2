import { expect, test, vi } from 'vitest';
import { markStarted, repeatEarlyPress } from './earlyPress';

const root = (html: string) => {
  const element = document.createElement('div');
  element.innerHTML = html;
  return element;
};

test('a button that was pressed before the start is pressed again', () => {
  const element = root('<button aria-label="Search"></button><button>Menu</button>');
  const press = vi.fn();
  element.querySelectorAll('button')[1]?.addEventListener('click', press);
  element.dataset.pressed = 'Menu';
  repeatEarlyPress(element);
  expect(press).toHaveBeenCalledTimes(1);
  expect(element.dataset.pressed).toBeUndefined();
});

test('the start is marked', () => {
  const element = root('');
  markStarted(element);
  expect(element.dataset.started).toBe('');
});

test('nothing is pressed where nothing was, or where the button is gone', () => {
  const element = root('<button>Menu</button>');
  const press = vi.fn();
  element.addEventListener('click', press);
  repeatEarlyPress(element);
  element.dataset.pressed = 'Other';
  repeatEarlyPress(element);
  expect(press).not.toHaveBeenCalled();
});
