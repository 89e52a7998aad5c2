import type { components, operations, paths } from '@/contracts/staff';
import { change, dataOf, refreshStaff, staff } from './client';

type Settlement = components['schemas']['Payment']['settlement'];
/** The outcome that a settlement gives a payment. */
export type SettledOutcome = NonNullable<Settlement>['outcome'];

/** A player of a brand. */
export interface PlayerId {
  brand: string;
  uid: string;
}

const of = (path: PlayerId) => ({ params: { path: { brand: path.brand, uid: path.uid } } });
const onPlayers = ['/players', '/locks', '/sessions', '/audit'];

/** Ends one session of a player. */
export const endSession = (session: string) =>
  change(staff.POST('/sessions/revoke', { body: { session } }), onPlayers);

/** Ends every session of a brand's players with a user name. */
export const endSessions = (brand: string, username: string) =>
  change(staff.POST('/sessions/revoke', { body: { brand, username } }), onPlayers);

/** Blocks a player until `until` (RFC 3339), or without an end. */
export async function blockPlayer(
  player: PlayerId,
  reason: string,
  until: string | undefined,
): Promise<void> {
  const body = until ? { reason, until } : { reason };
  await change(staff.POST('/players/{brand}/{uid}/block', { ...of(player), body }), onPlayers);
}

/** Removes the block of a player. */
export const unblockPlayer = (player: PlayerId) =>
  change(staff.DELETE('/players/{brand}/{uid}/block', of(player)), onPlayers);

/** Unlocks a player after wrong passwords or codes. */
export const unlockPlayer = (brand: string, username: string) =>
  change(
    staff.POST('/players/{brand}/unlock', { params: { path: { brand } }, body: { username } }),
    ['/locks', '/audit'],
  );

/** The result of an erasure: the erased kinds of data, and the retained kinds with their end. */
export type Erasure = operations['erasePlayer']['responses'][200]['content']['application/json'];

/** Erases a player's data except data that the law requires. */
export async function erasePlayer(player: PlayerId): Promise<Erasure> {
  const body = { confirm: player.uid };
  const done = await dataOf(staff.POST('/players/{brand}/{uid}/erase', { ...of(player), body }));
  void refreshStaff(...onPlayers);
  return done as Erasure;
}

/** Returns the address of the file with all data of a player. */
export const playerExport = ({ brand, uid }: PlayerId): string =>
  `/staff/v1/players/${encodeURIComponent(brand)}/${encodeURIComponent(uid)}/export`;

/** An idempotency key of a payment. The brand distinguishes players with the same key. */
interface PaymentId {
  key: string;
  brand?: string;
}

const payment = ({ key, brand }: PaymentId) => ({
  params: { path: { key }, query: brand ? { brand } : {} },
});
const onPayments = ['/payments', '/requests', '/players', '/inbox', '/audit'];

/** Proposes the outcome of a payment with an unknown outcome. */
export const proposeSettlement = (
  id: PaymentId,
  body: { outcome: SettledOutcome; reference: string; note?: string },
) => change(staff.POST('/payments/{key}/settle', { ...payment(id), body }), onPayments);

/** Approves another account's proposal. */
export const approveSettlement = (
  id: PaymentId,
  body: { outcome: SettledOutcome; reference: string },
) => change(staff.POST('/payments/{key}/approve', { ...payment(id), body }), onPayments);

/** Rejects or withdraws a proposal. */
export const rejectSettlement = (id: PaymentId) =>
  change(staff.POST('/payments/{key}/reject', payment(id)), onPayments);

type Body<Action extends string> = paths[`/players/{brand}/{uid}/limits/${Action}` &
  keyof paths] extends {
  post: { requestBody: { content: { 'application/json': infer Content } } };
}
  ? Content
  : never;
export type Tightening = Body<'tighten'>;
export type Loosening = Body<'propose'>;
/** Identifies a proposal by its subject and its time. */
export type ProposalId = Body<'approve'>;

const onLimits = ['/players', '/inbox', '/audit'];

/** Applies a tighter limit, a longer break or a longer self-exclusion immediately. */
export const tightenLimits = (player: PlayerId, body: Tightening) =>
  change(staff.POST('/players/{brand}/{uid}/limits/tighten', { ...of(player), body }), onLimits);

/** Proposes a looser limit or its removal, or the end of a break or a self-exclusion. */
export const proposeLoosening = (player: PlayerId, body: Loosening) =>
  change(staff.POST('/players/{brand}/{uid}/limits/propose', { ...of(player), body }), onLimits);

/** Approves another account's proposal after its wait. */
export const approveLoosening = (player: PlayerId, body: ProposalId) =>
  change(staff.POST('/players/{brand}/{uid}/limits/approve', { ...of(player), body }), onLimits);

/** Rejects or withdraws a proposal. */
export const rejectLoosening = (player: PlayerId, body: ProposalId) =>
  change(staff.POST('/players/{brand}/{uid}/limits/reject', { ...of(player), body }), onLimits);

/** A player who shares personal data with a self-excluded player. */
export type PersonMatch = components['schemas']['PersonMatch'];

/** Decides whether a match is one person. If it is, the other player is excluded too. */
export async function decideMatch(
  match: PersonMatch,
  same: boolean,
  reason: string,
): Promise<void> {
  const { excluded_brand, excluded_uid } = match;
  const body = { excluded_brand, excluded_uid, same, reason };
  const prefixes = ['/matches', ...onLimits];
  await change(staff.POST('/players/{brand}/{uid}/match', { ...of(match), body }), prefixes);
}
