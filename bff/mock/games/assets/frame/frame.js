// The frame that every game is played in: title bar, stage, purse, and the words below it.
import { boot, money, t } from './boot.js';
import { openDialog } from './dialog.js';
import { el, icon, iconButton } from './dom.js';
import { hurry } from './motion.js';
import { framed, tell } from './parent.js';
import { toggleSound } from './sound.js';
import { fetchBalance } from './table.js';
import { toggle } from './toggle.js';
import { figuresOf, onBonus, own } from './wallet.js';

/** figure makes a labelled amount and gives it with a function that changes it. */
function figure(name, label) {
  const amount = el('bdi', { class: 'amount' });
  const title = el('span', { class: 'label', text: label });
  const node = el('div', { class: `figure ${name}` }, title, amount);
  return { node, title, set: (value) => (amount.textContent = money(value)) };
}

function soundButton() {
  const { node } = toggle('soundOff', t('sound'), {
    changed: () => node.replaceChildren(icon(toggleSound() ? 'soundOn' : 'soundOff')),
  });
  return node;
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

  const beside = el('span', { class: 'beside', hidden: true });
  balance.node.append(beside);

  let current = boot.balance;
  let told = JSON.stringify(figuresOf(current));
  const purse = {
    /** held gives the balance as shown. */
    held: () => current,
    /**
     * show changes the balance shown, and the site's with it: two figures of one wallet on a
     * screen must not differ. Pretend money is not the wallet's.
     */
    show(amount) {
      const figures = JSON.stringify(figuresOf(amount));
      if (figures !== told && !boot.demo) tell('balance', { balance: amount });
      told = figures;
      current = amount;
      balance.set(amount);
      balance.title.textContent = t(onBonus() ? 'balance.bonus' : 'balance');
      beside.hidden = !onBonus();
      beside.textContent = onBonus() ? t('balance.own', { amount: money(own()) }) : '';
    },
    win: (amount) => win.set(amount),
    /** paid tells the site what a bet or round has won; pretend money is not the wallet's. */
    paid(win, roundID) {
      if (!boot.demo) tell('balance', { balance: current, win, roundID });
    },
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
  /** announce speaks to a screen reader. */
  const announce = (text) => (live.textContent = text);
  return {
    stage,
    controls,
    purse,
    /** say changes the line under the game. */
    say: (text) => (status.textContent = text),
    announce,
    /** announceWin speaks of what bets have come to, and of the balance. */
    announceWin: (win) =>
      announce(
        t(win > 0 ? 'say.win' : 'say.nothing', { amount: money(win), balance: money(current) }),
      ),
  };
}

/**
 * tellFailure explains a failed round; one that ends play is told to the site as well. Where
 * the provider does not answer it may be tried again, and whether the player wants to is given.
 */
export async function tellFailure(error) {
  if (error.word === 'insufficient funds') {
    await tellShortOfMoney();
    return false;
  }
  if (error.word === 'no session') tell('error', { error: error.word });
  const down = error.word === 'provider down';
  const choice = await openDialog({
    title: t(down ? 'error.title.provider' : 'error.title.round'),
    content: el('p', { text: error.message }),
    buttons: [['ok', t('understood')], ...(down ? [['retry', t('retry')]] : [])],
  });
  return choice === 'retry';
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

/** ready gives the game its keys, and tells the site that it can be played. */
export function ready(keys) {
  onKeys(keys);
  tell('ready', boot.demo ? {} : { balance: boot.balance });
}

/** skippable lets a tap on the stage cut an animation short. */
export function skippable(stage) {
  stage.addEventListener('click', hurry);
}
