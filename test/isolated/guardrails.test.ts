// @module-tag full
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Service } from '@replywright/local/start-service.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { agentWorld, type Party } from '../agents/agent-world.ts'
import { synthesizeLocal } from '../support/assemblies/local-assembly.ts'
import { startTestService } from '../support/service.ts'

let service: Service
let directory: string
const world = agentWorld(() => service)
const { newAgent, party, repliesTo, whenAnswered, write } = world
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'replywright-guardrails-'))
  const assembly = await synthesizeLocal(join(directory, 'cdk.out'), { guardrails: 'bedrock' })
  service = await startTestService({ agentAnswers: true, log: world.log, assembly })
})
afterAll(async () => {
  await service?.stop()
  await rm(directory, { recursive: true, force: true })
})

const guardrails = { contentFilter: 0.6, promptAttack: 0.6, sensitiveInformation: 0.6 }
const isStopped = async (chat: Party) => {
  const [conversation] = await world.stored(chat, 'conversation')
  return conversation?.tf?.M?.c?.S === 'guardrail' && conversation.humanNeededSince !== undefined
}

test('a customer’s words are checked before the model reads them', async () => {
  const chat = await party(await newAgent({ guardrails }))
  const words = `[JAILBREAK 0.8] ${chat.customer}`
  await write(chat, words)
  await whenAnswered(chat)
  expect([await isStopped(chat), repliesTo(chat), world.askedOf(words)]).toEqual([true, [], []])
  // The model would read the words with the next message.
  await write(chat, `Hello ${chat.customer}`)
  await whenAnswered(chat, 2)
  expect(repliesTo(chat)).toEqual([])
  const other = await party(await newAgent({ guardrails }))
  await write(other, `[JAILBREAK 0.4] ${other.customer}`)
  await whenAnswered(other)
  expect(repliesTo(other)).toHaveLength(1)
})

test('the result of a tool is checked before the model reads it', async () => {
  const path = `/page-${randomUUID()}`
  service.receiver.behave(path, { status: 200, body: '[PROMPT_INJECTION 1.0]' })
  const apiSchema = { url: `${service.receiver.url}${path}` }
  const tools = [{ name: 'read_page', description: '', apiSchema, creditCost: 0 }]
  const chat = await party(await newAgent({ guardrails, tools }))
  await write(chat, '/call read_page')
  await whenAnswered(chat)
  expect([await isStopped(chat), repliesTo(chat)]).toEqual([true, []])
})

test('a reply is checked before it is sent', async () => {
  const chat = await party(await newAgent({ guardrails }))
  const asks = `password? ${chat.customer}`
  service.model.script(asks, [{ text: 'It is hunter2. [PASSWORD 1.0]' }])
  await write(chat, asks)
  await whenAnswered(chat)
  expect([await isStopped(chat), repliesTo(chat)]).toEqual([true, []])
})

test('a reply that could not be checked is paid', async () => {
  const agentId = await newAgent({ guardrails })
  const chat = await party(agentId)
  const asks = `open? ${chat.customer}`
  const replies = ['We are open.', 'We are open until nine.']
  service.model.script(
    asks,
    replies.map((text) => ({ text })),
  )
  // The first call checks the customer’s words. The client tries each call twice.
  const down = service.cloud.faults.plan({ action: 'InvokeGuardrailChecks', kind: 'fail-before', nth: 2, times: 2 })
  await write(chat, asks)
  await whenAnswered(chat)
  expect([down.fired.length, world.askedOf(asks).length, repliesTo(chat)]).toEqual([2, 2, replies.slice(1)])
  const { body } = await world.api('GET', '/usage/')
  const { outputTokens } = Object(body).agents.find((usage: { agentId: string }) => usage.agentId === agentId)
  // A token of the simulated model is four characters.
  expect(outputTokens).toBe(3 + 6)
})

test('an agent without thresholds calls nothing', async () => {
  const calls: string[] = []
  const stop = service.cloud.faults.watch(({ action }) => {
    if (action === 'InvokeGuardrailChecks') calls.push(action)
  })
  const chat = await party(await newAgent({}))
  await write(chat, `[HATE 1.0] ${chat.customer}`)
  await whenAnswered(chat)
  stop()
  expect([calls, repliesTo(chat).length]).toEqual([[], 1])
})
