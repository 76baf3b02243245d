// @module-tag full
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { APIGateway, paginateGetApiKeys } from '@aws-sdk/client-api-gateway'
import { KMS } from '@aws-sdk/client-kms'
import { sign } from '@replywright/contract/delivery-headers.ts'
import { ciphertextsOf, secretUseOf } from '@replywright/core/operations/secrets/stored-secrets.ts'
import { expect, onTestFinished, test } from 'vitest'
import { createOrganizationWithNumber, runOps, typeOps } from '../operations/run-ops.ts'
import { administratorOf, clientOf } from '../support/administrator.ts'
import { fillTable } from '../support/fill-table.ts'
import { readTable } from '../support/restore-service.ts'
import { callApi, idOf, startTestService } from '../support/service.ts'

const NUMBER = { waId: '7001', phoneNumberId: '7002', digits: '447700900777', token: 'token' }

/** The steps of docs/operations.md, "Another region": the replica of a key has its id and its material. */
test('with the replica of its key, a stage opens every secret in another region', async () => {
  const [first, second] = await Promise.all(['lost-', 'there-'].map((name) => mkdtemp(join(tmpdir(), name))))
  onTestFinished(async () => {
    for (const directory of [first, second]) if (directory) await rm(directory, { recursive: true, force: true })
  })
  const lost = await startTestService({ DATA_DIR: first })
  const { organizationId, userId } = await createOrganizationWithNumber(lost, NUMBER)
  const url = 'http://127.0.0.1:9/acme'
  const endpoint = ['--organization', organizationId, '--user', userId, '--name', 'Acme', '--url', url]
  const { webhook = '', signingSecret = '' } = await runOps(lost, ['webhook', 'create', ...endpoint])
  const copy = [...(await readTable(administratorOf(lost))).values()]
  await lost.stop()
  const keys = (directory: string) => join(directory, 'kms')
  await cp(keys(first ?? ''), keys(second ?? ''), { recursive: true })

  await using there = await startTestService({ DATA_DIR: second })
  await fillTable(there.cloud, 'Copy', copy)
  await typeOps(there, ['restore', '--from-table', 'Copy', '--yes'])
  const kms = clientOf(KMS, there.cloud)
  const decrypt = async (purpose: string, owner: string, ciphertext: string) => {
    const EncryptionContext = { purpose, organization: owner }
    const { Plaintext = [] } = await kms.decrypt({
      CiphertextBlob: Buffer.from(ciphertext, 'base64'),
      EncryptionContext,
    })
    return Buffer.from(Plaintext).toString()
  }
  const stored = [...(await readTable(administratorOf(there))).values()]
  const opened: string[] = []
  for (const item of stored) {
    const { purpose = '', owner = '' } = secretUseOf(item) ?? {}
    const known = ciphertextsOf(item)
    for (const ciphertext of known) opened.push(await decrypt(purpose, owner, ciphertext))
    // No other attribute is a secret of this key, except data keys, which the replica opens, too.
    for (const text of textsOf(item).filter((each) => !known.includes(each)))
      for (const of of PURPOSES)
        for (const whose of ['service', String(item.organizationId)]) {
          const plaintext = await decrypt(of, whose, text).catch(() => undefined)
          expect([item._e, plaintext === undefined || item._e === 'dataKey']).toEqual([item._e, true])
        }
  }
  expect(stored.some(({ _e, id }) => _e === 'webhook' && id === webhook)).toBe(true)
  expect(opened).toEqual(expect.arrayContaining([signingSecret, NUMBER.token]))
  const kinds = new Set(stored.flatMap((item) => (ciphertextsOf(item).length > 0 ? [item._e] : [])))
  expect([...kinds].toSorted()).toEqual(expect.arrayContaining(['account', 'providerSettings', 'webhook']))
})

const PURPOSES = ['agent-secret', 'model', 'provider-app', 'provider-token', 'webhook-signing']

/** Returns the texts of an item that can be ciphertexts. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return /^[\w+/]{60,}={0,2}$/.test(value) ? [value] : []
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : []
}

/** The steps of docs/upgrade.md, "To another region or account", with the copy that a backup is. */
test('a stage continues in another region with a copy of its table and its API keys', async () => {
  await using there = await startTestService()
  const url = `${there.ready.receiverUrl}/acme`

  const lost = await startTestService()
  const { apiKey, organizationId, userId } = await createOrganizationWithNumber(lost, NUMBER)
  const owned = ['--organization', organizationId]
  const endpoint = [...owned, '--user', userId, '--name', 'Acme', '--url', url]
  const { webhook = '' } = await runOps(lost, ['webhook', 'create', ...endpoint])
  const agentId = idOf(await callApi(lost.ready.baseUrl, apiKey, 'POST', '/agents/', { name: 'Concierge' }))
  const copy = [...(await readTable(administratorOf(lost))).values()]
  const items = []
  for await (const page of paginateGetApiKeys({ client: clientOf(APIGateway, lost.cloud) }, { includeValues: true }))
    items.push(...(page.items ?? []))
  await lost.stop()

  const call = (method: string, path: string) => callApi(there.ready.baseUrl, apiKey, method, path)
  expect((await call('GET', '/me/')).status).toBe(401)
  await fillTable(there.cloud, 'Copy', copy)
  await typeOps(there, ['restore', '--from-table', 'Copy', '--yes'])
  await typeOps(there, ['reconcile'])
  await typeOps(there, ['api-keys', 'attach', '--values'], {}, JSON.stringify({ items }))
  expect(await call('GET', `/agents/${agentId}/`)).toMatchObject({ status: 200, body: { name: 'Concierge' } })
  const numbers = expect.arrayContaining([expect.objectContaining({ number: NUMBER.digits })])
  expect((await call('GET', '/phone-numbers/')).body).toMatchObject({ results: numbers })

  // The secrets of the lost region cannot be decrypted: its key is gone.
  const { signingSecret = '' } = await runOps(there, ['webhook', 'rotate-secret', ...owned, '--id', webhook])
  const connect = ['--wa-id', NUMBER.waId, '--phone-number-id', NUMBER.phoneNumberId, '--number', NUMBER.digits]
  await runOps(there, ['number', 'connect', ...owned, '--account-name', 'Acme account', ...connect], {
    ACCESS_TOKEN: NUMBER.token,
  })
  await call('POST', `/webhooks/${webhook}/test/`)
  const { headers, body } = await there.receiver.next(({ path }) => path === '/acme', 60_000)
  const signature = String(headers['x-service-signature'])
  const [, seconds = ''] = /^t=(\d+),/.exec(signature) ?? []
  expect(signature).toBe(sign(body.toString(), signingSecret, Number(seconds)))
})
