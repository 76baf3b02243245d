import type { EpochMs } from '@replywright/contract/time.ts'
import { type CreateEntityItem, Service, type TransactWriteEntities } from 'electrodb'
import { derivedId } from '../../platform/clock.ts'
import { conflict, InternalError, notFound, ServiceError } from '../../platform/errors.ts'
import { onFirstUse } from '../../platform/on-first-use.ts'
import { CounterEntity } from '../../platform/paging/counter-entity.ts'
import { batchGet } from '../../platform/table/batch-get.ts'
import { retryConflict, transact } from '../../platform/table/transact.ts'
import { AvailableNumberEntity } from './available-number-entity.ts'
import { FormerNumberEntity } from './former-number-entity.ts'
import { NumberEntity, type NumberItem, NumberOwnershipEntity, NumberSubscriptionEntity } from './number-entity.ts'

const listeners = /* @__PURE__ */ onFirstUse(
  () => new Service({ number: NumberEntity, subscription: NumberSubscriptionEntity }),
)

/** Returns a number and the webhooks that receive its `message.received`; undefined without an owner. */
export async function findNumberWithListeners(
  phoneNumberId: string,
): Promise<{ number: NumberItem; webhookIds: string[] } | undefined> {
  const { data } = await listeners.collections.listeners({ phoneNumberId }).go({ pages: 'all', consistent: true })
  const number = data.number[0]
  if (!number) return undefined
  const webhookIds = data.subscription
    .filter((subscription) => subscription.organizationId === number.organizationId)
    .map((subscription) => subscription.webhookId)
  return { number, webhookIds }
}

/** Returns any organisation's number by provider's id. `recent`: eventually consistent, half a read unit. */
export async function findNumber(
  phoneNumberId: string,
  reading: 'strong' | 'recent' = 'strong',
): Promise<NumberItem | undefined> {
  const { data } = await NumberEntity.get({ phoneNumberId }).go({ consistent: reading === 'strong' })
  return data ?? undefined
}

/** Returns the number with the provider's id `phoneNumberId`, read strongly. @throws ServiceError 409 if it has left */
export async function getNumberByProviderId(organizationId: string, phoneNumberId: string): Promise<NumberItem> {
  const number = await findNumber(phoneNumberId)
  if (number?.organizationId !== organizationId) throw hasLeft()
  return number
}

/**
 * Returns the number of a conversation, with `disconnectedAt` if it has left the organisation. `recent`: eventually
 * consistent. @throws Error if the organisation never had it
 */
export async function getKnownNumber(
  organizationId: string,
  phoneNumberId: string,
  reading: 'strong' | 'recent' = 'strong',
): Promise<NumberItem> {
  const number = await findNumber(phoneNumberId, reading)
  if (number?.organizationId === organizationId) return number
  const { data } = await FormerNumberEntity.get({ organizationId, phoneNumberId }).go({ consistent: true })
  if (!data) throw new InternalError(`number ${phoneNumberId} does not exist`)
  return data
}

/** Returns all numbers of an organisation as `listNumbers` does, then those that have left it. */
export async function listKnownNumbers(organizationId: string): Promise<NumberItem[]> {
  const [numbers, { data: former }] = await Promise.all([
    listNumbers(organizationId),
    FormerNumberEntity.query.byOrganization({ organizationId }).go({ pages: 'all', consistent: true }),
  ])
  const connected = new Set(numbers.map(({ phoneNumberId }) => phoneNumberId))
  return [...numbers, ...former.filter(({ phoneNumberId }) => !connected.has(phoneNumberId))]
}

/** @throws ServiceError 409 if the number has left the organisation */
export function requireConnected({ disconnectedAt }: Pick<NumberItem, 'disconnectedAt'>): void {
  if (disconnectedAt !== undefined) throw hasLeft()
}

function hasLeft(): ServiceError {
  return conflict(
    'number_disconnected',
    'The number was disconnected from your organisation, so nothing can be sent from it. Connect it again, or write to the customer from another number.',
  )
}

const DIGITS = 'digits, and that the number belongs to your organisation'

/** Returns the number with the digits of a path, read strongly. @throws ServiceError 404 if it does not exist */
export async function getNumber(organizationId: string, n: string): Promise<NumberItem> {
  const digits = digitsOfPath(n)
  if (digits === undefined) throw notFound('number', DIGITS)
  const { data } = await NumberOwnershipEntity.query
    .byOrganization({ organizationId, number: digits })
    .go({ consistent: true })
  const [owned] = data
  if (!owned) throw notFound('number', DIGITS)
  return await getNumberByProviderId(organizationId, owned.phoneNumberId)
}

/** Returns all numbers of an organisation, including its sandbox number, ascending by digits. Read strongly. */
export async function listNumbers(organizationId: string): Promise<NumberItem[]> {
  const { data } = await NumberOwnershipEntity.query
    .byOrganization({ organizationId })
    .go({ pages: 'all', consistent: true })
  return await listOwned(data)
}

/** Returns the numbers with these ids in order, read strongly. */
export async function listOwned(owned: readonly { readonly phoneNumberId: string }[]): Promise<NumberItem[]> {
  const numbers = await batchGet(
    owned.map(({ phoneNumberId }) => ({ phoneNumberId })),
    (keys) => NumberEntity.get(keys).go({ consistent: true }),
  )
  const byId = new Map(numbers.map((number) => [number.phoneNumberId, number]))
  return owned.flatMap(({ phoneNumberId }) => byId.get(phoneNumberId) ?? [])
}

const MAX_PATH_CHARACTERS = 60

/** Returns the digits of a number in a path, which may have a leading plus, spaces and dashes. */
export function digitsOfPath(part: string): string | undefined {
  if (part.length > MAX_PATH_CHARACTERS) return undefined
  const digits = part.replace(/^\s*\+/, '').replace(/[\s-]/g, '')
  return /^[1-9]\d{6,14}$/.test(digits) ? digits : undefined
}

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
      await insertNumber(number, listenersToAll, available)
      const stored = await findNumber(phoneNumberId)
      if (!stored) return undefined
      if (stored.organizationId !== organizationId)
        throw new ServiceError('conflict', 'The number is connected to another organisation.')
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
  const [revision, { data: former }] = await Promise.all([
    findRevision(organizationId),
    FormerNumberEntity.get({ organizationId, phoneNumberId }).go({ consistent: true }),
  ])
  const { inbound, outbound } = await listenersToAll(organizationId)
  // Names of customers refer to the id, and sessions of conversations to the epoch.
  const known = former && { id: former.id, epoch: former.epoch, epochAt: former.epochAt }
  return await transact(
    {
      numbers: NumberEntity,
      owned: NumberOwnershipEntity,
      former: FormerNumberEntity,
      counters: CounterEntity,
      subscriptions: NumberSubscriptionEntity,
      available: AvailableNumberEntity,
    },
    (entities) => [
      entities.numbers
        .create({ ...number, ...known, ...(outbound.length > 0 && { reportTo: [...outbound] }) })
        .commit(),
      ...(former ? [entities.former.delete({ organizationId, phoneNumberId }).commit()] : []),
      entities.owned.put({ organizationId, number: number.number, phoneNumberId }).commit(),
      entities.counters.upsert({ organizationId, noun: NUMBERS }).add({ count: 1 }).commit(),
      revisionWrite(entities.counters, organizationId, revision),
      ...inbound.map((webhookId) => entities.subscriptions.put({ phoneNumberId, webhookId, organizationId }).commit()),
      ...(available ? [entities.available.remove({ phoneNumber: available.phoneNumber }).commit()] : []),
    ],
  )
}

/** No country has this calling code, so that a sandbox number never equals a real one. */
const CALLING_CODE = '888'
const SANDBOX_DIGITS = 10

/** The prefix of the `phoneNumberId` of every sandbox number; the provider's ids are digits. */
export const SANDBOX_PHONE_NUMBER_ID = 'sandbox-'

/** Returns the provider's id that the organisation's sandbox number has instead. */
export function sandboxId(organizationId: string): string {
  return `${SANDBOX_PHONE_NUMBER_ID}${organizationId}`
}

/**
 * Creates the organisation's sandbox number: virtual, and unknown to the provider. Its id and digits derive from the
 * organisation, so that a repeated call returns the same number.
 */
export async function createSandboxNumber(
  organizationId: string,
  listenersToAll: ListenersToAll,
  now: EpochMs,
): Promise<NumberItem> {
  const id = derivedId('sandbox number', organizationId)
  const digits = (BigInt(`0x${id.replaceAll('-', '')}`) % 10n ** BigInt(SANDBOX_DIGITS))
    .toString()
    .padStart(SANDBOX_DIGITS, '0')
  return await createNumber(
    {
      phoneNumberId: sandboxId(organizationId),
      id,
      organizationId,
      number: `${CALLING_CODE}${digits}`,
      sandbox: true,
      connectedAt: now,
    },
    listenersToAll,
  )
}

/**
 * The noun of a counter that is incremented with each new number and each change of webhook subscriptions. A writer of
 * either side reads the counter first, and increments it only if it is unchanged. So of two concurrent writers, the
 * second one sees the first one's change.
 */
export const SUBSCRIPTION_REVISION = 'subscription-revision'

/** The maximum of attempts of a change while the revision changes concurrently. */
export const REVISION_TRIES = 10

/** Returns the organisation's revision, read strongly, or undefined before the first change. */
export async function findRevision(organizationId: string): Promise<number | undefined> {
  const { data } = await CounterEntity.get({ organizationId, noun: SUBSCRIPTION_REVISION }).go({ consistent: true })
  return data?.count
}

/** Returns the write that increments the revision, if it is still `expected`. */
export function revisionWrite(
  counters: TransactWriteEntities<{ counters: typeof CounterEntity }>['counters'],
  organizationId: string,
  expected: number | undefined,
) {
  return counters
    .update({ organizationId, noun: SUBSCRIPTION_REVISION })
    .add({ count: 1 })
    .where(({ count }, { eq, notExists }) => (expected ? eq(count, expected) : notExists(count)))
    .commit()
}

export async function disconnectNumbers(organizationId: string, agentId: string): Promise<void> {
  const numbers = await listNumbers(organizationId)
  const connected = numbers.filter((number) => number.agentId === agentId)
  await Promise.all(
    connected.map(({ phoneNumberId }) =>
      NumberEntity.patch({ phoneNumberId })
        .remove(['agentId'])
        .where((attributes, { eq }) => eq(attributes.agentId, agentId))
        // Rejected if the number is connected to another agent now. Nothing to do then.
        .go({ returnOnConditionCheckFailure: true }),
    ),
  )
}
