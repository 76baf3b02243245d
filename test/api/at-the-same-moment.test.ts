// @module-tag full
import type { Service } from '@replywright/local/start-service.ts'
import * as v from 'valibot'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { signInToDashboard } from '../dashboard/session.ts'
import { callers, idOf, startTestService } from '../support/service.ts'
import { storedItems } from '../support/stored-items.ts'

const WAIT = { timeout: 90_000, interval: 200 }
const Available = v.array(v.object({ id: v.string(), phoneNumber: v.string() }))
const Numbered = v.looseObject({ msgPhoneNumberId: v.string() })

let service: Service
beforeAll(async () => {
  service = await startTestService()
})
afterEach(() => service.cloud.faults.clear())
afterAll(() => service?.stop())

const { api } = callers(() => service)

/** Holds the next transaction of a route until `release`, so that a concurrent change can happen after its reads. */
function holdTransaction(route: string) {
  const { promise: until, resolve: release } = Promise.withResolvers<void>()
  const { physicalId } = service.cloud.resource(route, 'AWS::Lambda::Function')
  const plan = { function: physicalId, action: 'TransactWriteItems', nth: 1, kind: 'delay', until } as const
  return { held: service.cloud.faults.plan(plan), release }
}

test('a webhook and a number created concurrently are linked, even if one creation is interrupted', async () => {
  const dashboard = await signInToDashboard(service)
  const [offered] = v.parse(Available, (await api('GET', '/available-numbers/')).body)
  const add = () =>
    api('POST', `/msg-accounts/${service.ready.account.id}/add-number/`, { id: offered?.id, name: 'Shop' })
  const { held, release } = holdTransaction('MsgAccountsAddNumber')
  const cutOff = service.cloud.faults.plan({
    function: service.cloud.resource('MsgAccountsAddNumber', 'AWS::Lambda::Function').physicalId,
    action: 'Query',
    where: () => held.fired.length > 0,
    nth: 1,
    kind: 'kill-before',
  })
  const adding = add()
  await vi.waitFor(() => expect(held.fired).toHaveLength(1), WAIT)
  const url = service.ready.webhook.url.replace('/demo', '/simultaneous')
  const webhook = await dashboard.call('POST', '/v1/webhooks/', {
    name: 'Simultaneous',
    url,
    events: ['message.received'],
    numbers: 'all',
  })
  expect(webhook).toMatchObject({ status: 201 })
  release()
  await adding
  expect(cutOff.fired).toHaveLength(1)
  expect(await add()).toMatchObject({ status: 200 })
  const number = await api('GET', `/phone-numbers/${offered?.phoneNumber}/`)
  expect(number).toMatchObject({ status: 200 })
  const { msgPhoneNumberId } = v.parse(Numbered, number.body)
  const subscription = `subscription#${idOf(webhook)}`
  expect(await storedItems(service.cloud).get(`n#${msgPhoneNumberId}`, subscription)).toBeDefined()
})

test('an agent that is connected during its deletion is disconnected again', async () => {
  const id = idOf(await api('POST', '/agents/', { name: 'Short-lived' }))
  const { held, release } = holdTransaction('AgentsDeleteFunction')
  const deleting = api('DELETE', `/agents/${id}/`)
  await vi.waitFor(() => expect(held.fired).toHaveLength(1), WAIT)
  const [number] = service.ready.numbers
  const connect = () => api('POST', `/phone-numbers/${number?.number}/connect-agent/`, { agentId: id })
  expect(await connect()).toMatchObject({ status: 200 })
  release()
  expect(await deleting).toMatchObject({ status: 204 })
  const stored = await storedItems(service.cloud).get(`n#${number?.phoneNumberId}`, 'number')
  expect(stored).toMatchObject({ defaultRouting: 'agent' })
  expect(stored).not.toHaveProperty('agentId')
  expect(await connect()).toMatchObject({ status: 400, body: { details: [{ path: 'agentId' }] } })
})

test('number items use no index', async () => {
  const items = storedItems(service.cloud)
  for (const { phoneNumberId } of service.ready.numbers) {
    const names = Object.keys((await items.get(`n#${phoneNumberId}`, 'number')) ?? {})
    expect(names.filter((name) => name.startsWith('gsi'))).toEqual([])
  }
  expect(await api('GET', '/phone-numbers/')).toMatchObject({ body: { count: service.ready.numbers.length + 1 } })
})
