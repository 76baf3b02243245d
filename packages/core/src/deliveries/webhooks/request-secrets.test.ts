import { DecryptCommand, EncryptCommand, KMSClient } from '@aws-sdk/client-kms'
import { DynamoDBDocumentClient, GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { openRequestSecrets } from './request-secrets.ts'
import type { WebhookItem } from './webhook-entity.ts'

vi.stubEnv('KEY_ARN', 'arn:aws:kms:eu-central-1:000000000000:key/mrk-1')
const HOUR = 3_600_000
const NOW = 1_795_167_600_000
vi.useFakeTimers({ now: NOW, toFake: ['Date'] })
const kms = mockClient(KMSClient)
const dynamodb = mockClient(DynamoDBDocumentClient)
/** The stored data key. */
let stored: Record<string, unknown> | undefined
beforeEach(() => {
  kms.reset()
  dynamodb.reset()
  kms.on(EncryptCommand).callsFake(({ Plaintext }) => ({ CiphertextBlob: Plaintext }))
  kms.on(DecryptCommand).callsFake(({ CiphertextBlob }) => ({ Plaintext: CiphertextBlob }))
  dynamodb.on(GetCommand).callsFake(() => ({ Item: stored }))
  dynamodb.on(PutCommand).callsFake(({ Item }) => {
    stored = Item
    return {}
  })
  dynamodb.on(UpdateCommand).resolves({})
})
afterAll(() => {
  kms.restore()
  dynamodb.restore()
  vi.useRealTimers()
  vi.unstubAllEnvs()
})

const encrypted = (text: string) => Buffer.from(text).toString('base64')
const webhooks = Array.from(
  { length: 20 },
  (_, n): WebhookItem => ({
    organizationId: 'o1',
    id: `w${n}`,
    userId: 'u1',
    name: 'Shop',
    url: 'https://shop.example',
    secret: encrypted(`whsec_${n}`),
    headers: [{ name: 'Authorization', value: encrypted(`Bearer ${n}`) }],
    enabled: true,
    events: ['message.received'],
    createdAt: NOW,
  }),
)
const opened = (n: number) => ({ secret: `whsec_${n}`, headers: { Authorization: `Bearer ${n}` } })

/** Opens webhooks when no cache has anything. Returns them with what was sealed, and the calls of KMS. */
async function openUncached(items: readonly WebhookItem[]) {
  vi.setSystemTime(Date.now() + 2 * HOUR)
  kms.resetHistory()
  dynamodb.resetHistory()
  const secrets = await Promise.all(items.map((item) => openRequestSecrets(item, Date.now())))
  const sealed = dynamodb
    .commandCalls(UpdateCommand)
    .map(({ args: [{ input }] }) => Object.values(input.ExpressionAttributeValues ?? {}))
  const withSealed = items.map((item, n) => {
    const text = sealed[n]?.find((value) => typeof value === 'string' && value !== item.secret)
    return typeof text === 'string' ? { ...item, sealed: text } : item
  })
  return { secrets, withSealed, decrypted: kms.commandCalls(DecryptCommand).length }
}

test('one call of KMS serves all webhooks after their first delivery', async () => {
  const first = await openUncached(webhooks)
  expect(first.decrypted).toBe(1 + 2 * webhooks.length)
  const next = await openUncached(first.withSealed)
  expect(next.secrets).toEqual(webhooks.map((_, n) => opened(n)))
  expect(next.decrypted).toBe(1)
  expect(dynamodb.commandCalls(UpdateCommand)).toEqual([])
})

test('the deliveries of a batch open their webhook once', async () => {
  const { secrets, decrypted } = await openUncached(
    webhooks.slice(0, 1).flatMap((webhook) => [webhook, webhook, webhook]),
  )
  expect(secrets).toEqual([opened(0), opened(0), opened(0)])
  expect([decrypted, dynamodb.commandCalls(UpdateCommand).length]).toEqual([3, 1])
})

test('what was sealed before the secret or a header changed is not used, nor that of another webhook', async () => {
  const { withSealed } = await openUncached(webhooks)
  const [rotated, changed, other] = withSealed
  if (!rotated || !changed || !other) throw new Error('no webhooks')
  const { secrets } = await openUncached([
    { ...rotated, secret: encrypted('whsec_new') },
    { ...changed, headers: [] },
    { ...other, sealed: rotated.sealed ?? '' },
  ])
  expect(secrets).toEqual([{ ...opened(0), secret: 'whsec_new' }, { ...opened(1), headers: {} }, opened(2)])
})

test('a data key of another key of KMS is not used', async () => {
  await openUncached(webhooks)
  const [call] = dynamodb.commandCalls(GetCommand)
  expect(call?.args[0].input.Key).toEqual({ pk: 'settings', sk: 'dataKey#webhook-signing#mrk-1' })
})

test('a delivery does not fail because what was sealed could not be stored', async () => {
  dynamodb.on(UpdateCommand).rejects(new Error('throttled'))
  const { secrets } = await openUncached(webhooks.slice(0, 1))
  expect(secrets).toEqual([opened(0)])
})
