// @module-tag full
import type { Service } from '@replywright/local/start-service.ts'
import { answer, listen } from '@replywright/simulators/http.ts'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { callApi, freshCustomer, idOf, startTestService } from '../support/service.ts'
import { agentWorld, type Party } from './agent-world.ts'

/** More turns than the workers that all organisations share (20); one organisation may use a quarter. */
const NOISY_TURNS = 22
const SLOTS = 5
const WAIT = { timeout: 90_000, interval: 200 }

let service: Service
const world = agentWorld(() => service)
beforeAll(async () => {
  service = await startTestService({ agentAnswers: true, log: world.log })
})
afterAll(() => service?.stop())

/** Starts a tool whose calls wait until they are released or the caller times out. */
async function startHeldTool() {
  const held = new Set<() => void>()
  let most = 0
  let released = false
  const server = await listen(async (_, response) => {
    if (!released) {
      const { promise, resolve } = Promise.withResolvers<void>()
      held.add(resolve)
      response.once('close', () => held.delete(resolve))
      most = Math.max(most, held.size)
      await promise
    }
    answer(response, { status: 200, body: { done: true } })
  })
  return {
    url: server.url,
    held,
    /** The maximum number of concurrent calls. */
    most: () => most,
    release() {
      released = true
      for (const resolve of held) resolve()
    },
    [Symbol.asyncDispose]: () => server.close(),
  }
}

const Numbers = v.looseObject({
  results: v.array(v.looseObject({ number: v.string(), msgPhoneNumberId: v.string(), isSandbox: v.boolean() })),
})

/** Creates a customer of the other organisation, on its sandbox number. */
async function otherParty(): Promise<{ chat: Party; phoneNumberId: string }> {
  const { baseUrl, otherOrganization } = service.ready
  const api = (method: string, path: string, body?: unknown) =>
    callApi(baseUrl, otherOrganization.apiKey, method, path, body)
  const { results } = v.parse(Numbers, (await api('GET', '/phone-numbers/')).body)
  const sandbox = results.find(({ isSandbox }) => isSandbox)
  const agentId = idOf(await api('POST', '/agents/', { name: 'Quiet agent' }))
  const customer = freshCustomer()
  const created = await api('POST', '/conversations/', { toNumber: customer, agentId, fromNumber: sandbox?.number })
  return { chat: { customer, id: idOf(created) }, phoneNumberId: sandbox?.msgPhoneNumberId ?? '' }
}

test('an organisation with slow turns leaves workers to other organisations, and loses no turn', async () => {
  await using tool = await startHeldTool()
  const tools = [{ name: 'wait', description: '', apiSchema: { url: tool.url, method: 'POST' }, creditCost: 0 }]
  const agentId = await world.newAgent({ tools })
  const noisy = await Promise.all(Array.from({ length: NOISY_TURNS }, () => world.party(agentId)))
  const quiet = await otherParty()
  // One after the other, because each start of a worker uses a processor for a second.
  for (const chat of noisy) {
    await world.write(chat, '/call wait')
    await world.whenTaken(chat)
  }
  await vi.waitFor(() => expect(tool.held.size).toBe(SLOTS), WAIT)

  await world.writeTogether(quiet.chat, ['Is anybody free?'], quiet.phoneNumberId)
  await world.logged('turn.answered', quiet.chat)
  expect(tool.held.size).toBeGreaterThan(0)
  expect(noisy.some((chat) => world.repliesTo(chat).length === 0)).toBe(true)

  tool.release()
  for (const chat of noisy) await world.logged('turn.answered', chat)
  await world.whenIdle()
  await world.whenDead(0)
  expect(tool.most()).toBe(SLOTS)
  for (const chat of noisy) expect(world.repliesTo(chat)).toHaveLength(1)
  expect(await world.slotsHeld('turns')).toEqual({})
}, 180_000)
