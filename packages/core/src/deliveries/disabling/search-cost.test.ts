import { SendMessageCommand } from '@aws-sdk/client-sqs'
import {
  GetCommand,
  PutCommand,
  QueryCommand,
  type QueryCommandInput,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb'
import { expect, test, vi } from 'vitest'
import { mockClients } from '../../../../../test/support/mocked-clients.ts'
import { derivedTimeId } from '../../platform/clock.ts'
import { DeliveryEntity } from '../delivery-entity.ts'
import { newDelivery } from '../new-delivery.ts'
import { WebhookEntity } from '../webhooks/webhook-entity.ts'
import { continueSearch, disableAfterFailures } from './auto-disable.ts'
import { finalOutcomeOf, WARN_AFTER_FAILURES } from './failure-run.ts'
import { writeFinalOutcome } from './final-outcome-entity.ts'

const { sqs, dynamodb } = mockClients()

const AT = 1_795_167_600_000
const SECONDS = 20
const PER_SECOND = 100
/** One in twenty fails, after the first ten seconds. */
const FAILS_EACH = 20
const FIRST_FAILURE = 10 * PER_SECOND
/** DynamoDB bills 4 KB as one unit, half for an eventually consistent read. A delivery has about 1 KB. */
const DELIVERIES_A_UNIT = 4

const WEBHOOK = {
  organizationId: 'o1',
  id: '7d5b1c8e-3f0a-4f7e-9b52-6d7a1f0c2e11',
  userId: 'u',
  name: 'n',
  url: 'https://e',
  secret: 's',
  enabled: true,
  events: ['message.received' as const],
  createdAt: 1,
}
const OWNER = { organizationId: WEBHOOK.organizationId, webhookId: WEBHOOK.id }

type Item = Record<string, unknown>
const skOf = ({ sk }: Item) => String(sk)

/** Returns a query's page of items that are in ascending order. */
function pageOf(items: readonly Item[], input: QueryCommandInput) {
  const { ExpressionAttributeValues: values, ScanIndexForward, Limit = 1000, ExclusiveStartKey: start } = input
  const found = items.filter((item) => skOf(item) >= String(values?.[':sk1'] ?? ''))
  const ordered = ScanIndexForward === false ? found.toReversed() : found
  const begin = start ? ordered.findIndex((item) => skOf(item) === skOf(start)) + 1 : 0
  const Items = ordered.slice(begin, begin + Limit)
  const last = Items.at(-1)
  return { Items, ...(begin + Limit < ordered.length && last && { LastEvaluatedKey: { pk: last.pk, sk: last.sk } }) }
}

/**
 * Simulates the failures of a webhook whose other deliveries succeed after `tookMs`. Returns the queries of its log and
 * their read units, for each failure.
 */
async function simulate(tookMs: number) {
  let now = AT
  let [queries, units] = [0, 0]
  let outcomes: Item[] = []
  const webhook = WebhookEntity.put(WEBHOOK).params().Item
  dynamodb.on(UpdateCommand).resolves({ Attributes: webhook })
  dynamodb.on(GetCommand).resolves({ Item: webhook })
  dynamodb.on(PutCommand).callsFake(({ Item }: { Item: Item }) => {
    outcomes = [...outcomes, Item].toSorted((a, b) => skOf(a).localeCompare(skOf(b)))
    return {}
  })
  const all = Array.from({ length: SECONDS * PER_SECOND }, (_, index) => {
    const at = AT + (index * 1000) / PER_SECOND
    const isFailed = index >= FIRST_FAILURE && index % FAILS_EACH === 0
    const id = derivedTimeId(at, String(index))
    const sent = { ...OWNER, id, event: 'message.received', payload: '{}', at, deliveryDays: 30 } as const
    const { delivery } = newDelivery(sent)
    const finishedAt = at + (isFailed ? 40 : tookMs)
    const result = isFailed
      ? { status: 'failed' as const, cause: 'client_error' as const }
      : { status: 'delivered' as const }
    const ended = { ...delivery, ...result, attemptCount: 1, finishedAt }
    const itemOf = (stored: typeof delivery) => DeliveryEntity.put(stored).params<{ Item: Item }>().Item
    return { at, isFailed, ended, pending: itemOf(delivery), item: itemOf(ended) }
  })
  dynamodb.on(QueryCommand).callsFake((input: QueryCommandInput) => {
    if (input.ExpressionAttributeValues?.[':pk'] !== `d#${WEBHOOK.id}#0`) return pageOf(outcomes, input)
    const stored = all
      .filter(({ at }) => at <= now)
      .map(({ ended, item, pending }) => (ended.finishedAt <= now ? item : pending))
    const page = pageOf(stored, input)
    queries++
    units += Math.ceil(page.Items.length / DELIVERIES_A_UNIT) / (input.ConsistentRead ? 1 : 2)
    return page
  })
  const effects = { clock: () => now, notify: vi.fn(async () => {}) }
  const failures = all.filter(({ isFailed }) => isFailed)
  for (const { ended } of failures) {
    now = ended.finishedAt
    const outcome = finalOutcomeOf(ended)
    if (outcome) await writeFinalOutcome(WEBHOOK.id, outcome)
    const reference = { ...OWNER, deliveryId: ended.id }
    await disableAfterFailures(WEBHOOK, reference, effects)
    for (;;) {
      const [call] = sqs.commandCalls(SendMessageCommand)
      if (!call) break
      sqs.resetHistory()
      const reference = JSON.parse(call.args[0].input.MessageBody ?? '')
      await continueSearch({ webhook: WEBHOOK, reference, search: reference.search }, effects)
    }
  }
  expect(effects.notify).not.toHaveBeenCalled()
  expect(dynamodb.commandCalls(TransactWriteCommand)).toHaveLength(0)
  return { queries: queries / failures.length, units: units / failures.length }
}

// A failure that ends after the success that a search found is the first of the next ten.
const FAILURES_A_SEARCH = WARN_AFTER_FAILURES - 1

test.each([
  ['at once', 40, 1, 13],
  ['after three seconds', 3000, 4, 50],
])(
  'a webhook with 100 deliveries a second that refuses 5 per cent and accepts the others %s has a search for nine failures',
  async (_, tookMs, pages, units) => {
    const ofFailure = await simulate(tookMs)
    expect(ofFailure.queries).toBeGreaterThan(0)
    expect(ofFailure.queries).toBeLessThanOrEqual(pages / FAILURES_A_SEARCH)
    expect(ofFailure.units).toBeLessThanOrEqual(units / FAILURES_A_SEARCH)
  },
)
