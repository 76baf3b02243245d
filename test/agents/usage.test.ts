// @module-tag full
import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { Usage } from '@replywright/contract/usage.ts'
import { AgentCountEntity } from '@replywright/core/agents/agent-entity.ts'
import { createAgent } from '@replywright/core/agents/agents.ts'
import { getTrial, sendTurn } from '@replywright/core/answering/sandbox/trials.ts'
import { findConversation } from '@replywright/core/conversations/conversation-entity.ts'
import { createOrganization } from '@replywright/core/people/organizations/organizations.ts'
import { changeUsageLimit } from '@replywright/core/people/organizations/usage-limit.ts'
import { derivedId, lastMonths } from '@replywright/core/platform/clock.ts'
import type { Service } from '@replywright/local/start-service.ts'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { signInToDashboard } from '../dashboard/session.ts'
import { runClient } from '../support/run-client.ts'
import { startTestService } from '../support/service.ts'
import { agentWorld } from './agent-world.ts'

/** Longer than the tests of this file take. */
const LONGEST_MS = 180_000
const ORGANIZATION = derivedId('demo organization', 'Demo')

let service: Service
const world = agentWorld(() => service)
const { api, logged, newAgent, party, repliesTo, write } = world
let thisMonth: string
let pastMonth: string
beforeAll(async () => {
  // A month that ends during a test would divide what it counts.
  const now = new Date()
  const left = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1) - now.getTime()
  if (left < LONGEST_MS) await setTimeout(left)
  ;[thisMonth = '', pastMonth = ''] = lastMonths(Date.now(), 2)
  service = await startTestService({ agentAnswers: true, log: world.log })
})
afterAll(() => service?.stop())

async function usageOf(agentId: string, month?: string) {
  const { status, body } = await api('GET', `/usage/${month ? `?month=${month}` : ''}`)
  expect(status).toBe(200)
  const { agents, ...all } = v.parse(Usage, body)
  return { ...all, agent: agents.find((one) => one.agentId === agentId) }
}

/** Ten seconds of an Ogg Opus file: 500 packets of 20 ms, whose pages claim hours. */
function voiceNote(): string {
  const page = (packets: readonly string[]) => {
    const header = Buffer.alloc(27)
    header.write('OggS')
    header.writeBigInt64LE(2n ** 40n, 6)
    header[26] = packets.length
    return Buffer.concat([header, Buffer.from(packets.map(({ length }) => length)), Buffer.from(packets.join(''))])
  }
  const sound = page(Array<string>(250).fill('\x78sound'))
  return Buffer.concat([page([`OpusHead${'\0'.repeat(11)}`]), page(['OpusTags']), sound, sound]).toString('base64')
}

test('a turn is counted in its month with its price, and a month that has ended stays, also of a deleted agent', async () => {
  const agentId = await newAgent({ name: 'Counted' })
  const chat = await party(agentId)
  expect((await usageOf(agentId)).agent).toBeUndefined()
  await service.provider.sendAsCustomer({ from: chat.customer, audio: { base64: voiceNote() } })
  await logged('turn.answered', chat)
  const { month, usd, agent } = await usageOf(agentId)
  expect(month).toBe(thisMonth)
  expect(agent).toMatchObject({
    agentName: 'Counted',
    deleted: false,
    turns: 1,
    cachedTokens: 0,
    transcriptionSeconds: 10,
  })
  const { inputTokens = 0, outputTokens = 0 } = agent ?? {}
  const micro = Math.round(inputTokens * 0.3 + outputTokens * 2.5) + Math.round((10 / 60) * 0.006 * 1_000_000)
  expect(agent?.usd).toMatchObject({ model: (micro / 1_000_000).toFixed(6), aws: '0.000041' })
  expect(Number(usd.model)).toBeGreaterThanOrEqual(Number(agent?.usd.model))
  // The month ends.
  await AgentCountEntity.patch({ organizationId: ORGANIZATION, id: agentId }).set({ month: pastMonth }).go()
  await write(chat, 'Another month')
  await logged('turn.answered', chat, 2)
  expect((await usageOf(agentId, pastMonth)).agent).toMatchObject({
    deleted: false,
    turns: 1,
    usd: { model: agent?.usd.model },
  })
  expect((await usageOf(agentId)).agent).toMatchObject({ turns: 1, transcriptionSeconds: 0 })
  const { call } = await signInToDashboard(service)
  const { body: ofAgent } = await call('GET', `/v1/agents/${agentId}/usage/`)
  expect(ofAgent).toMatchObject({ sessions: 1, messages: 2, transcriptionSeconds: 10 })
  expect(ofAgent).toMatchObject({
    months: [
      { month: thisMonth, turns: 1, transcriptionSeconds: 0 },
      {
        month: pastMonth,
        turns: 1,
        transcriptionSeconds: 10,
        inputTokens,
        outputTokens,
        usd: { model: agent?.usd.model },
      },
    ],
  })
  expect(await api('DELETE', `/agents/${agentId}/`)).toMatchObject({ status: 204 })
  expect((await usageOf(agentId)).agent).toMatchObject({ agentName: 'Counted', deleted: true, turns: 1 })
  const printed = await runClient(service, ['usage', 'get', '--month', pastMonth])
  expect(printed).toMatchObject({ exitCode: 0, lines: expect.arrayContaining([expect.stringContaining('Counted')]) })
  expect(await api('GET', '/usage/?month=2026-13')).toMatchObject({
    status: 400,
    body: { details: [{ path: 'month', message: 'must be a month such as 2026-11' }] },
  })
})

test('an agent stops at its monthly limit until it is raised, and members who want it are mailed at 80 %', async () => {
  const demo = await signInToDashboard(service)
  expect((await demo.call('GET', '/v1/usage/limit/')).body).toEqual({ limitUsd: null, wantsMail: false })
  expect(await demo.call('PUT', '/v1/usage/mail/', { wantsMail: true })).toMatchObject({ status: 200 })
  const agentId = await newAgent({ name: 'Limited' })
  const chat = await party(agentId)
  const say = async (text: string, answered: number) => {
    await write(chat, text)
    await logged('turn.answered', chat, answered)
  }
  const limit = async (monthlyLimitUsd: number | null) =>
    expect((await api('PATCH', `/agents/${agentId}/`, { monthlyLimitUsd })).body).toMatchObject({ monthlyLimitUsd })
  await say('One', 1)
  const { model = '', aws = '' } = (await usageOf(agentId)).agent?.usd ?? {}
  const used = Number(model) + Number(aws)
  await limit(used / 0.9)
  await say('Two', 2)
  const mails = service.cloud.mail.filter(({ to }) => to === service.ready.email).map(({ subject }) => subject)
  expect(mails.filter((subject) => subject.includes('Limited'))).toEqual([
    'The agent “Limited” has used 80 % of its monthly limit',
  ])
  await write(chat, 'Three')
  await logged('turn.silent', chat)
  const reason = `The agent has used its monthly limit of ${used / 0.9} USD.`
  expect((await demo.call('GET', '/v1/inbox/waiting/')).body).toMatchObject({
    results: [{ id: chat.id, waiting: { kind: 'failed', reason } }],
  })
  const failedBy = async (cause: string) => (await demo.call('GET', `/v1/inbox/waiting/?failure=${cause}`)).body
  expect(await failedBy('limit')).toMatchObject({ results: [{ id: chat.id }] })
  expect(await failedBy('timeout')).toEqual({ results: [], hasMore: false, unhealthy: [] })
  await limit(null)
  await say('Four', 3)
  expect(repliesTo(chat).at(-1)).toContain('“Three” and “Four”')

  expect(await demo.call('PUT', '/v1/usage/limit/', { limitUsd: -1 })).toMatchObject({ status: 400 })
  expect((await demo.call('PUT', '/v1/usage/limit/', { limitUsd: 9 })).body).toEqual({ limitUsd: 9, wantsMail: true })
  expect((await demo.call('PUT', '/v1/usage/limit/', { limitUsd: null })).body).toMatchObject({ limitUsd: null })
})

test('a turn that fails is counted, and once if a redrive answers it', async () => {
  const agentId = await newAgent({ name: 'Failing' })
  const chat = await party(agentId)
  const call = { name: 'offer_choices', arguments: { choices: ['A', 'B'] } }
  const text = `Fail ${chat.customer}`
  service.model.script(text, [{ text: '' }, { toolCalls: [call] }, { text: '' }, { status: 400 }])
  await write(chat, text)
  await logged('turn.given_up', chat)
  const failed = (await usageOf(agentId)).agent
  expect(failed).toMatchObject({ turns: 1 })
  expect(failed?.inputTokens).toBeGreaterThan(0)
  await world.whenDead(1)
  await world.redrive()
  await logged('turn.answered', chat)
  const answered = (await usageOf(agentId)).agent
  expect(answered).toMatchObject({ turns: 1 })
  expect(answered?.inputTokens).toBeGreaterThan(failed?.inputTokens ?? 0)
  const { inputTokens: i = 0, outputTokens: o = 0 } = answered ?? {}
  const total = { M: expect.objectContaining({ i: { N: String(i) }, o: { N: String(o) } }) }
  expect(await world.stored(chat, 'conversation')).toMatchObject([{ co: { M: { t: total } } }])
})

test('no agent of an organisation replies above its monthly limit', async () => {
  // A worker remembers the limit of an organisation for a minute.
  const now = Date.now()
  const { organizationId, userId } = await createOrganization('Limited', now)
  const caller = { organizationId, userId, permission: 'full', role: 'admin', groups: [] } as const
  const agent = await createAgent(caller, randomUUID(), { name: 'Stopped' }, now)
  await changeUsageLimit(caller, 0)
  const trial = await sendTurn(caller, agent.id, randomUUID(), { text: 'Hello' }, now)
  await vi.waitFor(
    async () => expect(await getTrial(caller, agent.id, trial.id, Date.now())).toMatchObject({ state: 'failed' }),
    { timeout: 30_000, interval: 200 },
  )
  expect(await findConversation(organizationId, trial.id)).toMatchObject({
    reachedLimit: 'The organisation has used its monthly limit of 0 USD.',
    failure: { cause: 'limit' },
  })
})

test('a delivered reply has a price once it is counted, in the message, the month, the agent and the number', async () => {
  const agentId = await newAgent({ name: 'Priced' })
  const chat = await party(agentId)
  await write(chat, 'How much?')
  await logged('turn.answered', chat)
  await vi.waitFor(
    async () => {
      const { body } = await api('GET', `/conversations/${chat.id}/messages/`)
      expect(body).toMatchObject({
        results: expect.arrayContaining([
          expect.objectContaining({
            direction: 'outbound',
            pricing: expect.objectContaining({ category: 'service' }),
            // One of the free ones of the month.
            usd: { provider: '0.000000', model: expect.stringMatching(/^0\.00\d{4}$/), aws: '0.000029' },
          }),
        ]),
      })
    },
    { timeout: 30_000, interval: 200 },
  )
  const { agent, numbers, ratesDate } = await usageOf(agentId)
  expect(agent).toMatchObject({ messages: 1, usd: { provider: '0.000000' } })
  expect(numbers[0]?.freeMessagesUsed.service).toBeGreaterThan(0)
  expect(ratesDate).toMatch(/^\d{4}-\d\d-\d\d$/)
  const { call } = await signInToDashboard(service)
  expect((await call('GET', `/v1/conversations/${chat.id}/details/`)).body).toMatchObject({
    usd: { provider: '0.000000', model: agent?.usd.model, aws: '0.000041' },
  })
})
