import { setImmediate } from 'node:timers/promises'
import {
  BatchGetCommand,
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  QueryCommand,
  TransactWriteCommand,
} from '@aws-sdk/lib-dynamodb'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, expect, test, vi } from 'vitest'
import { NumberEntity, NumberOwnershipEntity } from '../../channel/numbers/number-entity.ts'
import { homeOf } from '../../conversations/customers/new-conversation.ts'
import { MessageEntity } from '../../conversations/messages/message-entity.ts'
import { WebhookEntity } from '../../deliveries/webhooks/webhook-entity.ts'
import { derivedId, derivedTimeId } from '../../platform/clock.ts'
import { settings } from '../../platform/settings.ts'
import { eraseStep } from './erase-customer.ts'
import { ErasureEntity } from './erasure-entity.ts'
import { encodePosition } from './find-customer.ts'

vi.stubEnv('ERASURE_PAUSE_SECONDS', '900')
const dynamodb = mockClient(DynamoDBDocumentClient)
afterAll(() => {
  dynamodb.restore()
  vi.unstubAllEnvs()
})

const NOW = 1_795_167_600_000
const [organizationId, customer, phoneNumberId] = ['o', '15550001111', '1']
const [MESSAGES, WEBHOOKS, MESSAGES_AT_ONCE] = [40, 5, 10]

test('the possible deliveries of ten messages are erased at once, before these messages', async () => {
  const id = derivedId('number')
  const number = { organizationId, phoneNumberId, id, number: '15550002222', sandbox: false, connectedAt: 0 }
  const webhookIds = Array.from({ length: WEBHOOKS }, (_, n) => derivedTimeId(NOW, 'webhook', String(n)))
  const recipients = webhookIds.map((webhookId) => ({ webhookId, event: 'message.received' as const }))
  const message = {
    ...{
      organizationId,
      conversationId: homeOf(number, { contactNumber: customer }),
      direction: 'inbound' as const,
      waId: '',
    },
    ...{ type: 'text', text: 'Hello', sentAt: 0, takenAt: NOW - 3_600_000, expiresAt: NOW, recipients },
  }
  const webhook = { organizationId, userId: 'u', name: 'W', url: '', secret: 's', enabled: true, createdAt: 0 }
  const stored = [
    NumberOwnershipEntity.put(number).params().Item,
    NumberEntity.put(number).params().Item,
    ...webhookIds.map((id) => WebhookEntity.put({ ...webhook, id, events: ['test.ping'] }).params().Item),
    ErasureEntity.put({
      ...{ organizationId, customer: derivedId('contact', organizationId, customer), erasedAt: NOW, expiresAt: NOW },
      open: [{ phoneNumberId, id: message.conversationId, successor: derivedId('successor'), names: [] }],
    }).params().Item,
    ...Array.from({ length: MESSAGES }, (_, n) => MessageEntity.put({ ...message, id: `${n}` }).params().Item),
  ]
  let deleted = 0
  let running = 0
  let mostAtOnce = 0
  dynamodb.onAnyCommand().resolves({})
  dynamodb.on(BatchGetCommand).resolves({
    Responses: { [settings.TABLE_NAME]: stored.filter(({ _e }) => _e === 'number') },
    UnprocessedKeys: {},
  })
  dynamodb.on(GetCommand).callsFake(async ({ Key }) => ({
    Item: stored.find(({ pk, sk, _e }) => pk === Key.pk && sk === Key.sk && _e === 'erasure'),
  }))
  dynamodb.on(QueryCommand).callsFake(async ({ ExpressionAttributeValues: values }) => ({
    Items: stored.filter(({ pk, sk, _e }) => pk === values[':pk'] && String(sk).startsWith(values[':sk1'] ?? '') && _e),
  }))
  dynamodb.on(TransactWriteCommand).callsFake(async () => {
    running += 1
    mostAtOnce = Math.max(mostAtOnce, running)
    await setImmediate()
    running -= 1
    return {}
  })
  dynamodb.on(DeleteCommand).callsFake(async ({ Key }) => {
    deleted += 1
    expect(running).toBe(0)
    const index = stored.findIndex(({ pk, sk }) => pk === Key.pk && sk === Key.sk)
    if (index >= 0) stored.splice(index, 1)
    return {}
  })
  const cursor = encodePosition({ phase: 'conversations', cutAt: 1 }) ?? undefined
  const { erased, next } = await eraseStep(organizationId, customer, cursor, NOW)
  expect({ erased, next }).toMatchObject({
    erased: { messages: MESSAGES, deliveries: MESSAGES * WEBHOOKS },
    next: null,
  })
  expect(deleted).toBe(MESSAGES)
  expect(mostAtOnce).toBe(MESSAGES_AT_ONCE * WEBHOOKS)
})
