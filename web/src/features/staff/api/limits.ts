import type { components, paths } from '@/contracts/staff';
import { refreshStaff } from './cache';
import { dataOf, staff } from './client';
import type { PlayerId } from './lookups';

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

const of = ({ brand, uid }: PlayerId) => ({ params: { path: { brand, uid } } });
const changed = () => void refreshStaff('/players', '/inbox', '/audit');

/** Puts a tighter limit, a longer break or a longer exclusion in force at once. */
export async function tightenLimits(player: PlayerId, body: Tightening): Promise<void> {
  await dataOf(staff.POST('/players/{brand}/{uid}/limits/tighten', { ...of(player), body }));
  changed();
}

/** Proposes a looser limit or its removal, or the end of a break or an exclusion. */
export async function proposeLoosening(player: PlayerId, body: Loosening): Promise<void> {
  await dataOf(staff.POST('/players/{brand}/{uid}/limits/propose', { ...of(player), body }));
  changed();
}

/** Approves the proposal of another account, once it has waited. */
export async function approveLoosening(player: PlayerId, body: ProposalId): Promise<void> {
  await dataOf(staff.POST('/players/{brand}/{uid}/limits/approve', { ...of(player), body }));
  changed();
}

/** Takes a proposal back. */
export async function rejectLoosening(player: PlayerId, body: ProposalId): Promise<void> {
  await dataOf(staff.POST('/players/{brand}/{uid}/limits/reject', { ...of(player), body }));
  changed();
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
