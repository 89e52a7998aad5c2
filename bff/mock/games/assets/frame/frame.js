// The frame of every game: title bar, stage, status line and controls.
import { boot, money, t } from './boot.js';
import { fetchBalance } from './calls.js';
import { openDialog } from './dialog.js';
import { el, icon, iconButton } from './dom.js';
import { framed, notifySite, onWalletChange } from './parent.js';
import { toggleSound } from './sound.js';
import { toggle } from './toggle.js';
import { ownMoney, usesBonus, walletFigures } from './wallet.js';

/** figure makes a labelled amount. */
function figure(name, text) {
  const amount = el('bdi.amount.ellipsis');
  const title = el('span.label', text);
  const node = el(`div.figure.${name}`, title, amount);
  return { node, title, set: (value) => (amount.textContent = money(value)) };
}

function soundButton() {
  const { node } = toggle('soundOff', t('sound'), {
    changed: () => node.replaceChildren(icon(toggleSound() ? 'soundOn' : 'soundOff')),
  });
  return node;
}

/**
 * titleBar makes the bar with the buttons of all games. The name and the mark of a demo are in it only outside a frame:
 * the site's own bar shows them.
 */
const titleBar = (showRules) =>
  el(
    'header.bar',
    !framed &&
      el(
        'div.name',
        el('strong.ellipsis', { dir: 'auto', text: boot.name }),
        el('span.ellipsis', { dir: 'auto', text: boot.provider }),
      ),
    !framed && boot.demo && el('span.badge', t('demo')),
    el('span.spacer'),
    soundButton(),
    iconButton('info', t('paytable'), showRules),
  );

/** makeWallet makes the player's balance and win, and keeps the site's balance up to date. */
function makeWallet() {
  const balance = figure('balance', t('balance'));
  const win = figure('win', t('win'));
  const beside = el('span.beside.ellipsis', { hidden: true });
  balance.node.append(beside);
  let current = boot.balance;
  let notified = JSON.stringify(walletFigures(current));
  let held = false;
  let stale = false;
  const wallet = {
    nodes: [balance.node, win.node],
    /** balance gives the balance as shown. */
    balance: () => current,
    /**
     * show changes the balance shown and notifies the site, so that both show the same figure.
     * Demo money is not in the wallet.
     */
    show(amount) {
      const figures = JSON.stringify(walletFigures(amount));
      if (figures !== notified && !boot.demo) notifySite('balance', { balance: amount });
      notified = figures;
      current = amount;
      balance.set(amount);
      balance.title.textContent = t(usesBonus() ? 'balance.bonus' : 'balance');
      beside.hidden = !usesBonus();
      beside.textContent = usesBonus() ? t('balance.own', { amount: money(ownMoney()) }) : '';
    },
    win: win.set,
    /** paid notifies the site of what a bet or round has won, unless it is demo money. */
    paid(amount, roundID) {
      if (!boot.demo) notifySite('balance', { balance: current, win: amount, roundID });
    },
    /** refresh requests the balance; after a failure the old one stays. */
    async refresh() {
      try {
        wallet.show(await fetchBalance());
      } catch {
        // The next round brings the balance.
      }
    },
    /** covers returns whether the balance covers a sum; it requests the balance before it says no. */
    async covers(sum) {
      if (current < sum) await wallet.refresh();
      return current >= sum;
    },
    /** hold keeps a change of the wallet from being shown before the outcome of a round. */
    hold(on) {
      held = on;
      if (!held && stale) wallet.changed();
    },
    changed() {
      stale = held;
      if (!held) wallet.refresh();
    },
  };
  if (!boot.demo) onWalletChange(wallet.changed);
  wallet.show(boot.balance);
  wallet.win(0);
  return wallet;
}

/**
 * buildFrame fills the page and gives a game its parts: stage (where it draws), controls (where
 * its buttons go), the wallet, the status line and the live region.
 */
export function buildFrame({ showRules }) {
  const wallet = makeWallet();
  const status = el('p.status.ellipsis', t('ready'));
  const live = el('p.sr-only', { role: 'status', 'aria-live': 'polite' });
  const stage = el('section.stage');
  const controls = el('section.controls', wallet.nodes);
  document.getElementById('game').append(titleBar(showRules), stage, status, controls, live);
  /** announce writes to the live region of screen readers. */
  const announce = (text) => (live.textContent = text);
  return {
    stage,
    controls,
    wallet,
    /** say changes the status line. */
    say: (text) => (status.textContent = text),
    announce,
    /** announceWin announces what bets have won, and the balance. */
    announceWin: (win) => {
      const words = { amount: money(win), balance: money(wallet.balance()) };
      announce(t(win > 0 ? 'say.win' : 'say.nothing', words));
    },
  };
}

const message = (title, text, ...others) =>
  openDialog({
    title,
    content: el('p', text),
    buttons: [['ok', t('understood')], ...others.filter(Boolean)],
  });

/**
 * showFailure explains a failed round; the site is notified of one that ends the session. It
 * returns whether the player wants to retry, which is offered where the provider is down.
 */
export async function showFailure(error) {
  if (error.reason === 'insufficient funds') {
    await showInsufficientFunds();
    return false;
  }
  if (error.reason === 'no session') notifySite('error', { error: error.reason });
  const down = error.reason === 'provider down';
  const title = t(down ? 'error.title.provider' : 'error.title.round');
  return (await message(title, error.message, down && ['retry', t('retry')])) === 'retry';
}

/** showInsufficientFunds says that the balance is too small and offers a deposit. */
export async function showInsufficientFunds() {
  const text = t(boot.demo ? 'error.demo funds' : 'error.insufficient funds');
  const deposit = framed && !boot.demo && ['deposit', t('deposit')];
  if ((await message(t('balance'), text, deposit)) === 'deposit') notifySite('deposit');
}

/**
 * onKeys binds the page's keys, except while a dialog is open or a field has the focus; Escape
 * works in fields too.
 */
function onKeys(keys) {
  document.addEventListener('keydown', (event) => {
    const { key, target } = event;
    const typing = key !== 'Escape' && target.closest('input, select');
    // Space on a focused button presses that button, as everywhere.
    const pressing = key === ' ' && target.closest('button, a');
    const modified = event.ctrlKey || event.metaKey || event.altKey;
    const modal = document.querySelector('dialog[open]');
    if (!keys[key] || typing || pressing || modified || modal) return;
    event.preventDefault();
    if (!event.repeat || key !== ' ') keys[key]();
  });
}

/** ready binds the game's keys and notifies the site that the game can be played. */
export function ready(keys) {
  onKeys(keys);
  notifySite('ready', boot.demo ? {} : { balance: boot.balance });
}
