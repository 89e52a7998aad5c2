import type { components, operations, paths } from '@/contracts/staff';
import { refreshStaff, dataOf, staff } from './client';

type Settlement = components['schemas']['Payment']['settlement'];
/** What a settlement says of a payment. */
export type SettledOutcome = NonNullable<Settlement>['outcome'];

/** A player of a brand. */
export interface PlayerId {
  brand: string;
  uid: string;
}

const of = (path: PlayerId) => ({ params: { path: { brand: path.brand, uid: path.uid } } });
const changed = () => void refreshStaff('/players', '/locks', '/sessions', '/audit');

/** Ends one session of a player. */
export async function endSession(session: string): Promise<void> {
  await dataOf(staff.POST('/sessions/revoke', { body: { session } }));
  changed();
}

/** Ends every session of the players of a brand with a user name. */
export async function endSessions(brand: string, username: string): Promise<void> {
  await dataOf(staff.POST('/sessions/revoke', { body: { brand, username } }));
  changed();
}

/** Refuses a player in front of any platform; `until` is RFC 3339, without one until it is lifted. */
export async function blockPlayer(
  player: PlayerId,
  reason: string,
  until: string | undefined,
): Promise<void> {
  const body = until ? { reason, until } : { reason };
  await dataOf(staff.POST('/players/{brand}/{uid}/block', { ...of(player), body }));
  changed();
}

/** Lifts the block of a player. */
export async function unblockPlayer(player: PlayerId): Promise<void> {
  await dataOf(staff.DELETE('/players/{brand}/{uid}/block', of(player)));
  changed();
}

/** Lifts the lock-out of a player after wrong passwords or codes. */
export async function unlockPlayer(brand: string, username: string): Promise<void> {
  await dataOf(
    staff.POST('/players/{brand}/unlock', { params: { path: { brand } }, body: { username } }),
  );
  void refreshStaff('/locks', '/audit');
}

/** What an erasure did: the kinds that were erased, and those that are kept and until when. */
export type Erasure = operations['erasePlayer']['responses'][200]['content']['application/json'];

/** Erases what is held of a player but for what the law keeps. */
export async function erasePlayer(player: PlayerId): Promise<Erasure> {
  const body = { confirm: player.uid };
  const done = await dataOf(staff.POST('/players/{brand}/{uid}/erase', { ...of(player), body }));
  changed();
  return done as Erasure;
}

/** The address of the file with everything that is held of a player. */
export const playerExport = ({ brand, uid }: PlayerId): string =>
  `/staff/v1/players/${encodeURIComponent(brand)}/${encodeURIComponent(uid)}/export`;

/** A money key; the brand tells apart players who used the same. */
interface PaymentId {
  key: string;
  brand?: string;
}

const payment = ({ key, brand }: PaymentId) => ({
  params: { path: { key }, query: brand ? { brand } : {} },
});
const settled = () => void refreshStaff('/payments', '/requests', '/players', '/inbox', '/audit');

/** Proposes what became of a payment whose outcome is unknown. */
export async function proposeSettlement(
  id: PaymentId,
  body: { outcome: SettledOutcome; reference: string; note?: string },
): Promise<void> {
  await dataOf(staff.POST('/payments/{key}/settle', { ...payment(id), body }));
  settled();
}

/** Approves the proposal of another account. */
export async function approveSettlement(
  id: PaymentId,
  body: { outcome: SettledOutcome; reference: string },
): Promise<void> {
  await dataOf(staff.POST('/payments/{key}/approve', { ...payment(id), body }));
  settled();
}

/** Takes a proposal back. */
export async function rejectSettlement(id: PaymentId): Promise<void> {
  await dataOf(staff.POST('/payments/{key}/reject', payment(id)));
  settled();
}

type Body<Action extends string> = paths[`/players/{brand}/{uid}/limits/${Action}` &
  keyof paths] extends {
  post: { requestBody: { content: { 'application/json': infer Content } } };
}
  ? Content
  : never;
export type Tightening = Body<'tighten'>;
export type Loosening = Body<'propose'>;
/** Names a proposal by its subject and when it was made. */
export type ProposalId = Body<'approve'>;

const limitsChanged = () => void refreshStaff('/players', '/inbox', '/audit');

/** Puts a tighter limit, a longer break or a longer exclusion in force at once. */
export async function tightenLimits(player: PlayerId, body: Tightening): Promise<void> {
  await dataOf(staff.POST('/players/{brand}/{uid}/limits/tighten', { ...of(player), body }));
  limitsChanged();
}

/** Proposes a looser limit or its removal, or the end of a break or an exclusion. */
export async function proposeLoosening(player: PlayerId, body: Loosening): Promise<void> {
  await dataOf(staff.POST('/players/{brand}/{uid}/limits/propose', { ...of(player), body }));
  limitsChanged();
}

/** Approves the proposal of another account, once it has waited. */
export async function approveLoosening(player: PlayerId, body: ProposalId): Promise<void> {
  await dataOf(staff.POST('/players/{brand}/{uid}/limits/approve', { ...of(player), body }));
  limitsChanged();
}

/** Takes a proposal back. */
export async function rejectLoosening(player: PlayerId, body: ProposalId): Promise<void> {
  await dataOf(staff.POST('/players/{brand}/{uid}/limits/reject', { ...of(player), body }));
  limitsChanged();
}

/** A player who has some personal data of a self-excluded one. */
export type PersonMatch = components['schemas']['PersonMatch'];

/** Decides whether the players of a match are the same person, which excludes the one who is not. */
export async function decideMatch(
  match: PersonMatch,
  same: boolean,
  reason: string,
): Promise<void> {
  const { excluded_brand, excluded_uid } = match;
  const body = { excluded_brand, excluded_uid, same, reason };
  await dataOf(staff.POST('/players/{brand}/{uid}/match', { ...of(match), body }));
  void refreshStaff('/matches', '/players', '/inbox', '/audit');
}
