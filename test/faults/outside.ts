import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { UpdateItemCommand } from '@aws-sdk/client-dynamodb'
import { GetQueueAttributesCommand, StartMessageMoveTaskCommand } from '@aws-sdk/client-sqs'
import { textMessage } from '@messaging/simulators/provider/inbound-messages.ts'
import { messagesEnvelope } from '@messaging/simulators/provider/webhook-envelopes.ts'
import type { Ground } from './ground.ts'
import { readState } from './state.ts'
import type { Tenant } from './tenant.ts'

/** How often the world outside asks again before it gives up: far more than one fault explains. */
const TRIES = 12
const FIRST_PAUSE_MILLISECONDS = 20
const LAST_PAUSE_MILLISECONDS = 500

/** What happens outside of the service, by people who do not give up at the first failure. */
export interface Outside {
  /** The customer writes, or wrote a while ago: the provider posts the webhook until it is answered 2xx. */
  customerWrites(text: string, secondsAgo?: number): Promise<void>
  /** Posts to the API as a careful client: with an Idempotency-Key, and again with it until there is an answer. */
  post(path: string, body?: unknown): Promise<unknown>
  /** How a webhook's endpoint answers from now on: one status for each request, the last for all that follow. */
  endpointAnswers(webhook: number, statuses: readonly number[]): void
  /** The status that the endpoint answered to its n-th request, counted from 0. */
  answeredTo(webhook: number, request: number): number
  /** How many messages the provider was told to send to the customer. */
  sentToCustomer(): number
  /** An operator sends the dead letters of deliveries back to their queue, until there are no exhausted ones. */
  redrive(): Promise<void>
}

export function outsideOf(ground: Ground, tenant: Tenant): Outside {
  const { provider, receiver, ready } = ground.service
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
      await untilAnswered(`the message "${text}"`, async () => {
        const { status, delivered } = await provider.postWebhook(envelope, { retry: false })
        return delivered ? { answer: undefined } : { refused: status }
      })
    },
    async post(path, body) {
      const key = randomUUID()
      const headers = { 'X-API-Key': tenant.apiKey, 'Idempotency-Key': key, 'Content-Type': 'application/json' }
      const request = { method: 'POST', headers, body: JSON.stringify(body ?? {}) }
      return await untilAnswered(`POST ${path}`, async () => {
        const response = await fetch(`${ready.baseUrl}/api/v1${path}`, request).catch(() => undefined)
        const text = await response?.text()
        if (response?.ok) return { answer: JSON.parse(text ?? '') }
        // Whoever is cut off holds the key for a minute.
        if (response?.status === 409) await passMinute(ground, tenant, key)
        else if (response && response.status < 500)
          throw new Error(`POST ${path} was answered ${response.status} ${text}`)
        return { refused: response?.status ?? 0 }
      })
    },
    endpointAnswers(webhook, statuses) {
      receiver.behave(pathOf(webhook), { status: [...statuses] })
      scripts[webhook]?.push({ from: receiver.received(pathOf(webhook)).length, statuses })
    },
    answeredTo(webhook, request) {
      const script = scripts[webhook]?.findLast(({ from }) => from <= request)
      return script?.statuses[Math.min(request - script.from, script.statuses.length - 1)] ?? 0
    },
    sentToCustomer: () => provider.sent.filter(({ phoneNumberId }) => phoneNumberId === tenant.phoneNumberId).length,
    async redrive() {
      const url = ground.deadQueues.find((queue) => queue.includes('Deliveries'))
      const { Attributes } = await ground.sqs.send(
        new GetQueueAttributesCommand({ QueueUrl: url, AttributeNames: ['QueueArn'] }),
      )
      const move = new StartMessageMoveTaskCommand({ SourceArn: Attributes?.QueueArn })
      while ((await readState(ground, tenant)).deliveries.some(({ item }) => item.exhausted)) {
        // Another run may be redriving at the moment, which is as good.
        await ground.sqs.send(move).catch(() => undefined)
        await setTimeout(LAST_PAUSE_MILLISECONDS)
      }
    },
  }
}

/** Asks until there is an answer, as webhook senders and HTTP clients do, only with shorter pauses. */
async function untilAnswered<Answer>(
  what: string,
  ask: () => Promise<{ readonly answer: Answer } | { readonly refused: number }>,
): Promise<Answer> {
  const refusals: number[] = []
  for (let pause = FIRST_PAUSE_MILLISECONDS; refusals.length < TRIES; pause *= 2) {
    const outcome = await ask()
    if ('answer' in outcome) return outcome.answer
    refusals.push(outcome.refused)
    await setTimeout(Math.min(pause, LAST_PAUSE_MILLISECONDS))
  }
  throw new Error(`${what} was never taken, only answered ${refusals}`)
}

/** Makes a request that holds an Idempotency-Key a minute older: what was cut off is not waited for any longer. */
async function passMinute(ground: Ground, { organizationId }: Tenant, key: string): Promise<void> {
  const update = new UpdateItemCommand({
    TableName: ground.tableName,
    Key: { pk: { S: `idempotency#${organizationId}#${key}` }, sk: { S: 'idempotency' } },
    UpdateExpression: 'SET startedAt = startedAt - :minute',
    ExpressionAttributeValues: { ':minute': { N: '61000' } },
  })
  await ground.dynamodb.send(update)
}
