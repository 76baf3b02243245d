// @module-tag full
import { dashboardEndpoints } from '@replywright/contract/dashboard/endpoints.ts'
import { Proof } from '@replywright/contract/proofs.ts'
import type { Service } from '@replywright/local/start-service.ts'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type RoleSessions, signInWithRoles } from '../dashboard/role-sessions.ts'
import { bodyOf } from '../dashboard/webhooks.ts'
import { startTestService } from '../support/service.ts'
import { proofWorld } from './proof-world.ts'

const WAIT = { timeout: 90_000, interval: 200 }

let service: Service
let roles: RoleSessions
const world = proofWorld(() => service)
const SHOP = {
  name: 'Shop',
  firstMessage: 'Welcome!',
  tools: [world.tool('find_order', 'GET')],
  memoryKeys: [{ key: 'frame', type: 'number', initialValue: '', whenToUpdate: 'always' }],
  askForHuman: true,
}
beforeAll(async () => {
  service = await startTestService({ log: world.log, agentAnswers: true })
  await world.listen()
  roles = await signInWithRoles(service)
})
afterAll(async () => {
  world.close()
  await service?.stop()
})

type Role = Parameters<RoleSessions['sessionOf']>[0]
const call = (method: string, path: string, body?: object, role: Role = 'member') =>
  roles.sessionOf(role).call(method, path, body)
const newShop = async () =>
  Object(v.parse(v.looseObject({ body: v.unknown() }), await call('POST', '/v1/agents/', SHOP)).body)
const testsOf = (id: string) => `/v1/agents/${id}/tests/`
const save = (id: string, saved: object, role?: Role) => call('PUT', testsOf(id), { test: saved }, role)

async function run(id: string, draft: boolean): Promise<Proof> {
  const started = bodyOf(dashboardEndpoints['agents/run-tests'], await call('POST', `${testsOf(id)}run/`, { draft }))
  return await vi.waitFor(async () => {
    const proof = v.parse(Proof, (await call('GET', `/v1/agents/${id}/proofs/${started.id}/`)).body)
    expect(proof.state).not.toMatch(/queued|running/)
    return proof
  }, WAIT)
}

test('saved tests run by one request: turns with expectations and simulated customers, with the failed turn', async () => {
  const { id } = await newShop()
  const order = {
    name: 'An order',
    tools: { find_order: { status: 'shipped in Ghent' } },
    turns: [
      {
        customer: '/call find_order {"order":"A-1"}',
        expect: { calls: { find_order: { order: 'A-1' } }, matches: 'ghent', neverCalls: 'ask_for_human' },
      },
      {
        customer: '/call update_memory {"frame": 54}',
        expect: { remembers: { frame: 54 }, callsInOrder: ['update_memory'] },
      },
      { button: { id: 'yes', text: 'Yes' }, expect: { doesNotSay: 'goodbye' } },
    ],
  }
  const person = {
    name: 'A person',
    turns: [
      { customer: 'hello', expect: { asksForHuman: false } },
      { customer: 'hello again', expect: { asksForHuman: true, matches: '^(?:a+)+$', remembers: { frame: 1 } } },
    ],
  }
  const simulated = {
    name: 'A customer',
    customer: {
      persona: 'calm',
      goal: 'Learn where it is',
      knows: ['/say /call find_order {"order":"A-1"}', '/until in Ghent'],
      turns: 3,
    },
    tools: { find_order: { status: 'shipped in Ghent' } },
    expect: { neverCalls: 'ask_for_human' },
  }
  for (const saved of [order, person, simulated]) expect(await save(id, saved)).toMatchObject({ status: 200 })
  // The one of the same name is replaced.
  expect(await save(id, { ...order, name: 'an ORDER' })).toMatchObject({ status: 200 })
  const listed = bodyOf(dashboardEndpoints['agents/list-tests'], await call('GET', testsOf(id), undefined, 'viewer'))
  expect(listed.map((saved) => saved.test.name)).toEqual(['A customer', 'A person', 'an ORDER'])

  const before = await world.doors([])
  const proof = await run(id, true)
  expect(await world.doors([])).toEqual(before)
  expect(proof).toMatchObject({
    kind: 'tests',
    state: 'done',
    draft: false,
    passed: false,
    total: 3,
    whatChanged: '2 of 3 tests passed.',
    conversations: [
      { name: 'A customer', passed: true, reached: true },
      {
        name: 'A person',
        passed: false,
        reasons: [
          { turn: 1, text: expect.stringMatching(/^matches /) },
          { turn: 1, text: 'asksForHuman true: it called no tool' },
          { turn: 1, text: 'remembers frame 1: it remembers undefined' },
        ],
      },
      { name: 'an ORDER', passed: true, reasons: [], turns: [{}, {}, { customer: 'Yes' }] },
    ],
  })

  const failing = listed.find((saved) => saved.test.name === 'A person')
  expect(await call('DELETE', `${testsOf(id)}${failing?.id}/`)).toMatchObject({ status: 204 })
  expect(await call('DELETE', `${testsOf(id)}${failing?.id}/`)).toMatchObject({ status: 404 })
  await call('PUT', `/v1/agents/${id}/draft/`, { firstMessage: 'Welcome back!' })
  expect(await run(id, true)).toMatchObject({ passed: true, draft: true, whatChanged: '2 of 2 tests passed.' })
  expect(await run(id, false)).toMatchObject({ passed: true, draft: false })
  // What runs may be deleted with its agent.
  expect(await call('DELETE', `/v1/agents/${id}/`)).toMatchObject({ status: 204 })
  expect(await call('GET', testsOf(id))).toMatchObject({ status: 404 })
}, 120_000)

test('a test that cannot run is refused with its field, and so are other roles and unknown agents', async () => {
  const { id } = await newShop()
  const turns = [{ customer: 'hello' }]
  expect(await call('POST', `${testsOf(id)}run/`, { draft: true })).toMatchObject({
    status: 400,
    body: { error: expect.stringContaining('no saved tests') },
  })
  expect(await save(id, { name: ' ', turns })).toMatchObject({ status: 400 })
  expect(await save(id, { name: 'x', turns: [] })).toMatchObject({ status: 400 })
  expect(await save(id, { name: 'x', turns: [{ customer: 'hello', expect: { matches: '(' } }] })).toMatchObject({
    status: 400,
    body: { error: expect.stringContaining('is not a regular expression') },
  })
  expect(await save(id, { name: 'x', turns, tools: { a: 'x'.repeat(40_000) } })).toMatchObject({ status: 400 })
  expect(await save(id, { name: 'x', turns }, 'viewer')).toMatchObject({ status: 403 })
  expect(await save(id.replace(/^./, '1'), { name: 'x', turns })).toMatchObject({ status: 404 })
})
