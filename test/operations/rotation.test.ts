// @module-tag full

import type { Service } from '@replywright/local/start-service.ts'
import { hubSignature } from '@replywright/simulators/provider/webhook-sender.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startLink } from '../dashboard/sign-up.ts'
import { callApi, startTestService } from '../support/service.ts'
import { storedItems } from '../support/stored-items.ts'
import { runOps } from './run-ops.ts'

let service: Service
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service?.stop())

const EVENT = JSON.stringify({ object: 'whatsapp_business_account', entry: [] })

/** Posts an event that is signed with an app secret. Returns the status. */
async function postSignedWith(secret: string): Promise<number> {
  const headers = { 'Content-Type': 'application/json', 'X-Hub-Signature-256': hubSignature(EVENT, secret) }
  return (await fetch(service.ready.ingressUrl, { method: 'POST', headers, body: EVENT })).status
}

test('a replaced app secret is accepted until it is revoked', async () => {
  const { appSecret, verifyToken } = service.ready
  const { baseUrl } = (await storedItems(service.cloud).get('settings', 'provider')) ?? {}
  const set = async (secret: string, ...flags: string[]) => {
    const command = ['provider', 'set', '--base-url', String(baseUrl), ...flags]
    await runOps(service, command, { APP_SECRET: secret, VERIFY_TOKEN: verifyToken })
    // The ingress caches the settings for one minute.
    const { physicalId } = service.cloud.resource('Ingress', 'AWS::Lambda::Function')
    service.cloud.endIdleWorkers((name) => name === physicalId)
  }
  const accepted = async (...secrets: string[]) => await Promise.all(secrets.map(postSignedWith))
  await set('second')
  // The settings can be stored again during the overlap.
  await set('second')
  expect(await accepted(appSecret, 'second', 'third')).toEqual([200, 200, 403])
  await set('second', '--revoke-previous')
  expect(await accepted(appSecret, 'second')).toEqual([403, 200])
  await set('third')
  expect(await accepted(appSecret, 'second', 'third')).toEqual([403, 200, 200])
  await set(appSecret)
})

test('links stay valid after one rotation of their secret, and not after two', async () => {
  const { id, linkUrl } = await startLink(service)
  const rotate = async () => {
    await runOps(service, ['provider', 'rotate-links', '--yes'])
    service.cloud.endIdleWorkers((name) => name.includes('Link'))
  }
  const { baseUrl, apiKey } = service.ready
  const session = () => callApi(baseUrl, apiKey, 'GET', `/msg-link-sessions/${id}/`)
  await rotate()
  expect(await session()).toMatchObject({ status: 200, body: { linkUrl } })
  const { linkUrl: next } = await startLink(service)
  await rotate()
  expect(await session()).toMatchObject({ status: 404 })
  // The page finds a session by its token. The token of either session can no longer be derived.
  expect((await fetch(next)).status).toBe(200)
  const { body } = await callApi(baseUrl, apiKey, 'GET', '/msg-link-sessions/')
  expect(body).toMatchObject([{ linkUrl: '' }, { id, linkUrl: '' }])
})
