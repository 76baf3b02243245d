import { type CreateEntityItem, createWriteTransaction } from 'electrodb'
import { ServiceError } from '../../platform/errors.ts'
import { CounterEntity } from '../../platform/paging/counter-entity.ts'
import { retryConflict } from '../../platform/table/retry-conflict.ts'
import { transact } from '../../platform/table/transact.ts'
import { AvailableNumberEntity } from './available-number-entity.ts'
import { findNumber } from './find-number.ts'
import { NumberEntity, type NumberItem } from './number-entity.ts'
import { NumberOwnershipEntity } from './number-ownership-entity.ts'
import { NumberSubscriptionEntity } from './number-subscription-entity.ts'
import { findRevision, REVISION_TRIES, SUBSCRIPTION_REVISION } from './subscription-revision.ts'

/** The noun under which an organisation's numbers are counted. */
export const NUMBERS = 'numbers'

/** Returns the ids of the webhooks that receive the messages of all numbers of an organisation, or report outbound ones. */
export type ListenersToAll = (
  organizationId: string,
) => Promise<{ readonly inbound: readonly string[]; readonly outbound: readonly string[] }>

/**
 * Creates a number, counts it, and subscribes the webhooks that listen to all numbers. Removes `available` from the
 * available numbers. All of this is one write. It is retried if a webhook is created or changed concurrently. Returns
 * the existing number if the organisation already has it.
 * @throws ServiceError 409 if another organisation has it, or concurrent changes exhaust the retries
 */
export async function createNumber(
  number: CreateEntityItem<typeof NumberEntity>,
  listenersToAll: ListenersToAll,
  available?: { readonly phoneNumber: string },
): Promise<NumberItem> {
  const { organizationId, phoneNumberId } = number
  return await retryConflict(
    REVISION_TRIES,
    'The numbers or webhooks were changed concurrently. Try again.',
    async () => {
      const written = await insertNumber(number, listenersToAll, available)
      const stored = await findNumber(phoneNumberId)
      if (!stored) return undefined
      if (stored.organizationId !== organizationId)
        throw new ServiceError('conflict', 'The number is connected to another organisation.')
      if (!written) await completeNumber(stored, listenersToAll)
      return stored
    },
  )
}

async function insertNumber(
  number: CreateEntityItem<typeof NumberEntity>,
  listenersToAll: ListenersToAll,
  available: { readonly phoneNumber: string } | undefined,
): Promise<boolean> {
  const { organizationId, phoneNumberId } = number
  const revision = await findRevision(organizationId)
  const { inbound, outbound } = await listenersToAll(organizationId)
  const transaction = createWriteTransaction(
    {
      numbers: NumberEntity,
      owned: NumberOwnershipEntity,
      counters: CounterEntity,
      subscriptions: NumberSubscriptionEntity,
      available: AvailableNumberEntity,
    },
    (entities) => [
      entities.numbers.create({ ...number, ...(outbound.length > 0 && { reportTo: [...outbound] }) }).commit(),
      entities.owned.put({ organizationId, number: number.number, phoneNumberId }).commit(),
      entities.counters.upsert({ organizationId, noun: NUMBERS }).add({ count: 1 }).commit(),
      entities.counters
        .update({ organizationId, noun: SUBSCRIPTION_REVISION })
        .add({ count: 1 })
        .where(({ count }, { eq, notExists }) => (revision ? eq(count, revision) : notExists(count)))
        .commit(),
      ...inbound.map((webhookId) => entities.subscriptions.put({ phoneNumberId, webhookId, organizationId }).commit()),
      ...(available ? [entities.available.remove({ phoneNumber: available.phoneNumber }).commit()] : []),
    ],
  )
  return await transact(() => transaction.go())
}

/** Adds the items that a number of an earlier version lacks. */
async function completeNumber(
  { organizationId, phoneNumberId, number }: NumberItem,
  listenersToAll: ListenersToAll,
): Promise<void> {
  await NumberOwnershipEntity.put({ organizationId, number, phoneNumberId }).go()
  const { inbound } = await listenersToAll(organizationId)
  await Promise.all(
    inbound.map((webhookId) => NumberSubscriptionEntity.put({ phoneNumberId, webhookId, organizationId }).go()),
  )
}
