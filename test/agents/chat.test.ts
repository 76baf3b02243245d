// @module-tag long
// @module-tag full
import { randomUUID } from 'node:crypto'
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DynamoDB } from '@aws-sdk/client-dynamodb'
import { GetScheduleCommand, ListSchedulesCommand, SchedulerClient } from '@aws-sdk/client-scheduler'
import { SQS } from '@aws-sdk/client-sqs'
import type { Service } from '@replywright/local/start-service.ts'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { execOps } from '../operations/run-ops.ts'
import { clientOf, outputOf } from '../support/administrator.ts'
import { pageOf } from '../support/chats.ts'
import { runClient } from '../support/run-client.ts'
import { callers, idOf, startTestService } from '../support/service.ts'

const WAIT = { timeout: 90_000, interval: 200 }
const Chatted = v.object({
  conversationId: v.string(),
  exchanges: v.array(v.object({ text: v.string(), answers: v.array(v.string()) })),
})

let service: Service
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service?.stop())

const { api } = callers(() => service)
const newAgent = async (settings: object) => idOf(await api('POST', '/agents/', settings))

/** Runs `npm run ops -- chat …` with lines on standard input. */
const typeChat = (lines: readonly string[], ...args: string[]) =>
  execOps(service, ['chat', ...args], {}, lines.map((line) => `${line}\n`).join(''))
const chat = async (lines: readonly string[], ...args: string[]) =>
  v.parse(Chatted, JSON.parse((await typeChat(lines, ...args, '--json')).stdout))

test('a named agent replies to each line, sends nothing to the provider, and stores its memory', async () => {
  await newAgent({
    name: 'Bicycle shop',
    firstMessage: 'Welcome!',
    memoryKeys: [{ key: 'frame', type: 'number', initialValue: '', whenToUpdate: 'when they tell it' }],
  })
  const lines = ['hi', '', '/call update_memory {"frame": 56}', 'thanks']
  const { stdout, stderr } = await typeChat(lines, 'Bicycle', 'shop')
  expect(stdout).toMatch(/^Welcome!\n\n.*“hi”[\s\S]*Remembered: frame\.[\s\S]*“thanks”\n$/)
  expect(stderr).toContain('update_memory {"frame":56} → ')
  expect(service.model.requests.at(-1)?.system).toContain('- frame: 56')
  expect(service.provider.sent).toEqual([])
})

test('a chat starts a new session for another agent, and an agent hands it over to another', async () => {
  const child = await newAgent({ name: 'Returns desk', systemPrompt: 'You are the returns desk.' })
  const handoffTools = [{ childAgentId: child, description: 'for returns' }]
  const parent = await newAgent({ name: 'Reception', handoffTools })
  const first = await chat(
    ['remember the first chat', '/call hand_off_to_Returns_desk', 'still here'],
    '--agent',
    parent,
  )
  expect(first.exchanges.map(({ answers }) => answers.length)).toEqual([1, 1, 1])
  expect((await api('GET', `/conversations/${first.conversationId}/`)).body).toMatchObject({ activeAgent: child })
  const [beforeLast, last] = service.model.requests.slice(-2)
  for (const asked of [beforeLast, last]) expect(asked?.system).toMatch(/^You are the returns desk\./)
  expect(JSON.stringify(last?.messages)).toContain('remember the first chat')
  const second = await chat(['who am I?'], parent)
  expect(second.conversationId).toBe(first.conversationId)
  expect(JSON.stringify(service.model.requests.at(-1)?.messages)).not.toContain('remember the first chat')
})

test('an agent writes once when its wake-up is due', async () => {
  const agentId = await newAgent({
    name: 'Reminder',
    wakeUpConfigs: [{ description: 'to remind', forceMessage: true }],
  })
  const { conversationId } = await chat(['/call schedule_wake_up {"when": "2", "reason": "the wheel"}'], agentId)
  const output = (name: string) => outputOf(service.cloud, name)
  const scheduler = clientOf(SchedulerClient, service.cloud)
  const schedule = await vi.waitFor(async () => {
    const { Schedules = [] } = await scheduler.send(new ListSchedulesCommand({ NamePrefix: 'wakeup-' }))
    const [{ Name, GroupName } = {}] = Schedules
    return await scheduler.send(new GetScheduleCommand({ Name, GroupName }))
  }, WAIT)
  const message = schedule.Target?.Input ?? ''
  expect(JSON.parse(message)).toMatchObject({ kind: 'wake-up', conversationId })

  // Two minutes later, the schedule sends its message twice.
  const dynamodb = clientOf(DynamoDB, service.cloud)
  const { organizationId, wakeUpId } = v.parse(
    v.looseObject({ organizationId: v.string(), wakeUpId: v.string() }),
    JSON.parse(message),
  )
  await dynamodb.updateItem({
    TableName: output('TableName'),
    Key: { pk: { S: `c#${organizationId}#${conversationId}` }, sk: { S: `wakeup#${wakeUpId}` } },
    UpdateExpression: 'SET fireAt = :past',
    ExpressionAttributeValues: { ':past': { N: String(Date.now() - 1000) } },
  })
  service.model.script('the wheel', [{ text: 'Your wheel is ready.' }, { text: 'Twice?' }])
  const sqs = clientOf(SQS, service.cloud)
  for (const _ of [1, 2]) await sqs.sendMessage({ QueueUrl: output('WindowsQueueUrl'), MessageBody: message })
  const texts = async () =>
    pageOf(await api('GET', `/conversations/${conversationId}/messages/`)).results.map(({ text }) => text)
  await vi.waitFor(async () => expect(await texts()).toContain('Your wheel is ready.'), WAIT)
  expect(service.model.requests.at(-1)?.system).toContain('Write to the customer now.')
  await chat(['thanks'], agentId)
  expect(await texts()).not.toContain('Twice?')
})

test('rejects an unknown or ambiguous agent name and shows the choices', async () => {
  for (const name of ['Twin', 'Twin']) await newAgent({ name })
  await expect(typeChat(['hi'], 'Nobody')).rejects.toMatchObject({ stderr: expect.stringContaining('"Nobody"') })
  await expect(typeChat(['hi'], 'Twin')).rejects.toMatchObject({ stderr: expect.stringContaining('2 agents "Twin"') })
})

describe('the command line of the client', () => {
  let directory: string
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'agent-'))
  })
  afterAll(() => rm(directory, { recursive: true }))

  const run = (...args: string[]) => runClient(service, ['agents', ...args])

  test('tests an agent that is a file, with canned results of tools, and leaves nothing behind', async () => {
    const [agentPath, testPath] = [join(directory, 'shop.json'), join(directory, 'shop.test.yaml')]
    const url = 'https://shop.example/'
    const tool = (name: string, method: string) => ({
      name,
      description: name,
      creditCost: 0,
      apiSchema: { url, method, request_headers: { authorization: { input: { type: 'value', value: 'secret-1' } } } },
    })
    const memoryKeys = [{ key: 'frame', type: 'number', initialValue: '', whenToUpdate: 'when they tell it' }]
    const tools = [tool('find_order', 'GET'), tool('refund', 'POST')]
    await writeFile(agentPath, JSON.stringify({ name: 'Tested shop', memoryKeys, tools }))
    expect(await run('push', agentPath)).toMatchObject({ exitCode: 0 })
    const file = JSON.parse(await readFile(agentPath, 'utf8'))
    expect(JSON.stringify(file)).not.toContain('secret-1')
    await writeFile(agentPath, JSON.stringify({ ...file, description: 'Tested' }))
    expect((await run('push', agentPath, '--dry-run')).lines).toEqual(['- description: ""', '+ description: "Tested"'])
    expect(await run('push', agentPath)).toMatchObject({ exitCode: 0 })
    const stored = await api('GET', `/agents/${file.id}/`)
    expect(JSON.stringify(stored.body)).toContain('secret-1')

    await writeFile(
      testPath,
      `
agent: shop.json
tests:
  - name: Order
    tools: { find_order: { status: on its way } }
    turns:
      - customer: /call find_order
        expect:
          calls: { find_order: {} }
          neverCalls: refund
          matches: on its way
          says: way
      - button: { id: size, text: '/call update_memory {"frame": 56}' }
        expect: { remembers: { frame: 56 }, asksForHuman: false, maxTokens: 100000 }
      - customer: '/call ask_for_human {"reason": "a refund", "summary": "A-1042"}'
        expect: { asksForHuman: true }
  - name: Refund
    turns:
      - customer: /call refund
        expect: { matches: no effect in a trial, says: refunded, maxTokens: 1 }
  - name: Files
    turns:
      - { customer: Look, file: photo.jpg, expect: { matches: 'picture of \\d+ bytes' } }
      - { file: voice.ogg, expect: { matches: 'A voice message of 13261 bytes' } }
`,
    )
    const samples = new URL('../../packages/simulators/src/provider/samples/', import.meta.url)
    for (const name of ['photo.jpg', 'voice.ogg']) await copyFile(new URL(name, samples), join(directory, name))
    const junitPath = join(directory, 'results.xml')
    const { exitCode, lines } = await run('test', testPath, '--junit', junitPath)
    expect(lines).toEqual([
      expect.stringMatching(/^PASS {2}Order +1\/1 {2}[\d,]+ tokens$/),
      expect.stringMatching(/^FAIL {2}Refund +0\/1/),
      expect.stringMatching(/^ +turn 1: maxTokens 1: it used \d+$/),
      '      turn 1: says refunded: the reply does not contain “refunded”.',
      expect.stringMatching(/^PASS {2}Files +1\/1/),
      '2 of 3 tests passed.',
    ])
    expect(exitCode).toBe(1)
    expect(await readFile(junitPath, 'utf8')).toContain('tests="3" failures="1"')
    expect((await api('GET', `/agents/${file.id}/test-runs/`)).body).toMatchObject({
      results: [
        {
          file: 'shop.test.yaml',
          passed: false,
          results: [{ name: 'Order', passed: true }, { reasons: [expect.any(String), expect.any(String)] }, {}],
        },
      ],
    })
    expect(await api('GET', `/agents/${randomUUID()}/test-runs/`)).toMatchObject({ status: 404 })

    const agents = JSON.stringify((await api('GET', '/agents/?limit=100')).body)
    expect(agents).not.toContain('Judge of agent tests')
    const conversations = JSON.stringify((await api('GET', '/conversations/?limit=100')).body)
    expect(conversations).not.toContain('"Trial"')
    expect(service.provider.sent).toEqual([])
  })
})

test('the fallback replies while the model is down, and the turn says so', async () => {
  const agentId = await newAgent({ name: 'Steady', llmModel: 'small', fallbackModel: 'large' })
  expect(await api('POST', '/agents/', { name: 'Odd', fallbackModel: 'unknown' })).toMatchObject({
    status: 400,
    body: { details: [{ path: 'fallbackModel' }] },
  })
  service.model.script('are you there', [{ status: 503 }], 'small')
  service.model.script('are you there', [{ text: 'From the second model.' }], 'large')
  const path = `/agents/${agentId}/trials/`
  const id = idOf(await api('POST', path, { text: 'are you there?' }))
  await vi.waitFor(async () => {
    expect((await api('GET', `${path}${id}/`)).body).toMatchObject({
      state: 'idle',
      messages: [{ role: 'user' }, { text: 'From the second model.' }],
      turns: [{ status: 'answered', models: ['large'] }],
    })
  }, WAIT)
  expect(await api('DELETE', `${path}${id}/`)).toMatchObject({ status: 204 })
})

test('a trial is returned with its tool calls, models and tokens, and is deleted once', async () => {
  const agentId = await newAgent({ name: 'Tried' })
  const path = `/agents/${agentId}/trials/`
  const id = idOf(await api('POST', path, { text: 'hello' }))
  const trial = await vi.waitFor(async () => {
    const { body } = await api('GET', `${path}${id}/`)
    expect(body).toMatchObject({ state: 'idle' })
    return body
  }, WAIT)
  expect(trial).toMatchObject({
    messages: [
      { role: 'user', text: 'hello' },
      { role: 'assistant', text: expect.stringContaining('hello') },
    ],
    turns: [{ agentIds: [agentId], models: [expect.any(String)], inputTokens: expect.any(Number), cachedTokens: 0 }],
    memory: {},
  })
  const other = await newAgent({ name: 'Other' })
  expect(await api('GET', `/agents/${other}/trials/${id}/`)).toMatchObject({ status: 404 })
  expect(await api('POST', path, { text: 'x', trialId: id, toolResults: {} })).toMatchObject({ status: 400 })
  expect(await api('POST', path, { text: '/connect:x' })).toMatchObject({ status: 400 })
  expect(await api('DELETE', `${path}${id}/`)).toMatchObject({ status: 204 })
  expect(await api('GET', `${path}${id}/`)).toMatchObject({ status: 404 })
  expect(await api('DELETE', `${path}${id}/`)).toMatchObject({ status: 404 })
})
