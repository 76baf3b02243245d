import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { UpdateItemCommand } from '@aws-sdk/client-dynamodb'
import { GetQueueAttributesCommand, StartMessageMoveTaskCommand } from '@aws-sdk/client-sqs'
import { textMessage } from '@replywright/simulators/provider/inbound-messages.ts'
import { messagesEnvelope } from '@replywright/simulators/provider/webhook-envelopes.ts'
import { readState } from './state.ts'
import type { Tenant } from './tenant.ts'
import type { TestBed } from './test-bed.ts'

/** The maximum number of requests of an external caller: far more than one fault requires. */
const TRIES = 12
const FIRST_PAUSE_MILLISECONDS = 20
const LAST_PAUSE_MILLISECONDS = 500

/** Actions from outside the service, by callers that retry. */
export interface Outside {
  /** Sends a customer's message, now or `secondsAgo`: the provider posts the webhook until the response is 2xx. */
  customerWrites(text: string, secondsAgo?: number): Promise<void>
  /** Sends a customer's voice message. The provider repeats a failed webhook after one, two and four seconds. */
  customerSpeaks(sound: Buffer): Promise<void>
  /** Posts to the API with an Idempotency-Key, and retries with the same key until it succeeds. */
  post(path: string, body?: unknown): Promise<unknown>
  /**
   * Sets the statuses that a webhook's endpoint returns from now on: one for each request, the last for all further
   * ones.
   */
  endpointReturns(webhook: number, statuses: readonly number[]): void
  /** Returns the status that the endpoint returned to its n-th request, counted from 0. */
  statusReturned(webhook: number, request: number): number
  /** Returns the number of messages that the provider sent to the customer. */
  sentToCustomer(): number
  /** Redrives dead letters of deliveries, as an operator does, until there are no exhausted ones. */
  redrive(): Promise<void>
}

export function outsideOf(testBed: TestBed, tenant: Tenant): Outside {
  const { provider, receiver, ready } = testBed.service
  const scripts = tenant.webhooks.map(() => [{ from: 0, statuses: [200] as readonly number[] }])
  const pathOf = (webhook: number) => tenant.webhooks[webhook]?.path ?? ''
  return {
    async customerWrites(text, secondsAgo = 0) {
      const { phoneNumberId, number, customer } = tenant
      const head = {
        id: `wamid.${randomUUID()}`,
        timestamp: Math.floor(Date.now() / 1000) - secondsAgo,
        from: customer,
      }
      const envelope = messagesEnvelope(
        { phoneNumberId, displayPhoneNumber: number, wabaId: '' },
        [textMessage(head, text)],
        [{ name: 'Customer', waId: customer }],
      )
      await retryUntilSuccess(`the message "${text}"`, async () => {
        const { status, delivered } = await provider.postWebhook(envelope, { retry: false })
        return delivered ? { result: undefined } : { failedStatus: status }
      })
    },
    async customerSpeaks(sound) {
      const { phoneNumberId: to, customer: from } = tenant
      await provider.sendAsCustomer({ from, to, audio: { base64: sound.toString('base64') } })
    },
    async post(path, body) {
      const key = randomUUID()
      const headers = { 'X-API-Key': tenant.apiKey, 'Idempotency-Key': key, 'Content-Type': 'application/json' }
      const request = { method: 'POST', headers, body: JSON.stringify(body ?? {}) }
      return await retryUntilSuccess(`POST ${path}`, async () => {
        const response = await fetch(`${ready.baseUrl}/api/v1${path}`, request).catch(() => undefined)
        const text = await response?.text()
        if (response?.ok) return { result: JSON.parse(text ?? '') }
        // An interrupted request holds its key for a minute.
        if (response?.status === 409) await ageIdempotencyKey(testBed, tenant, key)
        else if (response && response.status < 500) throw new Error(`POST ${path} returned ${response.status} ${text}`)
        return { failedStatus: response?.status ?? 0 }
      })
    },
    endpointReturns(webhook, statuses) {
      receiver.behave(pathOf(webhook), { status: [...statuses] })
      scripts[webhook]?.push({ from: receiver.received(pathOf(webhook)).length, statuses })
    },
    statusReturned(webhook, request) {
      const script = scripts[webhook]?.findLast(({ from }) => from <= request)
      return script?.statuses[Math.min(request - script.from, script.statuses.length - 1)] ?? 0
    },
    sentToCustomer: () => provider.sent.filter(({ phoneNumberId }) => phoneNumberId === tenant.phoneNumberId).length,
    async redrive() {
      const url = testBed.deadQueues.find((queue) => queue.includes('Deliveries'))
      const { Attributes } = await testBed.sqs.send(
        new GetQueueAttributesCommand({ QueueUrl: url, AttributeNames: ['QueueArn'] }),
      )
      const move = new StartMessageMoveTaskCommand({ SourceArn: Attributes?.QueueArn })
      while ((await readState(testBed, tenant)).deliveries.some(({ item }) => item.exhausted)) {
        // A concurrent run may be redriving, which has the same effect.
        await testBed.sqs.send(move).catch(() => undefined)
        await setTimeout(LAST_PAUSE_MILLISECONDS)
      }
    },
  }
}

/** Retries until it succeeds, as webhook senders and HTTP clients do, with shorter pauses. */
async function retryUntilSuccess<Result>(
  what: string,
  ask: () => Promise<{ readonly result: Result } | { readonly failedStatus: number }>,
): Promise<Result> {
  const failedStatuses: number[] = []
  for (let pause = FIRST_PAUSE_MILLISECONDS; failedStatuses.length < TRIES; pause *= 2) {
    const outcome = await ask()
    if ('result' in outcome) return outcome.result
    failedStatuses.push(outcome.failedStatus)
    await setTimeout(Math.min(pause, LAST_PAUSE_MILLISECONDS))
  }
  throw new Error(`${what} never succeeded; responses: ${failedStatuses}`)
}

/**
 * Makes the request that holds an Idempotency-Key a minute older, so that an interrupted request can be repeated at
 * once.
 */
async function ageIdempotencyKey(testBed: TestBed, { organizationId }: Tenant, key: string): Promise<void> {
  const update = new UpdateItemCommand({
    TableName: testBed.tableName,
    Key: { pk: { S: `idempotency#${organizationId}#${key}` }, sk: { S: 'idempotency' } },
    UpdateExpression: 'SET startedAt = startedAt - :minute',
    ExpressionAttributeValues: { ':minute': { N: '61000' } },
  })
  await testBed.dynamodb.send(update)
}
