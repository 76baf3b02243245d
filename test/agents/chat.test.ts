// @module-tag full
import { DynamoDB } from '@aws-sdk/client-dynamodb'
import { GetScheduleCommand, ListSchedulesCommand, SchedulerClient } from '@aws-sdk/client-scheduler'
import { SQS } from '@aws-sdk/client-sqs'
import type { Service } from '@messaging/local/start-service.ts'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { execOps } from '../operations/run-ops.ts'
import { clientOf, outputOf } from '../support/administrator.ts'
import { pageOf } from '../support/chats.ts'
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
  expect(stdout).toMatch(/^Welcome!\n.*“hi”[\s\S]*Remembered: frame\.[\s\S]*“thanks”\n$/)
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
  expect(service.model.requests.at(-1)?.userTexts.join()).toContain('Write to the customer now.')
  await chat(['thanks'], agentId)
  expect(await texts()).not.toContain('Twice?')
})

test('rejects an unknown or ambiguous agent name and shows the choices', async () => {
  for (const name of ['Twin', 'Twin']) await newAgent({ name })
  await expect(typeChat(['hi'], 'Nobody')).rejects.toMatchObject({ stderr: expect.stringContaining('"Nobody"') })
  await expect(typeChat(['hi'], 'Twin')).rejects.toMatchObject({ stderr: expect.stringContaining('2 agents "Twin"') })
})
