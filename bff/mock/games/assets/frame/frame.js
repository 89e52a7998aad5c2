// The frame that every game is played in: title bar, stage, purse, and the words below it.
import { boot, money, t } from './boot.js';
import { openDialog } from './dialog.js';
import { el, icon, iconButton } from './dom.js';
import { hurry } from './motion.js';
import { framed, tell } from './parent.js';
import { play, toggleSound } from './sound.js';
import { fetchBalance } from './table.js';

/** figure makes a labelled amount and gives it with a function that changes it. */
function figure(name, label) {
  const amount = el('bdi', { class: 'amount' });
  const node = el(
    'div',
    { class: `figure ${name}` },
    el('span', { class: 'label', text: label }),
    amount,
  );
  return { node, set: (value) => (amount.textContent = money(value)) };
}

function soundButton() {
  const button = iconButton(
    'soundOff',
    t('sound'),
    () => {
      const on = toggleSound();
      button.setAttribute('aria-pressed', String(on));
      button.replaceChildren(icon(on ? 'soundOn' : 'soundOff'));
      play('click');
    },
    { 'aria-pressed': 'false' },
  );
  return button;
}

/**
 * buildFrame fills the page and gives a game its parts: stage (where it draws), controls
 * (where its buttons go), and the purse's functions.
 */
export function buildFrame({ showRules }) {
  const balance = figure('balance', t('balance'));
  const win = figure('win', t('win'));
  const status = el('p', { class: 'status', text: t('ready') });
  const live = el('p', { class: 'sr-only', role: 'status', 'aria-live': 'polite' });
  const stage = el('section', { class: 'stage' });
  const controls = el('section', { class: 'controls' }, balance.node, win.node);
  const name = el(
    'div',
    { class: 'name' },
    el('strong', { dir: 'auto', text: boot.name }),
    el('span', { dir: 'auto', text: boot.provider }),
  );
  const bar = el(
    'header',
    { class: 'bar' },
    framed ? iconButton('back', t('leave'), () => tell('close'), { class: 'tool mirrored' }) : '',
    name,
    boot.demo ? el('span', { class: 'badge', text: t('demo') }) : '',
    el('span', { class: 'spacer' }),
    soundButton(),
    iconButton('info', t('paytable'), showRules),
  );
  document.getElementById('game').append(bar, stage, status, controls, live);

  let current = boot.balance;
  const purse = {
    /** held gives the balance as shown. */
    held: () => current,
    /**
     * show changes the balance shown, and the site's with it: two figures of one wallet on a
     * screen must not differ. Pretend money is not the wallet's.
     */
    show(amount) {
      if (amount !== current && !boot.demo) tell('balance', { balance: amount });
      current = amount;
      balance.set(amount);
    },
    win: (amount) => win.set(amount),
    /** refresh asks the casino; a failure leaves what is shown. */
    async refresh() {
      try {
        purse.show(await fetchBalance());
      } catch {
        // The next round will tell.
      }
    },
  };
  purse.show(boot.balance);
  purse.win(0);
  return {
    stage,
    controls,
    purse,
    /** say changes the line under the game. */
    say: (text) => (status.textContent = text),
    /** announce speaks to a screen reader. */
    announce: (text) => (live.textContent = text),
  };
}

/** tellFailure explains a failed round; one that ends play is told to the site as well. */
export async function tellFailure(error) {
  if (error.word === 'insufficient funds') return tellShortOfMoney();
  if (error.word === 'no session') tell('error', { error: error.word });
  await openDialog({
    title: t('error.title.round'),
    content: el('p', { text: error.message }),
    buttons: [['ok', t('understood')]],
  });
}

/** tellShortOfMoney says that the balance is too small, and offers the way to a deposit. */
export async function tellShortOfMoney() {
  const deposits = framed && !boot.demo;
  const choice = await openDialog({
    title: t('balance'),
    content: el('p', { text: t(boot.demo ? 'error.demo funds' : 'error.insufficient funds') }),
    buttons: deposits
      ? [
          ['ok', t('understood')],
          ['deposit', t('deposit')],
        ]
      : [['ok', t('understood')]],
  });
  if (choice === 'deposit') tell('deposit');
}

/** onKeys hands over the page's own keys, unless a dialog or another control has them. */
export function onKeys(keys) {
  document.addEventListener('keydown', (event) => {
    const act = keys[event.key];
    if (
      !act ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      document.querySelector('dialog[open]')
    )
      return;
    // Space on a focused button presses that button, as everywhere.
    if (event.key === ' ' && event.target.closest('button, a, select, input')) return;
    event.preventDefault();
    if (!event.repeat || event.key !== ' ') act();
  });
}

/** skippable lets a tap on the stage cut an animation short. */
export function skippable(stage) {
  stage.addEventListener('click', hurry);
}
