import type { EpochMs } from '@replywright/contract/time.ts'
import { FormerNumberEntity } from '../../channel/numbers/former-number-entity.ts'
import {
  NumberEntity,
  type NumberItem,
  NumberOwnershipEntity,
  NumberSubscriptionEntity,
} from '../../channel/numbers/number-entity.ts'
import {
  findNumberWithListeners,
  findRevision,
  getNumber,
  NUMBERS,
  REVISION_TRIES,
  revisionWrite,
} from '../../channel/numbers/numbers.ts'
import { listWebhooks, WebhookEntity, type WebhookItem } from '../../deliveries/webhooks/webhook-entity.ts'
import { invalidField, notFound } from '../../platform/errors.ts'
import { log } from '../../platform/log/log.ts'
import { CounterEntity } from '../../platform/paging/counter-entity.ts'
import { retryConflict, transact } from '../../platform/table/transact.ts'

/** A webhook takes two of the 100 items of a transaction, and the number five. */
const WEBHOOKS_PER_WRITE = 47
const CHANGED = 'The number or its webhooks were changed concurrently. Try again.'

/**
 * `DELETE /phone-numbers/{n}/`: the number leaves the organisation, and its subscriptions end. Its conversations can be
 * read (`FormerNumberEntity`). One write, or a few if very many webhooks are subscribed: the number is removed by the
 * last one, so that an interrupted call can be repeated.
 * @throws ServiceError 400 for the sandbox number, 404 for an unknown one, 409 after many concurrent changes
 */
export async function disconnectNumber(organizationId: string, n: string, now: EpochMs): Promise<undefined> {
  const { id, phoneNumberId, sandbox } = await getNumber(organizationId, n)
  if (sandbox) throw sandboxStays()
  let isRemoved = false
  while (!isRemoved)
    isRemoved = await retryConflict(REVISION_TRIES, CHANGED, async () => {
      const [revision, found, webhooks] = await Promise.all([
        findRevision(organizationId),
        findNumberWithListeners(phoneNumberId),
        listWebhooks(organizationId),
      ])
      if (found?.number.id !== id || found.number.organizationId !== organizationId) throw notFound('number')
      const subscribed = [...subscribersOf(phoneNumberId, found.webhookIds, webhooks)]
      const isLast = subscribed.length <= WEBHOOKS_PER_WRITE
      const some = subscribed.slice(0, WEBHOOKS_PER_WRITE)
      const isWritten = await write(found.number, some, { revision, isLast, now })
      return isWritten ? isLast : undefined
    })
  log('number.disconnected', { organizationId, numberId: id, phoneNumberId })
}

/** Returns what disconnecting a number would end. */
export async function previewDisconnect(
  organizationId: string,
  n: string,
): Promise<{
  readonly number: string
  readonly phoneNumberId: string
  readonly webhooks: number
  readonly agentId?: string
}> {
  const { number, phoneNumberId, sandbox, agentId } = await getNumber(organizationId, n)
  if (sandbox) throw sandboxStays()
  const [found, webhooks] = await Promise.all([findNumberWithListeners(phoneNumberId), listWebhooks(organizationId)])
  const subscribers = subscribersOf(phoneNumberId, found?.webhookIds ?? [], webhooks)
  return { number, phoneNumberId, webhooks: subscribers.size, ...(agentId !== undefined && { agentId }) }
}

function sandboxStays() {
  return invalidField('', 'The sandbox number cannot be disconnected.')
}

/** Returns the webhooks with a subscription to the number or with its id among theirs, by id. */
function subscribersOf(
  phoneNumberId: string,
  listeners: readonly string[],
  webhooks: readonly WebhookItem[],
): Map<string, WebhookItem | undefined> {
  const naming = webhooks.filter(({ phoneNumberIds = [] }) => phoneNumberIds.includes(phoneNumberId))
  const entries = [
    ...listeners.map((id) => [id, undefined] as const),
    ...naming.map((each) => [each.id, each] as const),
  ]
  return new Map(entries)
}

async function write(
  { organizationId, phoneNumberId, id, number, accountId, sandbox, connectedAt, epoch = 0 }: NumberItem,
  subscribers: readonly (readonly [string, WebhookItem | undefined])[],
  { revision, isLast, now }: { readonly revision: number | undefined; readonly isLast: boolean; readonly now: EpochMs },
): Promise<boolean> {
  // The sessions of its conversations end, also if it is connected again.
  const ended = { epoch: epoch + 1, epochAt: now, disconnectedAt: now }
  const former = { organizationId, phoneNumberId, id, number, accountId, sandbox, connectedAt, ...ended }
  return await transact(
    {
      numbers: NumberEntity,
      owned: NumberOwnershipEntity,
      former: FormerNumberEntity,
      subscriptions: NumberSubscriptionEntity,
      webhooks: WebhookEntity,
      counters: CounterEntity,
    },
    (entities) => [
      revisionWrite(entities.counters, organizationId, revision),
      ...subscribers.map(([webhookId]) => entities.subscriptions.delete({ phoneNumberId, webhookId }).commit()),
      ...subscribers.flatMap(([, webhook]) => {
        if (!webhook) return []
        const { phoneNumberIds = [], revision: unchanged } = webhook
        return [
          entities.webhooks
            .patch({ organizationId, id: webhook.id })
            .set({
              phoneNumberIds: phoneNumberIds.filter((each) => each !== phoneNumberId),
              revision: (unchanged ?? 0) + 1,
            })
            .where((stored, { eq, notExists }) =>
              unchanged === undefined ? notExists(stored.revision) : eq(stored.revision, unchanged),
            )
            .commit(),
        ]
      }),
      ...(isLast
        ? [
            entities.numbers
              .remove({ phoneNumberId })
              .where((stored, { eq }) => `${eq(stored.id, id)} AND ${eq(stored.organizationId, organizationId)}`)
              .commit(),
            entities.owned.delete({ organizationId, number, phoneNumberId }).commit(),
            entities.former.put(former).commit(),
            entities.counters.upsert({ organizationId, noun: NUMBERS }).subtract({ count: 1 }).commit(),
          ]
        : []),
    ],
  )
}
