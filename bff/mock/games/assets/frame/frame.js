// The frame of every game: title bar, stage, status line, wallet and dialogs.
import { boot, money, rate, t } from './boot.js';
import { fetchState } from './calls.js';
import { el, iconButton } from './dom.js';
import { framed, notifySite, onWalletChange, ownMoney, walletFigures } from './site.js';

/**
 * openDialog opens a dialog and resolves when it is closed, with the value of the button that
 * closed it. Buttons are [value, label]; the last one is the primary one.
 */
export function openDialog(title, content, buttons = []) {
  return new Promise((resolve) => {
    const actions = buttons.map(([value, text], i) =>
      el('button', {
        class: i === buttons.length - 1 ? 'primary' : 'secondary',
        text,
        onclick: () => dialog.close(value),
      }),
    );
    const dialog = el(
      'dialog.dialog',
      {
        'aria-labelledby': 'dialog-title',
        onclick: (event) => event.target === dialog && dialog.close(''),
        onclose: () => {
          dialog.remove();
          resolve(dialog.returnValue);
        },
      },
      el(
        'header',
        el('h2', { id: 'dialog-title', text: title }),
        iconButton('close', t('close'), () => dialog.close('')),
      ),
      el('div.dialog-body', { tabindex: '0' }, content),
      actions.length > 0 && el('footer', actions),
    );
    document.body.append(dialog);
    dialog.showModal();
    actions.at(-1)?.focus();
  });
}

/** table makes a table of rows of texts with the names of its columns. Texts are isolated. */
export const table = (names, rows) =>
  el(
    'table',
    el(
      'thead',
      el(
        'tr',
        names.map((text) => el('th', { scope: 'col', text })),
      ),
    ),
    el(
      'tbody',
      rows.map((cells) =>
        el(
          'tr',
          cells.map((text) => el('td', typeof text === 'string' ? el('bdi', { text }) : text)),
        ),
      ),
    ),
  );

/** rules makes a list of sentences, with the return at its end. */
export const rules = (...sentences) => [
  el(
    'ul.rules',
    sentences.map((text) => el('li', { text })),
  ),
];

function figure(name, text) {
  const amount = el('bdi.amount.ellipsis');
  const label = el('span.label', text);
  const node = el(`div.figure.${name}`, label, amount);
  return { node, label, set: (value) => (amount.textContent = money(value)) };
}

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
    balance: () => current,
    win: win.set,
    /** show changes the balance shown and notifies the site. Demo money is not in the wallet. */
    show(amount) {
      const figures = JSON.stringify(walletFigures(amount));
      if (figures !== notified && !boot.demo) notifySite('balance', { balance: amount });
      notified = figures;
      current = amount;
      balance.set(amount);
      const own = ownMoney();
      balance.label.textContent = t(own === undefined ? 'balance' : 'balance.bonus');
      beside.hidden = own === undefined;
      beside.textContent = own === undefined ? '' : t('balance.own', { amount: money(own) });
    },
    /** paid notifies the site of what a bet or round has won, unless it is demo money. */
    paid(amount, roundID) {
      if (!boot.demo) notifySite('balance', { balance: current, win: amount, roundID });
    },
    /** covers returns whether the balance covers a sum; it requests the balance before it says no. */
    async covers(sum) {
      if (current < sum) await wallet.refresh();
      return current >= sum;
    },
    /** hold keeps a change of the wallet from being shown before the outcome of a round. */
    hold(on) {
      held = on;
      if (!held && stale) wallet.refresh();
    },
    /** refresh requests the balance; after a failure the old one stays. */
    async refresh() {
      stale = held;
      if (held) return;
      try {
        wallet.show((await fetchState()).balance);
      } catch {
        // The next round brings the balance.
      }
    },
  };
  if (!boot.demo) onWalletChange(wallet.refresh);
  wallet.show(boot.balance);
  wallet.win(0);
  return wallet;
}

/** makeStake makes the stake between two buttons; changed is called after each change. */
function makeStake(changed) {
  const amounts = boot.game.stakes;
  let at = boot.game.stake;
  let locked = false;
  const amount = el('bdi.amount.ellipsis');
  const step = (icon, label, by) =>
    iconButton(icon, label, () => stake.move(by), { class: 'step' });
  const [less, more] = [step('minus', t('stake.less'), -1), step('plus', t('stake.more'), 1)];
  const label = el('div.figure', el('span.label', t('stake')), amount);
  const stake = {
    node: el('div.stepper', { role: 'group', 'aria-label': t('stake') }, less, label, more),
    value: () => amounts[at],
    move(steps) {
      if (locked) return;
      at = Math.min(Math.max(at + steps, 0), amounts.length - 1);
      stake.show();
      changed();
    },
    lock(on) {
      locked = on;
      stake.show();
    },
    show() {
      amount.textContent = money(amounts[at]);
      less.disabled = locked || at === 0;
      more.disabled = locked || at === amounts.length - 1;
    },
  };
  stake.show();
  return stake;
}

/**
 * buildFrame fills the page. help gives what the dialog of the rules has, past what that of the
 * history has; go is the main action, which Space starts too.
 */
export function buildFrame({ help, past, go, stakeChanged = () => {} }) {
  const wallet = makeWallet();
  const stake = makeStake(stakeChanged);
  const status = el('p.status.ellipsis', t('ready'));
  const live = el('p.sr-only', { role: 'status', 'aria-live': 'polite' });
  const stage = el('section.stage');
  const button = el('button.go.primary', { onclick: go });
  const controls = el('section.controls', stake.node, button, wallet.nodes);
  const showRules = () => openDialog(t('paytable'), [help(), rtpLine()]);
  const showPast = () => openDialog(t('history'), past());
  document
    .getElementById('game')
    .append(titleBar(showRules, showPast), stage, status, controls, live);
  document.addEventListener('keydown', (event) => {
    const { key, target } = event;
    const action = { ' ': go, ArrowUp: () => stake.move(1), ArrowDown: () => stake.move(-1) }[key];
    const taken = target.closest('button, a, input, select, dialog, [tabindex]');
    if (!action || taken || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    if (!event.repeat || key !== ' ') action();
  });
  notifySite('ready', boot.demo ? {} : { balance: boot.balance });
  return {
    stage,
    controls,
    button,
    wallet,
    stake,
    /** say changes the status line. */
    say: (text) => (status.textContent = text),
    /** announce writes to the live region of screen readers. */
    announce: (text) => (live.textContent = text),
    /** announceWin shows and announces what bets have won. */
    announceWin(win) {
      const words = { amount: money(win), balance: money(wallet.balance()) };
      wallet.win(win);
      if (win > 0) status.textContent = t('say.amount', words);
      live.textContent = t(win > 0 ? 'say.win' : 'say.nothing', words);
    },
  };
}

const rtpLine = () => el('p.rtp', `${t('table.rtp')}: `, el('bdi', { text: rate(boot.game.rtp) }));

/** titleBar has the name and the mark of a demo only outside a frame: the site's own bar shows them. */
const titleBar = (showRules, showPast) =>
  el(
    'header.bar',
    !framed && el('strong.ellipsis', { dir: 'auto', text: boot.name }),
    !framed && boot.demo && el('span.badge', t('demo')),
    el('span.spacer'),
    iconButton('history', t('history'), showPast),
    iconButton('info', t('paytable'), showRules),
  );

/** showFailure explains a failed request; the site is notified of one that ends the session. */
export async function showFailure({ reason, message }) {
  if (reason === 'no session') notifySite('error', { error: reason });
  const poor = reason === 'insufficient funds';
  const text = poor && boot.demo ? t('error.demo funds') : message;
  const title = t(poor ? 'balance' : 'error.title.round');
  const deposit = poor && framed && !boot.demo && ['deposit', t('deposit')];
  const buttons = [['ok', t('understood')], deposit].filter(Boolean);
  if ((await openDialog(title, el('p', text), buttons)) === 'deposit') notifySite('deposit');
}

/** showInsufficientFunds says that the balance is too small and offers a deposit. */
export const showInsufficientFunds = () =>
  showFailure({ reason: 'insufficient funds', message: t('error.insufficient funds') });
