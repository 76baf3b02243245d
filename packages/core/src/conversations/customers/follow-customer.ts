import type { EpochMs } from '@replywright/contract/time.ts'
import { copyChoice, dropChoice, findOptedOut, refuseMarketing } from '../opt-out.ts'
import type { CustomerItem } from './customer-entity.ts'
import type { Identity } from './identity.ts'
import type { Loaded } from './load-identity.ts'
import { moveMerged } from './move-merged.ts'
import { choiceNames, currentNames, nameKey } from './names.ts'

/**
 * Copies a customer's choice about marketing to their new names, before these are stored, and forgets that of the names' former owners. Of two customers who are one, it is
 * a refusal if one of them refused.
 */
export async function keepChoices(loaded: Loaded, identity: Identity, id: string): Promise<void> {
  const { organizationId } = loaded
  await dropFormerChoices(organizationId, identity, id)
  const before = [id, ...identity.merges.flatMap(({ from, into }) => [from, into])]
  const parties = [...new Set(before)].flatMap((each) => loaded.customers.get(each) ?? [])
  if (parties.length === 0) return
  const customer = identity.customers.get(id)
  const names = customer ? choiceNames(customer) : []
  if (parties.length === 1) return await copyChoice(organizationId, parties.flatMap(choiceNames), names)
  const refusals = await Promise.all(parties.map((party) => findOptedOut(organizationId, choiceNames(party))))
  const all = [...parties.flatMap(choiceNames), ...names]
  if (refusals.includes(true)) await refuseMarketing(organizationId, all)
  else await copyChoice(organizationId, all, names)
}

/** Forgets the choices of former owners of the names that a customer gets: the process that ended the names can have stopped before. */
async function dropFormerChoices(organizationId: string, identity: Identity, id: string): Promise<void> {
  const names = identity.customers.get(id)?.names ?? []
  const given = currentNames(names, 'phone').filter((name) => identity.changedNames.has(nameKey(name)))
  for (const name of given) {
    const others = identity.owners.get(nameKey(name))?.filter(({ customerId }) => customerId !== id) ?? []
    const until = Math.max(...others.flatMap((owner) => owner.until ?? []))
    if (Number.isFinite(until)) await dropChoice(organizationId, nameKey(name), until)
  }
}

/**
 * Completes a change of a customer after it was stored: forgets the choice about marketing under numbers that the
 * customer has left, and moves what belongs to those who were merged (`finishMerge`). Idempotent.
 */
export async function followCustomer(
  { organizationId, names }: CustomerItem,
  { merges }: Pick<Identity, 'merges'>,
  removed: readonly string[],
  now: EpochMs,
): Promise<void> {
  const left = names.filter(({ kind, until }) => kind === 'phone' && until !== undefined)
  await Promise.all(left.map((name) => dropChoice(organizationId, nameKey(name), name.until ?? 0)))
  for (const id of [...removed, ...merges.map(({ from }) => from)]) await moveMerged(organizationId, id, now)
}
