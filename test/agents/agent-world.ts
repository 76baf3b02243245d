import { randomUUID } from 'node:crypto'
import { DynamoDB } from '@aws-sdk/client-dynamodb'
import { SQS } from '@aws-sdk/client-sqs'
import type { FaultPlan, PlannedFault } from '@replywright/cloud/faults'
import { derivedId } from '@replywright/core/platform/clock.ts'
import type { Service } from '@replywright/local/start-service.ts'
import * as v from 'valibot'
import { expect, vi } from 'vitest'
import { clientOf, outputOf } from '../support/administrator.ts'
import { chats } from '../support/chats.ts'
import { freshCustomer, idOf } from '../support/service.ts'

const ORGANIZATION = derivedId('demo organization', 'Demo')
const WAIT = { timeout: 90_000, interval: 200 }
/** Each look at a queue is a request. */
const QUEUE_WAIT = { ...WAIT, interval: 200 }

const Line = v.looseObject({ event: v.string(), conversationId: v.optional(v.string()) })
const Event = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ Records: v.tuple([v.looseObject({ receiptHandle: v.string() })]) }),
)

/** A customer and their conversation on the demo's number. */
export interface Party {
  readonly customer: string
  readonly id: string
}

/** Observes a service's agents from outside, and injects faults with the administrator's rights. */
export function agentWorld(service: () => Service) {
  const lines: v.InferOutput<typeof Line>[] = []
  const { api, newConversation, messagesOf } = chats(service)
  const output = (name: string) => outputOf(service().cloud, name)
  const worker = () => service().cloud.resource('Answer', 'AWS::Lambda::Function').physicalId
  const attributes = async (queue: string) =>
    (
      await clientOf(SQS, service().cloud).getQueueAttributes({
        QueueUrl: output(queue),
        AttributeNames: [
          'QueueArn',
          'ApproximateNumberOfMessages',
          'ApproximateNumberOfMessagesNotVisible',
          'ApproximateNumberOfMessagesDelayed',
        ],
      })
    ).Attributes ?? {}

  /** Returns the stored items of a conversation whose sort key begins with `prefix`. */
  async function stored({ id }: Party, prefix: string) {
    const { Items = [] } = await clientOf(DynamoDB, service().cloud).query({
      TableName: output('TableName'),
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :sk)',
      ExpressionAttributeValues: { ':pk': { S: `c#${ORGANIZATION}#${id}` }, ':sk': { S: prefix } },
      ConsistentRead: true,
    })
    return Items
  }

  /** Waits for `count` lines about a conversation in the worker's log. */
  const logged = (event: string, { id }: Party, count = 1) =>
    vi.waitFor(() => {
      const found = lines.filter((line) => line.event === event && line.conversationId === id)
      expect(found).toHaveLength(count)
      return found
    }, WAIT)

  return {
    api,
    stored,
    /** Records the worker's log lines; pass it to `startTestService`. */
    log(line: { readonly function: string; readonly line: string }): void {
      const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), Line), line.line)
      if (line.function.includes('Answer') && parsed.success) lines.push(parsed.output)
    },
    /** Creates a customer who has not written yet, with the given agent or the number's agent. */
    async party(agentId?: string, fromNumber?: string): Promise<Party> {
      const customer = freshCustomer()
      if (!agentId) return { customer, id: await newConversation(customer) }
      return { customer, id: idOf(await api('POST', '/conversations/', { toNumber: customer, agentId, fromNumber })) }
    },
    newAgent: async (settings: object) => idOf(await api('POST', '/agents/', { name: 'Agent', ...settings })),
    async write({ customer: from }: Party, text: string, more: object = {}): Promise<string> {
      const { status, messageIds } = await service().provider.sendAsCustomer({ from, text, ...more })
      expect(status).toBe(200)
      return messageIds[0] ?? ''
    },
    /** Sends several messages in one request of the provider. */
    async writeTogether(
      { customer: from }: Party,
      texts: readonly string[],
      phoneNumberId = service().ready.numbers[0]?.phoneNumberId,
    ): Promise<void> {
      const timestamp = String(Math.floor(Date.now() / 1000))
      const messages = texts.map((body) => ({
        from,
        id: `wamid.${randomUUID()}`,
        timestamp,
        type: 'text',
        text: { body },
      }))
      const value = { metadata: { phone_number_id: phoneNumberId }, messages }
      const envelope = { object: 'whatsapp_business_account', entry: [{ changes: [{ field: 'messages', value }] }] }
      expect((await service().provider.postWebhook(envelope)).delivered).toBe(true)
    },
    /** Returns the texts sent to a customer, in order. */
    repliesTo: ({ customer }: Party) =>
      service()
        .provider.sent.filter((message) => message.customer === customer)
        .map(({ text }) => text),
    nextReply: ({ customer }: Party) => service().provider.nextSent((message) => message.customer === customer, 40_000),
    nextAsked: (text: string) =>
      service().model.next(({ userTexts }) => userTexts.some((asked) => asked.includes(text)), 40_000),
    /** Returns all requests to the model that contain a text. */
    askedOf: (text: string) =>
      service().model.requests.filter(({ messages }) => messages.some(({ content }) => content.includes(text))),
    logged,
    /** Waits until `count` turns of a conversation have been answered. */
    whenAnswered: (chat: Party, count = 1) => logged('turn.answered', chat, count),
    /** Waits until a worker has processed or postponed a conversation's turn. */
    whenTaken: ({ id }: Party) =>
      vi.waitFor(() => expect(lines.some(({ conversationId }) => conversationId === id)).toBe(true), WAIT),
    /** Returns the leases of the demo's organisation in a pool of workers. */
    async slotsHeld(pool: string) {
      const { Item } = await clientOf(DynamoDB, service().cloud).getItem({
        TableName: output('TableName'),
        Key: { pk: { S: `slots#${pool}#${ORGANIZATION}` }, sk: { S: 'slots' } },
        ConsistentRead: true,
      })
      return Item?.leases?.M
    },
    storedMessages: async ({ id }: Party) => (await messagesOf(id)).results.toReversed(),
    /** Kills the worker at one of its calls for a conversation. */
    killAt: ({ id }: Party, plan: Pick<FaultPlan, 'action' | 'kind'> & { readonly contains?: string }): PlannedFault =>
      service().cloud.faults.plan({
        function: worker(),
        service: 'dynamodb',
        action: plan.action,
        kind: plan.kind,
        nth: 1,
        where: ({ event = '', request }) => event.includes(id) && request.includes(plan.contains ?? ''),
      }),
    /** Waits until a fault has met its call. A failure shows what the worker logged about the conversation. */
    whenFired: (fault: PlannedFault, { id }: Party, timeout: number) =>
      vi.waitFor(
        () => {
          const logged = lines.filter(({ conversationId }) => conversationId === id)
          expect({ fired: fault.fired.length, logged }).toEqual({ fired: 1, logged })
        },
        { timeout, interval: 100 },
      ),
    /** Makes a message visible again that a fault left in flight; the queue would do so after minutes. */
    async makeVisible(fault: PlannedFault, queue = 'TurnsQueueUrl'): Promise<void> {
      await vi.waitFor(() => expect(fault.fired).toHaveLength(1), WAIT)
      const [record] = v.parse(Event, fault.fired[0]?.event).Records
      await clientOf(SQS, service().cloud).changeMessageVisibility({
        QueueUrl: output(queue),
        ReceiptHandle: record.receiptHandle,
        VisibilityTimeout: 1,
      })
    },
    /** Sends the queue message of a turn again. */
    async sendTurn({ id }: Party, messageId: string): Promise<void> {
      await clientOf(SQS, service().cloud).sendMessage({
        QueueUrl: output('TurnsQueueUrl'),
        MessageGroupId: id,
        MessageDeduplicationId: `again-${messageId}`,
        MessageBody: JSON.stringify({ kind: 'turn', organizationId: ORGANIZATION, conversationId: id, messageId }),
      })
    },
    /** Stores a wake-up that is due now and already fired. Returns its id. */
    async putWakeUp(chat: Party, agentId: string, reason: string): Promise<string> {
      const { body } = await api('GET', `/agents/${agentId}/`)
      const [config] = v.parse(
        v.looseObject({ wakeUpConfigs: v.array(v.object({ id: v.string() })) }),
        body,
      ).wakeUpConfigs
      const [{ gsi1pk, ...conversation } = {}] = await stored(chat, 'conversation')
      const id = randomUUID()
      const Item = {
        ...conversation,
        fixture: { BOOL: true },
        sk: { S: `wakeup#${id}` },
        _e: { S: 'wakeUp' },
        conversationId: { S: chat.id },
        id: { S: id },
        agentId: { S: agentId },
        configId: { S: config?.id ?? '' },
        reason: { S: reason },
        fireAt: { N: String(Date.now()) },
        expiresAt: { N: String(Math.ceil(Date.now() / 1000) + 3600) },
      }
      const fired = { ...Item, sk: { S: `fired-wakeup#${id}` }, _e: { S: 'firedWakeUp' } }
      for (const item of [Item, fired])
        await clientOf(DynamoDB, service().cloud).putItem({ TableName: output('TableName'), Item: item })
      return id
    },
    /** Sends the queue message of a due wake-up. */
    async sendWakeUp({ id }: Party, wakeUpId: string): Promise<void> {
      await clientOf(SQS, service().cloud).sendMessage({
        QueueUrl: output('TurnsQueueUrl'),
        MessageGroupId: id,
        MessageDeduplicationId: randomUUID(),
        MessageBody: JSON.stringify({ kind: 'wakeUp', organizationId: ORGANIZATION, conversationId: id, wakeUpId }),
      })
    },
    /** Waits until the turns queue is empty and no message is in flight. */
    whenIdle: () =>
      vi.waitFor(async () => {
        const { QueueArn, ...counts } = await attributes('TurnsQueueUrl')
        expect(Object.values(counts)).toEqual(['0', '0', '0'])
      }, QUEUE_WAIT),
    whenDead: (count: number) =>
      vi.waitFor(async () => {
        const { ApproximateNumberOfMessages } = await attributes('TurnsDeadLetterQueueUrl')
        expect(ApproximateNumberOfMessages).toBe(String(count))
      }, QUEUE_WAIT),
    async redrive(): Promise<void> {
      const { QueueArn } = await attributes('TurnsDeadLetterQueueUrl')
      await clientOf(SQS, service().cloud).startMessageMoveTask({ SourceArn: QueueArn })
    },
    /** Returns the worker's usage so far, as AWS would bill it. */
    usage: () => service().cloud.ledger.snapshot().callers[worker()],
    /** Stores `count` copies of a conversation's first message before all other messages. */
    async lengthen(chat: Party, count: number): Promise<void> {
      const dynamodb = clientOf(DynamoDB, service().cloud)
      const [first] = await stored(chat, 'm#')
      const copies = Array.from({ length: count }, (_, index) => {
        const id = `00000000-0000-8000-8000-${String(index).padStart(12, '0')}`
        return { PutRequest: { Item: { ...first, id: { S: id }, sk: { S: `m#${id}` } } } }
      })
      for (let start = 0; start < copies.length; start += 25)
        await dynamodb.batchWriteItem({ RequestItems: { [output('TableName')]: copies.slice(start, start + 25) } })
    },
  }
}
