// @module-tag full
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { KMS } from '@aws-sdk/client-kms'
import { DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb'
import { sign } from '@replywright/contract/delivery-headers.ts'
import {
  ciphertextsOf,
  type StoredItem,
  secretUseOf,
  withCiphertexts,
} from '@replywright/core/operations/secrets/stored-secrets.ts'
import type { Service } from '@replywright/local/start-service.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { administratorOf, clientOf, outputOf } from '../support/administrator.ts'
import { readTable } from '../support/restore-service.ts'
import { callApi, startTestService } from '../support/service.ts'
import { createOrganizationWithNumber, runOps } from './run-ops.ts'

let service: Service
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service?.stop())

const NUMBER = { waId: '7101', phoneNumberId: '7102', digits: '447700900778', token: 'token of Acme' }
const HEADER = 'Bearer a secret of Acme'

const stored = async () => [...(await readTable(administratorOf(service))).values()]

/** Returns a ciphertext that is decrypted with a key and encrypted with another. */
async function turned(item: StoredItem, ciphertext: string, from: string, to: string): Promise<string> {
  const kms = clientOf(KMS, service.cloud)
  const { purpose = '', owner = '' } = secretUseOf(item) ?? {}
  const EncryptionContext = { purpose, organization: owner }
  const CiphertextBlob = Buffer.from(ciphertext, 'base64')
  const { Plaintext } = await kms.decrypt({ KeyId: from, CiphertextBlob, EncryptionContext })
  const sealed = await kms.encrypt({ KeyId: to, Plaintext, EncryptionContext })
  return Buffer.from(sealed.CiphertextBlob ?? []).toString('base64')
}

async function put(Item: StoredItem): Promise<void> {
  const client = DynamoDBDocumentClient.from(clientOf(DynamoDBClient, service.cloud))
  await client.send(new PutCommand({ TableName: outputOf(service.cloud, 'TableName'), Item: { ...Item } }))
}

test('secrets that a former key encrypted are those of the stage again, and the service uses them', async () => {
  const { apiKey, organizationId, userId } = await createOrganizationWithNumber(service, NUMBER)
  const url = `${service.ready.receiverUrl}/re-encrypted`
  const owner = ['--organization', organizationId, '--user', userId]
  const { webhook = '', signingSecret = '' } = await runOps(service, [
    'webhook',
    'create',
    ...owner,
    '--name',
    'Acme',
    '--url',
    url,
  ])
  const tool = {
    name: 'orders',
    description: 'Finds orders.',
    apiSchema: {
      url: 'https://api.example.com/orders',
      method: 'GET',
      request_headers: { Authorization: { input: { type: 'value', value: HEADER } } },
    },
    creditCost: 0,
  }
  const created = await callApi(service.ready.baseUrl, apiKey, 'POST', '/agents/', { name: 'Ada', tools: [tool] })
  expect(created.status).toBe(201)

  const own = outputOf(service.cloud, 'KeyArn')
  const { KeyMetadata: { Arn: former = '' } = {} } = await clientOf(KMS, service.cloud).createKey({})
  const copied = (await stored()).filter((item) => item.organizationId === organizationId)
  let secrets = 0
  for (const item of copied) {
    const replacements = new Map<string, string>()
    for (const each of ciphertextsOf(item)) replacements.set(each, await turned(item, each, own, former))
    secrets += replacements.size
    if (replacements.size > 0) await put({ ...item, ...withCiphertexts(item, replacements) })
  }
  const kinds = new Set(copied.flatMap((item) => (ciphertextsOf(item).length > 0 ? [String(item._e)] : [])))
  expect([...kinds].toSorted()).toEqual(['account', 'agentBody', 'webhook'])

  const reEncrypt = () => runOps(service, ['secrets', 're-encrypt', '--from', former, '--yes'])
  expect(await reEncrypt()).toMatchObject({ 're-encrypted': `${secrets}` })
  const again = await reEncrypt()
  expect(again).toMatchObject({ 're-encrypted': '0' })
  expect(Number(again['encrypted before'])).toBeGreaterThan(secrets)
  for (const item of await stored())
    for (const each of ciphertextsOf(item)) await expect(turned(item, each, own, own)).resolves.toMatch(/./)

  service.cloud.endIdleWorkers(() => true)
  await callApi(service.ready.baseUrl, apiKey, 'POST', `/webhooks/${webhook}/test/`)
  const { headers, body } = await service.receiver.next(({ path }) => path === '/re-encrypted', 60_000)
  const signature = String(headers['x-service-signature'])
  const [, seconds = ''] = /^t=(\d+),/.exec(signature) ?? []
  expect(signature).toBe(sign(body.toString(), signingSecret, Number(seconds)))
})
