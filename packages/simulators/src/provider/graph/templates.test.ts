import { afterEach, beforeEach, expect, test } from 'vitest'
import { manualClock } from '../../clock.ts'
import { type Receiver, startReceiver } from '../../receiver/receiver.ts'
import { type Provider, startProvider } from '../provider.ts'

const shop = { phoneNumberId: '106540352242922', displayPhoneNumber: '+44 7700 900100', wabaId: '215589313241560883' }

let clock: ReturnType<typeof manualClock>
let ingress: Receiver
let provider: Provider
beforeEach(async () => {
  clock = manualClock(1_795_167_600_000)
  ingress = await startReceiver()
  provider = await startProvider({
    appSecret: 'app-secret',
    verifyToken: 'verify-token',
    ingressUrl: `${ingress.url}/ingress`,
    numbers: [shop],
    accessToken: 'token',
    clock,
  })
})
afterEach(async () => {
  await provider.stop()
  await ingress.stop()
})

async function call(method: string, path: string, body?: unknown) {
  const response = await fetch(`${provider.url}/v26.0/${path}`, {
    method,
    headers: { authorization: 'Bearer token' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: JSON.parse(await response.text()) }
}
const TEMPLATES = `${shop.wabaId}/message_templates`
const content = {
  name: 'order_update',
  language: 'en_US',
  category: 'UTILITY',
  components: [{ type: 'BODY', text: 'It ships on Friday.' }],
}
const submit = (fields: object = {}) => call('POST', TEMPLATES, { ...content, ...fields })

test('accepts a template once per name and language, lists it and finds it by id', async () => {
  const submitted = await submit()
  expect(submitted).toMatchObject({ status: 200, body: { status: 'PENDING', category: 'UTILITY' } })
  expect(await submit()).toMatchObject({ status: 400, body: { error: { code: 100, error_subcode: 2388024 } } })
  await submit({ language: 'de' })
  await submit({ name: 'order_update_2' })
  const list = async (query: string) => (await call('GET', `${TEMPLATES}?${query}`)).body
  expect((await list('name=order_update&language=en_US')).data).toMatchObject([
    { id: submitted.body.id, parameter_format: 'POSITIONAL', rejected_reason: 'NONE' },
    { name: 'order_update_2' },
  ])
  expect((await list('status=APPROVED')).data).toEqual([])
  const first = await list('limit=2')
  expect([first.data.length, first.paging.next]).toEqual([2, expect.any(String)])
  const last = await list(`limit=2&after=${first.paging.cursors.after}`)
  expect([last.data.length, last.paging.next]).toEqual([1, undefined])
  expect(await call('GET', submitted.body.id)).toMatchObject({ body: { name: 'order_update', language: 'en_US' } })
})

test.each([
  [{ name: 'Order Update' }],
  [{ category: 'OTHER' }],
  [{ components: [{ type: 'FOOTER', text: 'no body' }] }],
  [{ components: [] }],
])('rejects %j', async (fields) => {
  expect(await submit(fields)).toMatchObject({ status: 400, body: { error: { code: expect.any(Number) } } })
})

const review = (id: string, decision: object) =>
  fetch(`${provider.url}/simulator/templates/${id}/review`, { method: 'POST', body: JSON.stringify(decision) })

test.each([
  ['PENDING', { components: content.components }, 400],
  ['DISABLED', { components: content.components }, 400],
  ['APPROVED', { components: content.components, category: 'UTILITY' }, 400],
  ['APPROVED', { components: content.components }, 200],
  ['PAUSED', { category: 'MARKETING' }, 200],
  ['REJECTED', { category: 'MARKETING' }, 200],
])('responds to an edit of a template that is %s with %j: %i', async (status, change, expected) => {
  const { body } = await submit()
  if (status !== 'PENDING') await review(body.id, { status })
  expect((await call('POST', body.id, change)).status).toBe(expected)
  expect((await call('GET', body.id)).body).toMatchObject({ ...(expected === 200 ? change : content) })
})

test('reviews an edit again, and deletes one language or all', async () => {
  const [{ body: english }, { body: german }] = [
    await submit(),
    await submit({ language: 'de' }),
    await submit({ language: 'fr' }),
  ]
  await review(english.id, { status: 'APPROVED' })
  await call('POST', english.id, { components: [{ type: 'BODY', text: 'Changed' }] })
  expect((await call('GET', english.id)).body).toMatchObject({ components: [{ text: 'Changed' }], status: 'PENDING' })
  const remove = (query: string) => call('DELETE', `${TEMPLATES}?${query}`)
  expect(await remove(`name=order_update&hsm_id=${german.id}`)).toMatchObject({ body: { success: true } })
  expect((await call('GET', TEMPLATES)).body.data).toMatchObject([{ language: 'en_US' }, { language: 'fr' }])
  expect((await remove('name=order_update')).status).toBe(200)
  expect(await remove('name=order_update')).toMatchObject({ status: 400, body: { error: { error_subcode: 2593002 } } })
})

test('the name of an approved template that was deleted is blocked for 30 days, in its language or in all if none is left', async () => {
  const [{ body: english }, { body: german }] = [await submit(), await submit({ language: 'de' })]
  await call('DELETE', `${TEMPLATES}?name=order_update&hsm_id=${german.id}`)
  expect(await submit({ language: 'de' })).toMatchObject({ status: 200 })
  await review(english.id, { status: 'APPROVED' })
  const blocked = { status: 400, body: { error: { code: 100, error_subcode: 2388023 } } }
  await call('DELETE', `${TEMPLATES}?name=order_update&hsm_id=${english.id}`)
  expect(await submit()).toMatchObject(blocked)
  const { body: french } = await submit({ language: 'fr' })
  await review(french.id, { status: 'APPROVED' })
  await call('DELETE', `${TEMPLATES}?name=order_update`)
  clock.advance(30 * 86_400_000 - 1000)
  expect(await submit({ language: 'es' })).toMatchObject(blocked)
  clock.advance(1000)
  const { body: again } = await submit()
  await review(again.id, { status: 'APPROVED' })
  await call('DELETE', `${TEMPLATES}?name=order_update`)
  provider.reset()
  expect(await submit()).toMatchObject({ status: 200 })
})

test('changes the template after a review and notifies the business', async () => {
  const { body } = await submit()
  const reviewed = await review(body.id, { status: 'REJECTED', reason: 'SCAM', qualityScore: 'RED' })
  expect([reviewed.status, await reviewed.json()]).toEqual([202, { status: 200, delivered: true }])
  const about = { message_template_id: Number(body.id), message_template_name: 'order_update' }
  expect((await ingress.next()).json).toMatchObject({
    entry: [
      {
        id: shop.wabaId,
        time: 1_795_167_600,
        changes: [
          { field: 'message_template_status_update', value: { ...about, event: 'REJECTED', reason: 'SCAM' } },
          { field: 'message_template_quality_update', value: { ...about, new_quality_score: 'RED' } },
        ],
      },
    ],
  })
  expect((await call('GET', body.id)).body).toMatchObject({ status: 'REJECTED', quality_score: { score: 'RED' } })
})
