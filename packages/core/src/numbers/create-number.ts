import { type CreateEntityItem, createWriteTransaction } from 'electrodb'
import { ServiceError } from '../errors.ts'
import { CounterEntity } from '../paging/counter-entity.ts'
import { transact } from '../transact.ts'
import { listWebhooks } from '../webhooks/get-webhook.ts'
import { AvailableNumberEntity } from './available-number-entity.ts'
import { NumberEntity, type NumberItem } from './number-entity.ts'
import { NumberSubscriptionEntity } from './number-subscription-entity.ts'

/** The noun under which an organisation's numbers are counted. */
export const NUMBERS = 'numbers'

/**
 * Creates a number, counts it, and subscribes to it the webhooks that listen to all numbers; `available` leaves the pool. One
 * write. Answers the number that is there when the organisation has it already; 409 when another one has.
 */
export async function createNumber(
  number: CreateEntityItem<typeof NumberEntity>,
  available?: { readonly phoneNumber: string },
): Promise<NumberItem> {
  const { organizationId, phoneNumberId } = number
  const webhookIds = await listenersToAll(organizationId)
  const transaction = createWriteTransaction(
    {
      numbers: NumberEntity,
      counters: CounterEntity,
      subscriptions: NumberSubscriptionEntity,
      available: AvailableNumberEntity,
    },
    (entities) => [
      entities.numbers.create(number).commit(),
      entities.counters.upsert({ organizationId, noun: NUMBERS }).add({ count: 1 }).commit(),
      ...webhookIds.map((webhookId) =>
        entities.subscriptions.put({ phoneNumberId, webhookId, organizationId }).commit(),
      ),
      ...(available ? [entities.available.remove({ phoneNumber: available.phoneNumber }).commit()] : []),
    ],
  )
  await transact(() => transaction.go())
  const { data } = await NumberEntity.get({ phoneNumberId }).go({ consistent: true })
  if (data?.organizationId !== organizationId)
    throw new ServiceError('conflict', 'The number is connected to another organisation.')
  await subscribeLatecomers(data, webhookIds)
  return data
}

/** Webhooks that were created between the reading of the others and the number itself. */
async function subscribeLatecomers({ organizationId, phoneNumberId }: NumberItem, known: string[]): Promise<void> {
  const webhookIds = (await listenersToAll(organizationId)).filter((webhookId) => !known.includes(webhookId))
  await Promise.all(
    webhookIds.map((webhookId) => NumberSubscriptionEntity.put({ phoneNumberId, webhookId, organizationId }).go()),
  )
}

async function listenersToAll(organizationId: string): Promise<string[]> {
  const webhooks = await listWebhooks(organizationId)
  return webhooks
    .filter(({ allNumbers, events }) => allNumbers && events.includes('message.received'))
    .map(({ id }) => id)
}
