import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { manualClock } from '../../clock.ts'
import { DEFAULT_APP_ID, type Provider, startProvider } from '../provider.ts'

const shop = { phoneNumberId: '106540352242922', displayPhoneNumber: '+44 7700 900100', wabaId: '215589313241560883' }
const REDIRECT_URI = 'https://service.example/link/return/'

const clock = manualClock(1_795_167_600_000)
let directory: string
let provider: Provider
const start = () =>
  startProvider({
    appSecret: 'app-secret',
    verifyToken: 'verify-token',
    ingressUrl: 'http://127.0.0.1:9/ingress',
    numbers: [shop],
    accessToken: 'token',
    journal: join(directory, 'provider.json'),
    clock,
  })
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'provider-'))
  provider = await start()
})
afterEach(async () => {
  await provider.stop()
  await rm(directory, { recursive: true })
})

async function get(path: string, token: string) {
  const response = await fetch(`${provider.url}/v26.0/${path}`, { headers: { authorization: `Bearer ${token}` } })
  return { status: response.status, body: JSON.parse(await response.text()) }
}
/** Returns the browser's redirect URL after the customer's decision. */
async function decide(choice: Record<string, string>): Promise<URL> {
  const response = await fetch(`${provider.url}/simulator/signup`, {
    method: 'POST',
    body: new URLSearchParams({ redirect_uri: REDIRECT_URI, state: 'mine', ...choice }),
    redirect: 'manual',
  })
  expect(response.status).toBe(303)
  return new URL(response.headers.get('location') ?? '')
}
async function exchange(code: string | null, given: object = {}) {
  const body = { client_id: DEFAULT_APP_ID, client_secret: 'app-secret', redirect_uri: REDIRECT_URI, code, ...given }
  const response = await fetch(`${provider.url}/v26.0/oauth/access_token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: JSON.parse(await response.text()) }
}

test('shows the dialog for the app, and otherwise an error', async () => {
  const dialog = (fields: object) =>
    fetch(
      `${provider.url}/v26.0/dialog/oauth?${new URLSearchParams({ client_id: DEFAULT_APP_ID, config_id: '1', redirect_uri: REDIRECT_URI, response_type: 'code', state: 's', ...fields })}`,
    )
  const shown = await dialog({})
  expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  for (const fields of [{ client_id: '1' }, { redirect_uri: 'nowhere' }, { response_type: 'token' }])
    expect((await dialog(fields)).status).toBe(400)
})

test('accepts a code once, for ten minutes, with its redirect URL, and issues a token for the account', async () => {
  const finish = () => decide({ decision: 'finish', business: 'Corner', number: '+44 7700 900333' })
  const back = await finish()
  expect([back.searchParams.get('state'), back.searchParams.get('error')]).toEqual(['mine', null])
  const code = back.searchParams.get('code')
  for (const given of [{ client_secret: 'other' }, { redirect_uri: 'https://other.example/' }, { code: 'other' }])
    expect(await exchange(code, given)).toMatchObject({ status: 400, body: { error: { code: expect.any(Number) } } })
  const { body } = await exchange(code)
  expect(body).toEqual({ access_token: expect.stringMatching(/^EAA/), token_type: 'bearer' })
  expect((await exchange(code)).status).toBe(400)

  const inspected = await get(`debug_token?input_token=${body.access_token}`, `${DEFAULT_APP_ID}|app-secret`)
  const [scope] = inspected.body.data.granular_scopes
  expect(scope).toEqual({ scope: 'whatsapp_business_management', target_ids: [expect.any(String)] })
  const wabaId = scope.target_ids[0]
  expect((await get(wabaId, body.access_token)).body).toEqual({ id: wabaId, name: 'Corner' })
  expect((await get(`${wabaId}/phone_numbers`, body.access_token)).body.data).toMatchObject([
    { display_phone_number: '+447700900333', platform_type: 'NOT_APPLICABLE' },
  ])
  const late = (await finish()).searchParams.get('code')
  clock.advance(600_001)
  expect((await exchange(late)).status).toBe(400)
})

test('a token gives access to its own accounts only', async () => {
  const back = await decide({ decision: 'finish', business: 'Corner', number: '+44 7700 900333' })
  const { access_token } = (await exchange(back.searchParams.get('code'))).body
  const inspected = await get(`debug_token?input_token=${access_token}`, `${DEFAULT_APP_ID}|app-secret`)
  const [wabaId] = inspected.body.data.granular_scopes[0].target_ids
  const numbers = (await get(`${wabaId}/phone_numbers`, access_token)).body.data
  const { id: templateId } = provider.addTemplate({
    name: 'shop',
    language: 'en',
    category: 'UTILITY',
    components: [{ type: 'BODY', text: 'A' }],
  })
  const objects = [
    ['token', shop.wabaId, shop.phoneNumberId, `${shop.wabaId}/message_templates`, templateId],
    [access_token, wabaId, numbers[0].id, `${wabaId}/message_templates`],
  ]
  for (const [own, ...paths] of objects)
    for (const path of paths)
      for (const token of ['token', access_token])
        expect(await get(path, token), path).toMatchObject(
          token === own ? { status: 200 } : { status: 400, body: { error: { code: 100, error_subcode: 33 } } },
        )
})

test('keeps accounts and tokens over a restart', async () => {
  const back = await decide({ decision: 'finish', business: 'Kept', number: '' })
  const { access_token } = (await exchange(back.searchParams.get('code'))).body
  await provider.stop()
  provider = await start()
  const inspected = await get(`debug_token?input_token=${access_token}`, `${DEFAULT_APP_ID}|app-secret`)
  const [wabaId] = inspected.body.data.granular_scopes[0].target_ids
  expect(await get(wabaId, access_token)).toMatchObject({ status: 200, body: { name: 'Kept' } })
})

test('redirects with an error and without a code after a cancellation', async () => {
  const back = await decide({ decision: 'cancel' })
  expect(Object.fromEntries(back.searchParams)).toMatchObject({ state: 'mine', error: 'access_denied' })
  expect(back.searchParams.has('code')).toBe(false)
})

test('identifies an unknown token, for the app only', async () => {
  expect(await get('debug_token?input_token=x', `${DEFAULT_APP_ID}|app-secret`)).toMatchObject({
    body: { data: { is_valid: false } },
  })
  expect((await get('debug_token?input_token=x', 'token')).status).toBe(401)
})
