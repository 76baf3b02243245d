import { randomUUID } from 'node:crypto'
import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { createAgent } from '@replywright/core/agents/agents.ts'
import { putModelSettings } from '@replywright/core/agents/models/models.ts'
import { handleTurnBatch } from '@replywright/core/answering/turns/handle-turn.ts'
import { createNumber } from '@replywright/core/channel/numbers/numbers.ts'
import { ConversationEntity } from '@replywright/core/conversations/conversation-entity.ts'
import { listConversations, viewConversation } from '@replywright/core/conversations/conversations.ts'
import { handleWebhook } from '@replywright/core/conversations/messages/handle-webhook.ts'
import { MessageEntity, type MessageItem } from '@replywright/core/conversations/messages/message-entity.ts'
import { ParkedEntity } from '@replywright/core/conversations/messages/parked-entity.ts'
import { sendMessage } from '@replywright/core/conversations/messages/send-message.ts'
import { ArmingEntity } from '@replywright/core/conversations/service-window/arming-entity.ts'
import { DAY_MILLISECONDS, dateOf, newId, systemClock } from '@replywright/core/platform/clock.ts'
import { receiveWebhook } from '@replywright/http/function-url.ts'
import { type Model, startModel } from '@replywright/simulators/model/model.ts'
import type { SQSEvent } from 'aws-lambda'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type PlainChannel, startPlainChannel } from '../support/plain-channel.ts'

const organizationId = randomUUID()
const caller = { userId: 'u', organizationId, role: 'admin', permission: 'full', groups: [] } as const
const number = { phoneNumberId: 'plain:42', number: '447700900300', sandbox: false } as const
const monthLater = () => systemClock() + 30 * 86_400_000

let plain: PlainChannel
let model: Model
let conversationId: string

/** The test needs a table only: it calls the code of the functions, because their bundles lack the channel. */
beforeAll(async () => {
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_DYNAMODB: inject('dynamodb'),
    AWS_ACCESS_KEY_ID: `channel${Date.now()}`,
    AWS_SECRET_ACCESS_KEY: 'secret',
    TURNS_QUEUE_URL: 'https://sqs.example/turns',
  })
  const keys = ['pk', 'sk', 'gsi1pk', 'gsi1sk', 'gsi2pk', 'gsi2sk']
  const keySchema = (prefix: string) => [
    { AttributeName: `${prefix}pk`, KeyType: 'HASH' as const },
    { AttributeName: `${prefix}sk`, KeyType: 'RANGE' as const },
  ]
  await new DynamoDBClient().send(
    new CreateTableCommand({
      TableName: process.env.TABLE_NAME,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: keys.map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
      KeySchema: keySchema(''),
      GlobalSecondaryIndexes: ['gsi1', 'gsi2'].map((IndexName) => ({
        IndexName,
        KeySchema: keySchema(IndexName),
        Projection: { ProjectionType: IndexName === 'gsi1' ? 'ALL' : 'KEYS_ONLY' },
      })),
    }),
  )
  plain = await startPlainChannel()
  model = await startModel()
  const settings = {
    baseUrl: `${model.url}/v1`,
    apiKey: '',
    model: 'small',
    fallbackModel: null,
    imageModel: null,
    models: null,
  }
  await putModelSettings(settings, systemClock())
  const agentId = newId()
  await createAgent(
    caller,
    agentId,
    { name: 'Agent', firstMessage: 'Welcome!', icebreakers: ['Track', 'Return'] },
    systemClock(),
  )
  const connected = { ...number, id: newId(), organizationId, connectedAt: systemClock() - 60_000 }
  await createNumber({ ...connected, defaultRouting: 'agent', agentId }, async () => ({ inbound: [], outbound: [] }))
})
afterAll(async () => {
  await plain?.stop()
  await model?.stop()
})

const receive = (items: Parameters<PlainChannel['request']>[0]['items'], more = {}, at = systemClock()) =>
  receiveWebhook({ ...plain.request({ inbox: '42', at, items }), ...more, query: {} }, systemClock)

async function storedMessages(): Promise<MessageItem[]> {
  const { data } = await MessageEntity.query.byId({ organizationId, conversationId }).go({ consistent: true })
  return data
}

/** Returns the event that the turns queue delivers for a stored message. */
function turnEvent({ id, out }: MessageItem): SQSEvent {
  const attributes = {
    SentTimestamp: String(systemClock()),
    ApproximateReceiveCount: '1',
    SenderId: '',
    ApproximateFirstReceiveTimestamp: '',
  }
  const source = { eventSource: 'aws:sqs', eventSourceARN: '', awsRegion: '', md5OfBody: '', receiptHandle: '' }
  return { Records: [{ ...source, messageId: id, body: out?.b ?? '', attributes, messageAttributes: {} }] }
}

test('a webhook without the signature of the channel, or not in its format, is rejected', async () => {
  expect(await receive([], { headers: {} })).toMatchObject({ status: 403 })
  expect(await receive([], { body: Buffer.from('{"entry":[]}') })).toMatchObject({ status: 400 })
})

test('an agent replies to a message, and the channel reports that the reply was read', async () => {
  const item = { kind: 'text', id: 'in-1', from: 'ada', name: 'Ada', body: 'Where is my parcel?' } as const
  const at = systemClock()
  for (let times = 0; times < 2; times++) expect(await receive([item], {}, at)).toEqual({ status: 200, text: 'ok' })
  const { results } = await listConversations(organizationId, { offset: 0, limit: 20 }, systemClock())
  expect(results).toMatchObject([{ contact: { name: 'Ada' }, lastMessage: 'Where is my parcel?' }])
  conversationId = results[0]?.id ?? ''
  const [inbound, ...none] = await storedMessages()
  expect(none).toEqual([])
  if (!inbound) throw new Error('the message is not stored')
  expect(inbound).toMatchObject({ direction: 'inbound', waId: 'in-1', out: { q: 'turns' } })
  expect(await handleTurnBatch(turnEvent(inbound), systemClock)).toEqual({ batchItemFailures: [] })
  expect(plain.calls).toEqual([
    { inbox: '42', seen: 'in-1' },
    { inbox: '42', to: 'ada', body: 'Welcome!\n\n1. Track\n2. Return' },
    { inbox: '42', to: 'ada', body: expect.stringContaining('“Where is my parcel?”') },
  ])
  expect(await receive([{ kind: 'receipt', id: 'sent-3' }])).toEqual({ status: 200, text: 'ok' })
  expect(await storedMessages()).toMatchObject([
    { turnId: inbound.id },
    { role: 'assistant', waId: 'sent-2', status: 'sent' },
    { role: 'assistant', waId: 'sent-3', status: 'read' },
  ])
})

test('the service window never closes', async () => {
  const view = await viewConversation(organizationId, conversationId, monthLater())
  expect(view).toMatchObject({ active: 'true', chatWindowRemainingTime: '' })
  const query = { offset: 0, limit: 20 }
  expect(await listConversations(organizationId, { ...query, active: 'true' }, monthLater())).toMatchObject({
    count: 1,
  })
  const input = { type: 'text', text: { body: 'Still there?' } } as const
  const sent = await sendMessage(caller, { conversationId, messageId: newId(), input }, monthLater)
  expect(plain.calls.at(-1)).toEqual({ inbox: '42', to: 'ada', body: 'Still there?' })
  expect(sent).toMatchObject({ waId: `sent-${plain.calls.length}` })
})

test('buttons are sent as numbered text, and a template, a file and a long text are refused', async () => {
  const send = (input: Parameters<typeof sendMessage>[1]['input']) =>
    sendMessage(caller, { conversationId, messageId: newId(), input }, systemClock)
  const yes = { type: 'quick_reply', text: 'Yes', quickReplyId: 'y' } as const
  await send({ type: 'buttons', text: { body: 'Sure?' }, buttons: [yes, { ...yes, text: 'No', quickReplyId: 'n' }] })
  expect(plain.calls.at(-1)).toMatchObject({ body: 'Sure?\n\n1. Yes\n2. No' })
  expect((await storedMessages()).at(-1)).toMatchObject({ type: 'text', text: 'Sure?\n\n1. Yes\n2. No' })
  const before = [plain.calls.length, (await storedMessages()).length]
  const refused = { code: 'validation_error' }
  await expect(
    send({ type: 'template', template: { name: 'hello', language: 'en', variables: [] } }),
  ).rejects.toMatchObject(refused)
  const media = { url: 'https://a.example/a.png', mimeType: 'image/png' }
  await expect(send({ type: 'media', media })).rejects.toMatchObject(refused)
  await expect(send({ type: 'text', text: { body: 'x'.repeat(501) } })).rejects.toMatchObject(refused)
  expect([plain.calls.length, (await storedMessages()).length]).toEqual(before)
})

test('a message that the channel refuses is stored as failed', async () => {
  plain.rejectNext()
  const input = { type: 'text', text: { body: 'Lost' } } as const
  const sending = sendMessage(caller, { conversationId, messageId: newId(), input }, systemClock)
  await expect(sending).rejects.toMatchObject({ code: 'validation_error', message: 'No such user.' })
  expect((await storedMessages()).at(-1)).toMatchObject({ text: 'Lost', status: 'failed', refused: true })
})

test('a message in a conversation with a webhook requests no schedule for a service window', async () => {
  const key = { organizationId, id: conversationId }
  await ConversationEntity.patch(key).set({ routing: 'webhook', webhookId: newId() }).go()
  await receive([{ kind: 'text', id: 'in-2', from: 'ada', name: 'Ada', body: 'Thanks' }])
  expect((await ConversationEntity.get(key).go({ consistent: true })).data).toMatchObject({ inboundSeq: 2 })
  expect((await ArmingEntity.query.byMessage({ organizationId, conversationId }).go()).data).toEqual([])
})

test('a channel cannot send events of another channel', async () => {
  const status = { waId: 'sent-3', status: 'failed', at: 0, callbackData: undefined, error: undefined } as const
  const event = { kind: 'status', phoneNumberId: 'plain:42', status, raw: {} } as const
  expect(await handleWebhook('provider', [event], systemClock)).toBe(true)
  // A day may have ended since.
  const days = [0, DAY_MILLISECONDS].map((age) => dateOf(Date.now() - age))
  const parked = await Promise.all(days.map((day) => ParkedEntity.query.byDay({ day }).go()))
  expect(parked.flatMap(({ data }) => data)).toMatchObject([{ reason: 'a number of another channel' }])
  expect((await storedMessages()).find(({ waId }) => waId === 'sent-3')).toMatchObject({ status: 'read' })
})
