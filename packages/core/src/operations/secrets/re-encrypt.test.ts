import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import { DecryptCommand, EncryptCommand, KMSClient } from '@aws-sdk/client-kms'
import { DynamoDBDocumentClient, ScanCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { mockClient } from 'aws-sdk-client-mock'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { reEncryptSecrets } from './re-encrypt.ts'

const OWN = 'arn:aws:kms:eu-west-1:111122223333:key/own'
const FORMER = 'arn:aws:kms:eu-central-1:111122223333:key/former'

/** A ciphertext of the keys below. */
const sealed = (key: string, context: object, text: string) =>
  Buffer.from(JSON.stringify([key, context, text])).toString('base64')
const named = (name: string) => Object.assign(new Error(name), { name })

const kms = mockClient(KMSClient)
const dynamodb = mockClient(DynamoDBDocumentClient)
const context = { purpose: 'webhook-signing', organization: 'o' }
const webhook = (id: string, secret: string, more: object = {}) => ({
  pk: 'o#o',
  sk: `webhook#${id}`,
  _e: 'webhook',
  organizationId: 'o',
  secret,
  ...more,
})

beforeEach(() => {
  vi.stubEnv('KEY_ARN', OWN)
  vi.stubEnv('TABLE_NAME', 'Items')
  kms.on(EncryptCommand).callsFake(({ KeyId, Plaintext, EncryptionContext }) => ({
    CiphertextBlob: Buffer.from(JSON.stringify([KeyId, EncryptionContext, Buffer.from(Plaintext).toString()])),
  }))
  kms.on(DecryptCommand).callsFake(({ KeyId, CiphertextBlob, EncryptionContext }) => {
    const [key, of, text] = JSON.parse(Buffer.from(CiphertextBlob).toString())
    if (key !== KeyId) throw named('IncorrectKeyException')
    if (JSON.stringify(of) !== JSON.stringify(EncryptionContext)) throw named('InvalidCiphertextException')
    return { Plaintext: Buffer.from(text) }
  })
})
afterEach(() => {
  kms.reset()
  dynamodb.reset()
  vi.unstubAllEnvs()
})

/** The table's items, in one segment. */
function store(...items: readonly object[]): void {
  dynamodb.on(ScanCommand).callsFake(({ Segment }) => ({ Items: Segment === 0 ? items : [] }))
  dynamodb.on(UpdateCommand).resolves({})
}

test('encrypts what the former key encrypted with its own, on the condition that it did not change', async () => {
  const [secret, header] = [sealed(FORMER, context, 'whsec_1'), sealed(FORMER, context, 'token')]
  const headers = [{ name: 'X-Key', value: header }]
  store(webhook('1', secret, { headers }), { pk: 'c', sk: 'm', _e: 'message', secret })
  expect(await reEncryptSecrets(FORMER)).toEqual({ scanned: 2, reEncrypted: 2, already: 0, failed: [] })
  const [update, ...more] = dynamodb.commandCalls(UpdateCommand)
  expect(more).toEqual([])
  expect(update?.args[0].input).toMatchObject({
    Key: { pk: 'o#o', sk: 'webhook#1' },
    ConditionExpression: '#a0 = :old0 AND #a1 = :old1',
    ExpressionAttributeNames: { '#a0': 'secret', '#a1': 'headers' },
    ExpressionAttributeValues: {
      ':old0': secret,
      ':new0': sealed(OWN, context, 'whsec_1'),
      ':new1': [{ name: 'X-Key', value: sealed(OWN, context, 'token') }],
    },
  })
})

test('leaves what its own key encrypted, and names what neither decrypts', async () => {
  store(
    webhook('own', sealed(OWN, context, 'a')),
    webhook('lost', sealed('arn:aws:kms:us-east-1:111122223333:key/third', context, 'b')),
    webhook('foreign', sealed(FORMER, { ...context, organization: 'other' }, 'c')),
  )
  expect(await reEncryptSecrets(FORMER)).toEqual({
    scanned: 3,
    reEncrypted: 0,
    already: 1,
    failed: ['o#o webhook#lost', 'o#o webhook#foreign'],
  })
  expect(dynamodb.commandCalls(UpdateCommand)).toEqual([])
})

test('names an item whose secret was replaced meanwhile: the next run finds it done', async () => {
  store(webhook('1', sealed(FORMER, context, 'a')))
  dynamodb.on(UpdateCommand).rejects(new ConditionalCheckFailedException({ message: 'changed', $metadata: {} }))
  expect(await reEncryptSecrets(FORMER)).toMatchObject({ reEncrypted: 0, failed: ['o#o webhook#1'] })
})

test('fails if the former key cannot be used, and for its own key', async () => {
  store(webhook('1', sealed(FORMER, context, 'a')))
  kms.on(DecryptCommand).rejects(named('AccessDeniedException'))
  await expect(reEncryptSecrets(FORMER)).rejects.toThrow('AccessDeniedException')
  await expect(reEncryptSecrets(OWN)).rejects.toThrow('own key')
})
