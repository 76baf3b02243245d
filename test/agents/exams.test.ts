import { DynamoDB } from '@aws-sdk/client-dynamodb'
import { GetScheduleCommand, ListSchedulesCommand, SchedulerClient } from '@aws-sdk/client-scheduler'
import { SQS } from '@aws-sdk/client-sqs'
import { Exam } from '@replywright/contract/exams.ts'
import { Proof } from '@replywright/contract/proofs.ts'
import { examProofId } from '@replywright/core/answering/exams/plan-exam.ts'
import type { Service } from '@replywright/local/start-service.ts'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { signInToDashboard } from '../dashboard/session.ts'
import { clientOf, outputOf } from '../support/administrator.ts'
import { startTestService } from '../support/service.ts'
import { proofWorld } from './proof-world.ts'

const WAIT = { timeout: 90_000, interval: 200 }
const DAY = 86_400_000

let service: Service
const world = proofWorld(() => service)
const { api, newShop, converse } = world
beforeAll(async () => {
  service = await startTestService({ log: world.log, agentAnswers: true })
  await world.listen()
})
afterAll(async () => {
  world.close()
  await service?.stop()
})

const CUSTOMER = { persona: 'calm', goal: 'Be welcomed', knows: '/say hello\n/until Welcome', turns: 2 }
const Check = v.object({ kind: v.literal('exam'), organizationId: v.string(), agentId: v.string(), at: v.number() })

const examOf = async (agentId: string) => v.parse(Exam, (await api('GET', `/agents/${agentId}/exam/`)).body)
const setExam = async (agentId: string, input: object) => await api('PUT', `/agents/${agentId}/exam/`, input)
const ended = (agentId: string, proofId: string) =>
  vi.waitFor(async () => {
    const proof = v.parse(Proof, (await api('GET', `/agents/${agentId}/proofs/${proofId}/`)).body)
    expect(proof.state).not.toMatch(/queued|running/)
    return proof
  }, WAIT)

/** Returns the message that the schedule of an exam sends. */
async function scheduled(agentId: string) {
  const scheduler = clientOf(SchedulerClient, service.cloud)
  return await vi.waitFor(async () => {
    const { Schedules = [] } = await scheduler.send(new ListSchedulesCommand({ NamePrefix: 'exam-' }))
    const found = await Promise.all(
      Schedules.map(({ Name, GroupName }) => scheduler.send(new GetScheduleCommand({ Name, GroupName }))),
    )
    const messages = found.map(({ Target }) => v.parse(Check, JSON.parse(Target?.Input ?? '')))
    const own = messages.find((message) => message.agentId === agentId)
    if (!own) throw new Error('no schedule')
    return own
  }, WAIT)
}

/** Lets a planned exam be due at another time, and sends the message of its schedule `times` times. */
async function passNight(message: v.InferOutput<typeof Check>, at: number, times: number): Promise<string> {
  const { organizationId, agentId } = message
  await clientOf(DynamoDB, service.cloud).updateItem({
    TableName: outputOf(service.cloud, 'TableName'),
    Key: { pk: { S: `agent#${organizationId}#${agentId}` }, sk: { S: 'exam' } },
    UpdateExpression: 'SET nextAt = :at',
    ConditionExpression: 'attribute_exists(nextAt)',
    ExpressionAttributeValues: { ':at': { N: String(at) } },
  })
  const sqs = clientOf(SQS, service.cloud)
  for (let time = 0; time < times; time++)
    await sqs.sendMessage({
      QueueUrl: outputOf(service.cloud, 'WindowsQueueUrl'),
      MessageBody: JSON.stringify({ ...message, at }),
    })
  return examProofId(organizationId, agentId, at)
}

test('an exam takes place once a night, and a drop is an event and a mail', async () => {
  const agentId = await newShop()
  expect(await examOf(agentId)).toMatchObject({ enabled: false, nextAt: null, last: null })
  const input = { enabled: false, hour: 3, customers: [CUSTOMER], sample: 5, criteria: 'hello' }
  const off = await setExam(agentId, input)
  expect(off).toMatchObject({ status: 200, body: { enabled: false, nextAt: null, criteria: ['hello'] } })
  expect(v.parse(Exam, off.body).estimate).toMatchObject({ conversations: 6, basis: 'assumed' })
  const { enabled, nextAt } = v.parse(Exam, (await setExam(agentId, { ...input, enabled: true })).body)
  expect(enabled).toBe(true)
  expect(new Date(nextAt ?? 0).getUTCHours()).toBe(3)

  const message = await scheduled(agentId)
  expect(message).toMatchObject({ kind: 'exam', at: Date.parse(nextAt ?? '') })
  const first = message.at - 3 * DAY
  const proof = await ended(agentId, await passNight(message, first, 3))
  expect(proof).toMatchObject({ kind: 'exam', state: 'done', passed: true, total: 1, draft: false })
  await vi.waitFor(async () => expect((await examOf(agentId)).nextAt).toBe(nextAt), WAIT)
  expect(await examOf(agentId)).toMatchObject({
    last: { proofId: proof.id, passed: true, drops: [] },
    estimate: { basis: 'last_exam' },
  })

  const { id: webhookId } = service.ready.webhook
  await api('PATCH', `/webhooks/${webhookId}/`, { events: ['message.received', 'agent.regressed'] })
  expect(await api('PATCH', `/agents/${agentId}/`, { firstMessage: 'Go away!' })).toMatchObject({ status: 200 })
  const worse = await ended(agentId, await passNight(message, first + DAY, 2))
  expect(worse).toMatchObject({
    state: 'done',
    passed: false,
    whatChanged: '0 of 1 customer passed. Worse than before: “Be welcomed”.',
  })
  expect(await examOf(agentId)).toMatchObject({
    last: {
      proofId: worse.id,
      drops: [{ kind: 'customer', name: 'Be welcomed', before: { count: 1, of: 1 }, now: { count: 0, of: 1 } }],
    },
  })
  const received = () =>
    service.receiver
      .received()
      .map(({ json }) => json)
      .filter((event) => Object(event).event === 'agent.regressed')
  await vi.waitFor(() => expect(received()).toHaveLength(1), WAIT)
  expect(received()[0]).toMatchObject({
    agent: { id: agentId },
    exam: { proofId: worse.id },
    drops: [{ name: 'Be welcomed' }],
    phoneNumber: '',
  })
  const mails = () => service.cloud.mail.filter(({ subject }) => subject.includes('worse in its exam'))
  await vi.waitFor(() => expect(mails().map(({ to }) => to)).toEqual([service.ready.email]), WAIT)

  // Still bad: no further drop.
  const third = await ended(agentId, await passNight(message, first + 2 * DAY, 1))
  expect(third).toMatchObject({ passed: false, whatChanged: '0 of 1 customer passed.' })
  expect(received()).toHaveLength(1)
  expect(mails()).toHaveLength(1)

  // Switched off: a schedule that fires late starts nothing.
  expect(await setExam(agentId, input)).toMatchObject({ body: { enabled: false, nextAt: null } })
}, 180_000)

test('real conversations of the day are judged as they were', async () => {
  const agentId = await newShop()
  await converse(agentId, ['hello there'])
  await converse(agentId, ['good morning'])
  const input = { enabled: false, customers: [CUSTOMER], sample: 10, criteria: ['hello'] }
  await setExam(agentId, input)
  const before = await world.doors([])
  const requests = service.model.requests.length
  const started = await api('POST', `/agents/${agentId}/exam/run/`)
  expect(started).toMatchObject({ status: 201, body: { kind: 'exam', state: 'queued' } })
  const proof = await ended(agentId, v.parse(Proof, started.body).id)
  expect(proof).toMatchObject({
    state: 'done',
    passed: false,
    total: 3,
    totals: { criteria: [{ criterion: 'hello', now: { count: 2 } }] },
  })
  const real = proof.conversations.filter(({ customer }) => customer === null)
  expect(real.map(({ turns, passed }) => [turns[0]?.customer, turns[0]?.now === turns[0]?.then, passed])).toEqual(
    expect.arrayContaining([
      ['hello there', true, true],
      ['good morning', true, false],
    ]),
  )
  expect(await world.doors([])).toEqual(before)
  expect(service.model.requests.length).toBeGreaterThan(requests)
})

test('an agent that requires a proof publishes a draft only after the last proof of it has passed', async () => {
  const agentId = await newShop({ requiresProof: true })
  const publish = () => api('POST', `/agents/${agentId}/draft/publish/`, {})
  const refused = (text: string) => ({
    status: 409,
    body: { reason: 'proof_required', error: expect.stringContaining(text) },
  })
  await api('PUT', `/agents/${agentId}/draft/`, { firstMessage: 'Good day' })
  expect(await publish()).toMatchObject(refused('was not proved'))
  await world.prove(agentId, { kind: 'customers', customers: [CUSTOMER] })
  expect(await publish()).toMatchObject(refused('did not pass'))
  await api('PUT', `/agents/${agentId}/draft/`, { firstMessage: 'Welcome to the shop' })
  expect(await publish()).toMatchObject(refused('was not proved'))
  await world.prove(agentId, { kind: 'customers', customers: [CUSTOMER] })
  expect(await publish()).toMatchObject({ status: 204 })
})

test('an organisation that requires proofs holds the drafts of all its agents', async () => {
  const session = await signInToDashboard(service)
  const change = (requiresProof: boolean) => session.call('PUT', '/v1/organization/proof-rule/', { requiresProof })
  const agentId = await newShop()
  const publish = () => api('POST', `/agents/${agentId}/draft/publish/`, {})
  await api('PUT', `/agents/${agentId}/draft/`, { firstMessage: 'Welcome to the shop' })
  expect(await change(true)).toMatchObject({ status: 200, body: { requiresProof: true } })
  try {
    expect(await publish()).toMatchObject({
      status: 409,
      body: { reason: 'proof_required', error: expect.stringContaining('The organisation requires a proof.') },
    })
    await world.prove(agentId, { kind: 'customers', customers: [CUSTOMER] })
    expect(await publish()).toMatchObject({ status: 204 })
    await api('PUT', `/agents/${agentId}/draft/`, { firstMessage: 'Hello' })
  } finally {
    expect(await change(false)).toMatchObject({ status: 200 })
  }
  expect(await publish()).toMatchObject({ status: 204 })
})

test('bad exams are refused with the field', async () => {
  const agentId = await newShop()
  for (const [input, field] of [
    [{}, 'enabled'],
    [{ enabled: true }, 'customers'],
    [{ enabled: true, sample: 5 }, 'customers'],
    [{ enabled: true, criteria: ['polite'], sample: 0 }, 'customers'],
    [{ enabled: false, hour: 24 }, 'hour'],
    [{ enabled: false, hour: 3.5 }, 'hour'],
    [{ enabled: false, sample: 51 }, 'sample'],
    [{ enabled: false, dropPoints: 0 }, 'dropPoints'],
    [{ enabled: false, customers: [{ goal: 'g' }] }, 'customers.0.persona'],
    [{ enabled: false, customers: [CUSTOMER], runs: 2, mustPass: 3 }, 'mustPass'],
    [{ enabled: false, customers: Array.from({ length: 50 }, () => CUSTOMER), runs: 4 }, 'runs'],
  ] as const)
    expect(await setExam(agentId, input)).toMatchObject({ status: 400, body: { details: [{ path: field }] } })
  expect(await api('POST', `/agents/${agentId}/exam/run/`)).toMatchObject({ status: 400 })
  expect(await api('GET', '/agents/0190f7c8-5b1e-7c43-8b47-3b1f6d1f0a11/exam/')).toMatchObject({ status: 404 })
})
