import { KMS } from '@aws-sdk/client-kms'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ground } from '../testing/ground.ts'
import { startGround } from '../testing/shared-ground.ts'

let ground: Ground
let KeyId: string
beforeAll(async () => {
  ground = await startGround({
    Key: { Type: 'AWS::KMS::Key', Properties: { KeyPolicy: {} } },
    Guarded: {
      Type: 'AWS::KMS::Key',
      Properties: {
        KeyPolicy: {
          Statement: [{ Effect: 'Deny', Principal: '*', Action: 'kms:Decrypt', Resource: '*' }],
        },
      },
    },
    Alias: {
      Type: 'AWS::KMS::Alias',
      Properties: { AliasName: 'alias/secrets', TargetKeyId: { 'Fn::GetAtt': ['Key', 'Arn'] } },
    },
  })
  KeyId = ground.resource('Key').arn
})
afterAll(() => ground[Symbol.asyncDispose]())

const Plaintext = Buffer.from('a secret')
const kms = () => new KMS(ground.administrator)

test('decrypts with the same context in any order', async () => {
  const encrypted = await kms().encrypt({ KeyId, Plaintext, EncryptionContext: { a: '1', b: '2' } })
  expect(encrypted).toMatchObject({ KeyId, EncryptionAlgorithm: 'SYMMETRIC_DEFAULT' })
  expect(Buffer.from(encrypted.CiphertextBlob ?? []).includes(Plaintext)).toBe(false)
  const decrypted = await kms().decrypt({
    CiphertextBlob: encrypted.CiphertextBlob,
    EncryptionContext: { b: '2', a: '1' },
  })
  expect(decrypted.KeyId).toBe(KeyId)
  expect(Buffer.from(decrypted.Plaintext ?? [])).toEqual(Plaintext)
})

test.each([
  ['another context', { purpose: 'other' }],
  ['no context', {}],
  ['more context', { purpose: 'secret', more: 'x' }],
])('rejects decryption with %s', async (_, EncryptionContext) => {
  const { CiphertextBlob } = await kms().encrypt({ KeyId, Plaintext, EncryptionContext: { purpose: 'secret' } })
  await expect(kms().decrypt({ CiphertextBlob, EncryptionContext })).rejects.toMatchObject({
    name: 'InvalidCiphertextException',
    $metadata: { httpStatusCode: 400 },
  })
})

test('rejects a modified or invalid blob', async () => {
  const { CiphertextBlob } = await kms().encrypt({ KeyId, Plaintext })
  const tampered = Buffer.from(CiphertextBlob ?? [])
  tampered.writeUInt8((tampered.at(-1) ?? 0) ^ 1, tampered.length - 1)
  for (const blob of [tampered, Buffer.from('no blob')]) {
    await expect(kms().decrypt({ CiphertextBlob: blob })).rejects.toMatchObject({ name: 'InvalidCiphertextException' })
  }
})

test('returns a data key in plain and encrypted form', async () => {
  const dataKey = await kms().generateDataKey({ KeyId: 'alias/secrets', KeySpec: 'AES_256' })
  expect(dataKey.Plaintext).toHaveLength(32)
  const { Plaintext: opened } = await kms().decrypt({ CiphertextBlob: dataKey.CiphertextBlob })
  expect(opened).toEqual(dataKey.Plaintext)
})

test('finds a key by id, ARN and alias, and no other', async () => {
  for (const name of [KeyId, ground.resource('Key').physicalId, 'alias/secrets']) {
    const { KeyMetadata } = await kms().describeKey({ KeyId: name })
    expect(KeyMetadata?.Arn).toBe(KeyId)
  }
  await expect(kms().describeKey({ KeyId: 'alias/none' })).rejects.toMatchObject({ name: 'NotFoundException' })
})

test('rejects a blob of another key', async () => {
  const { CiphertextBlob } = await kms().encrypt({ KeyId, Plaintext })
  const decrypting = kms().decrypt({ CiphertextBlob, KeyId: ground.resource('Guarded').arn })
  await expect(decrypting).rejects.toMatchObject({ name: 'IncorrectKeyException' })
})

test('does not extend a permission for one purpose to another', async () => {
  const Condition = { StringEquals: { 'kms:EncryptionContext:purpose': 'order-signing' } }
  const client = new KMS(ground.as({ Effect: 'Allow', Action: 'kms:*', Resource: KeyId, Condition }))
  await client.encrypt({ KeyId, Plaintext, EncryptionContext: { purpose: 'order-signing' } })
  await expect(
    client.encrypt({ KeyId, Plaintext, EncryptionContext: { purpose: 'provider-app' } }),
  ).rejects.toMatchObject({
    name: 'AccessDeniedException',
    $metadata: { httpStatusCode: 400 },
    message: expect.stringContaining(`kms:Encrypt on resource: ${KeyId}`),
  })
})

test('denies everyone what a key policy denies', async () => {
  const { CiphertextBlob } = await kms().encrypt({ KeyId: ground.resource('Guarded').arn, Plaintext })
  await expect(kms().decrypt({ CiphertextBlob })).rejects.toThrow('explicit deny in a resource-based policy')
})

test('rejects more than 4096 bytes', async () => {
  await expect(kms().encrypt({ KeyId, Plaintext: Buffer.alloc(4097) })).rejects.toMatchObject({
    name: 'ValidationException',
  })
})

test('a created key opens what it sealed, and only that', async () => {
  const { KeyMetadata: { Arn: created } = {} } = await kms().createKey({})
  const { CiphertextBlob } = await kms().encrypt({ KeyId: created, Plaintext })
  expect(await kms().decrypt({ KeyId: created, CiphertextBlob })).toMatchObject({ KeyId: created })
  await expect(kms().decrypt({ KeyId, CiphertextBlob })).rejects.toMatchObject({ name: 'IncorrectKeyException' })
})
