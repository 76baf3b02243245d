import type { EpochMs } from '@replywright/contract/time.ts'
import { expiryAfter, newId } from '../../platform/clock.ts'
import { conflict, InternalError } from '../../platform/errors.ts'
import { log } from '../../platform/log/log.ts'
import { retryConflict } from '../../platform/table/transact.ts'
import { ConversationEntity } from '../conversation-entity.ts'
import { type Choice, findChoice } from '../opt-out.ts'
import { CustomerEntity, type CustomerItem } from './customer-entity.ts'
import { followCustomer } from './follow-customer.ts'
import { Identity } from './identity.ts'
import { UNDO_DAYS } from './last-merge.ts'
import { type Loaded, loadIdentity } from './load-identity.ts'
import { type MergeRecordItem, UndoneMergeEntity } from './merge-record-entity.ts'
import { choiceNames } from './names.ts'
import { storedAs } from './stored-as.ts'
import { writeIdentity } from './write-identity.ts'

/** Attempts to merge while messages arrive. */
const TRIES = 20

/**
 * Makes a customer part of another one, because a person decided so, and stores what undoes it.
 * @throws ServiceError 409 if an earlier merge of both is still being undone
 */
export async function mergeByHand(organizationId: string, intoId: string, fromId: string, now: EpochMs): Promise<void> {
  await retryConflict(TRIES, 'The customer was changed concurrently. Try again.', async () => {
    const { data: undone } = await UndoneMergeEntity.get({ organizationId, id: fromId }).go({ consistent: true })
    if (undone)
      throw conflict(
        'undo_in_progress',
        'An earlier merge of this customer is being undone. Try again in three minutes.',
      )
    const loaded = await loadIdentity({ organizationId, id: '' }, [], now, [intoId, fromId])
    const [into, from] = [loaded?.customers.get(intoId), loaded?.customers.get(fromId)]
    if (!loaded || !into || !from) return undefined
    const identity = new Identity(organizationId, loaded, newId)
    identity.absorb(intoId, fromId)
    const byHand = await recordOf(loaded, { into, from }, now)
    const written = await writeIdentity(loaded, identity, { numberId: '', evidence: 'person', byHand }, now)
    if (!written) return undefined
    const customer = written.customers.get(intoId)
    if (!customer) throw new InternalError('a merge without the customer who remains')
    await followCustomer(customer, identity, written.removed, now)
    log('customer.merged', { organizationId, customerId: intoId, conversations: written.removed.length })
    return true
  })
}

/** Returns a refusal if one of two customers refused marketing, otherwise the later choice; undefined without any. */
export function choiceOfBoth(one: Choice | undefined, other: Choice | undefined): Choice | undefined {
  const choices = [one, other].flatMap((choice) => choice ?? [])
  const last = choices.toSorted((a, b) => b.at - a.at)[0]
  // It replaces both.
  return last && { optedOut: choices.some(({ optedOut }) => optedOut) || last.optedOut, at: last.at + 1 }
}

async function recordOf(
  { organizationId, conversations }: Loaded,
  { into, from }: { readonly into: CustomerItem; readonly from: CustomerItem },
  at: EpochMs,
): Promise<MergeRecordItem> {
  const [choiceOfInto, choiceOfFrom] = await Promise.all(
    [into, from].map((customer) => findChoice(organizationId, choiceNames(customer))),
  )
  const choice = choiceOfBoth(choiceOfInto, choiceOfFrom)
  const pairs = from.conversations.flatMap(({ numberId, id }) => {
    const own = into.conversations.find((each) => each.numberId === numberId)
    const [former, target] = [conversations.get(id), own && conversations.get(own.id)]
    if (!former || !target) return []
    return [{ from: storedAs(ConversationEntity.put(former)), to: storedAs(ConversationEntity.put(target)) }]
  })
  return {
    ...{ organizationId, id: from.id, into: into.id, at, pairs },
    customer: storedAs(CustomerEntity.put(from)),
    ...(choice && { choice }),
    ...(choiceOfInto && { choiceOfInto }),
    ...(choiceOfFrom && { choiceOfFrom }),
    expiresAt: expiryAfter(at, UNDO_DAYS),
  }
}
