import { DeleteObjectsCommand, S3Client } from '@aws-sdk/client-s3'
import { DeleteCommand, DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { TurnResultEntity } from '../../answering/turns/turn-steps.ts'
import { eraseItem } from './conversation-items.ts'

vi.stubEnv('BUCKET_NAME', 'bucket')
const dynamodb = mockClient(DynamoDBDocumentClient)
const s3 = mockClient(S3Client)
beforeEach(() => {
  dynamodb.reset()
  s3.reset()
  dynamodb.on(DeleteCommand).resolves({})
  s3.on(DeleteObjectsCommand).resolves({})
})
afterAll(() => {
  dynamodb.restore()
  s3.restore()
  vi.unstubAllEnvs()
})

const KEY = 'media/generated/o/call'
const number = {
  organizationId: 'o',
  phoneNumberId: '1',
  id: 'n',
  number: '15550002222',
  sandbox: false,
  connectedAt: 0,
}

test.each([
  ['of this version', { text: 'Done', media: [{ key: KEY, mimeType: 'image/png' }] }, 1, [KEY]],
  ['of a later version', { parts: ['Done'], media: [{ key: KEY, type: 'picture' }] }, 99, [KEY]],
  ['of a later version, with other media', { media: [{ object: KEY }] }, 99, []],
  ['with a file of another tool', { text: '', media: [{ key: 'media/o/1', mimeType: 'image/png' }] }, 1, []],
  ['without files', { text: KEY }, 1, []],
])('the erasure of a result %s deletes its pictures, then the item', async (_, result, format, erased) => {
  const stored = TurnResultEntity.put({
    ...{ organizationId: 'o', conversationId: 'c', turnId: 't', round: 1, step: 1, index: 0 },
    ...{ ran: true, changesOutside: false, creditCost: 0, result: JSON.stringify(result), format, expiresAt: 1 },
  }).params<{ Item: { pk: string; sk: string; _e: string } }>().Item
  await eraseItem(stored, { number, id: 'c', conversation: null }, 0)
  const objects = s3.commandCalls(DeleteObjectsCommand).flatMap(({ args }) => args[0].input.Delete?.Objects ?? [])
  expect(objects).toEqual(erased.map((Key) => ({ Key })))
  const { pk, sk } = stored
  expect(dynamodb.commandCalls(DeleteCommand).map(({ args }) => args[0].input.Key)).toEqual([{ pk, sk }])
})
