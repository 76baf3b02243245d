import { DecryptCommand, KMSClient } from '@aws-sdk/client-kms'
import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, expect, test, vi } from 'vitest'
import { channelAt } from '../channel/channels.ts'
import { sandboxId } from '../channel/numbers/numbers.ts'
import { CANARY } from '../platform/canary.ts'
import { sendCanary } from './canary.ts'

vi.stubEnv('KEY_ARN', 'arn:aws:kms:eu-central-1:000000000000:key/1')
vi.stubEnv('INGRESS_URL', 'https://ingress.example/')
const NOW = 1_795_167_600_000
const kms = mockClient(KMSClient)
const dynamodb = mockClient(DynamoDBDocumentClient)
const fetched = vi.spyOn(globalThis, 'fetch')
const encrypted = (text: string) => Buffer.from(text).toString('base64')
kms.on(DecryptCommand).callsFake(({ CiphertextBlob }) => ({ Plaintext: CiphertextBlob }))
dynamodb.on(GetCommand).resolves({
  Item: {
    _e: 'providerSettings',
    _v: '1',
    appSecret: encrypted('app secret'),
    verifyToken: encrypted('token'),
    baseUrl: 'https://provider.example',
  },
})
afterAll(() => {
  kms.restore()
  dynamodb.restore()
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})

test('the ingress takes its request for one of the provider, about a message to the number of the canary', async () => {
  fetched.mockResolvedValueOnce(new Response('ok'))
  await sendCanary(NOW)
  const [url, { body = '', headers = {} } = {}] = fetched.mock.calls[0] ?? []
  expect(url).toBe('https://ingress.example/')
  const channel = channelAt('/')
  const request = { query: {}, headers: Object.fromEntries(new Headers(headers)), body: Buffer.from(String(body)) }
  expect(await channel.isAuthentic(request, NOW)).toBe(true)
  const phoneNumberId = sandboxId(CANARY.organizationId)
  expect(channel.readWebhook(request.body)).toMatchObject([
    { kind: 'message', message: { phoneNumberId, text: 'Canary', sentAt: NOW, fromCustomer: true } },
  ])
})

test('a refusal of the ingress is an error', async () => {
  fetched.mockResolvedValueOnce(new Response('bad signature', { status: 403 }))
  await expect(sendCanary(NOW)).rejects.toThrow('the ingress returned 403')
})
