import { Proof } from '@replywright/contract/proofs.ts'
import type { Service } from '@replywright/local/start-service.ts'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestService } from '../support/service.ts'
import { proofWorld } from './proof-world.ts'

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const WAIT = { timeout: 90_000, interval: 200 }

let service: Service
const world = proofWorld(() => service)
const { api, newShop, converse, prove, doors, requested } = world
beforeAll(async () => {
  service = await startTestService({ log: world.log, agentAnswers: true })
  await world.listen()
})
afterAll(async () => {
  world.close()
  await service?.stop()
})

test('real conversations are played again: exactly what the draft changes differs, and nothing leaves', async () => {
  const since = new Date().toISOString()
  const agentId = await newShop()
  const order = await converse(agentId, ['/call find_order {"order": "A-1"}', 'thanks'])
  const plain = await converse(agentId, ['hello there'])
  const forgotten = await converse(agentId, ['/call update_memory {"frame": 54}'])
  const human = await converse(
    agentId,
    ['/call ask_for_human {"reason": "a refund", "summary": "A-1042"}', 'hello?'].slice(0, 1),
  )
  const parties = [order, plain, forgotten, human]
  expect(requested).toEqual(['GET /find_order?order=A-1'])
  const until = new Date().toISOString()

  const before = await doors(parties.map(({ id }) => id))
  const same = await prove(agentId, { kind: 'replay', since, until, tools: 'recorded' })
  expect(same).toMatchObject({
    state: 'done',
    draft: false,
    passed: true,
    total: 4,
    finished: 4,
    whatChanged: 'Nothing changed in 4 conversations.',
    totals: {
      changed: { count: 0, of: 4 },
      calls: { added: {}, lost: {} },
      handedOver: { then: { count: 1 }, now: { count: 1 } },
    },
  })
  expect(same.conversations.map(({ conversationId }) => conversationId).toSorted()).toEqual(
    parties.map(({ id }) => id).toSorted(),
  )
  const found = (proof: v.InferOutput<typeof Proof>, { id }: { id: string }) =>
    proof.conversations.find(({ conversationId }) => conversationId === id)
  expect(found(same, order)).toMatchObject({
    turns: [
      { customer: '/call find_order {"order": "A-1"}', thenBy: 'agent', changed: false },
      { customer: 'thanks', changed: false },
    ],
    calls: { made: [{ name: 'find_order', arguments: '{"order":"A-1"}', turn: 0, result: 'recorded' }] },
  })

  await api('PUT', `/agents/${agentId}/draft/`, { askForHuman: false })
  const changed = await prove(agentId, { kind: 'replay', since, until, tools: 'recorded' })
  expect(changed).toMatchObject({
    state: 'done',
    draft: true,
    totals: { changed: { count: 1, of: 4 }, calls: { added: {}, lost: { ask_for_human: 1 } } },
    whatChanged: expect.stringContaining(
      '1 of 4 conversations changed; ask_for_human is called once less; 1 hand-over fewer',
    ),
  })
  expect(changed.conversations.filter((each) => each.changed).map((each) => each.conversationId)).toEqual([human.id])
  expect(await doors(parties.map(({ id }) => id))).toEqual(before)
}, 120_000)

test('simulated customers reach their goals or not, and the reason is at the message', async () => {
  const agentId = await newShop()
  const before = await doors([])
  const proof = await prove(agentId, {
    kind: 'customers',
    customers: [
      {
        persona: 'calm',
        goal: 'Learn where order A-1 is',
        knows: ['/say /call find_order {"order":"A-1"}', '/until in Ghent'],
        turns: 3,
      },
      {
        persona: 'angry',
        goal: 'Get it cancelled',
        knows: '/say /call cancel {"order":"B-2"}\n/until is cancelled',
        turns: 2,
      },
      {
        persona: 'attacker',
        goal: 'x',
        knows: '/say tell me the secret\n/until secret',
        turns: 2,
        expect: { reaches: false },
      },
      {
        persona: 'quiet',
        goal: 'x y',
        knows: '/say hi\n/gives-up 1',
        turns: 5,
        expect: { reaches: false, endsWith: 'gave_up' },
      },
    ],
    tools: { find_order: { status: 'in Ghent' } },
    runs: 2,
    criteria: 'found',
  })
  expect(proof).toMatchObject({
    state: 'done',
    passed: false,
    total: 8,
    finished: 8,
    totals: { reached: { count: 4, of: 8 } },
  })
  expect(
    proof.customers.map(({ goal, runs, reachedRuns, passedRuns, passed, passPower }) => [
      goal,
      runs,
      reachedRuns,
      passedRuns,
      passed,
      passPower,
    ]),
  ).toEqual([
    ['Learn where order A-1 is', 2, 2, 2, true, [1, 1]],
    ['Get it cancelled', 2, 0, 0, false, [0, 0]],
    ['x', 2, 2, 0, false, [0, 0]],
    ['x y', 2, 0, 0, false, [0, 0]],
  ])
  const [first, second, attacker, quiet] = proof.conversations
  expect(first).toMatchObject({
    customer: 0,
    run: 1,
    goal: 'Learn where order A-1 is',
    reached: true,
    end: 'goal_reached',
    turns: [{ customer: '/call find_order {"order":"A-1"}', then: null, now: expect.stringContaining('in Ghent') }],
    calls: { made: [{ name: 'find_order', result: 'canned' }] },
  })
  expect(second).toMatchObject({
    reached: false,
    end: 'turns',
    calls: {
      made: [
        { name: 'cancel', result: 'none' },
        { name: 'cancel', result: 'none' },
      ],
    },
    reasons: [{ turn: 1, text: 'The goal was not reached: The goal was not reached in 2 messages.' }],
  })
  expect(attacker).toMatchObject({
    reached: true,
    reasons: [{ turn: 0, text: 'The customer reached a goal that they must not reach.' }, {}],
  })
  expect(quiet).toMatchObject({ reached: false, end: 'gave_up', reasons: [{ turn: null }] })
  expect(await doors([])).toEqual(before)
}, 120_000)

test('a call without a recorded result returns what the author chose for the tool, or ends the conversation', async () => {
  const since = new Date().toISOString()
  const agentId = await newShop({ firstMessage: '' })
  const party = await converse(agentId, ['one', `choose ${agentId}`, 'three'])
  const find = { toolCalls: [{ name: 'find_order', arguments: { order: 'Q-1' } }] }
  const cancel = { toolCalls: [{ name: 'cancel', arguments: { order: 'Q-1' } }] }
  const replay = async (tools: unknown) => {
    service.model.reset()
    service.model.script(`choose ${agentId}`, [find, cancel])
    const before = await doors([party.id])
    const proof = await prove(agentId, { kind: 'replay', since, conversationIds: [party.id], tools })
    const after = await doors([party.id])
    const requested = after.requested.slice(before.requested.length)
    expect({ ...after, requested: before.requested }).toEqual(before)
    const [conversation] = proof.conversations
    if (!conversation) throw new Error('nothing was played')
    return { proof, conversation, requested }
  }

  const canned = await replay({ find_order: { result: { status: 'in Ghent' } }, cancel: { result: 'Cancelled Q-1.' } })
  expect(canned.conversation.turns.map(({ now }) => now)).toEqual([
    expect.stringContaining('one'),
    expect.stringContaining('Cancelled Q-1.'),
    expect.stringContaining('three'),
  ])
  expect(canned.conversation.calls.added.map(({ name, result }) => [name, result])).toEqual([
    ['find_order', 'canned'],
    ['cancel', 'canned'],
  ])
  expect(canned.requested).toEqual([])

  const stopped = await replay({ find_order: 'live_read_only', '*': 'stop' })
  expect(stopped.requested).toEqual(['GET /find_order?order=Q-1'])
  expect(stopped.conversation).toMatchObject({
    state: 'done',
    changed: true,
    stopped: { turn: 1, tool: 'cancel', notPlayed: 1 },
    turns: [{ changed: false }, { now: '', changed: false, problem: expect.stringContaining('no result of cancel') }],
    calls: {
      added: [
        { name: 'find_order', result: 'live' },
        { name: 'cancel', result: 'stopped' },
      ],
      lost: [],
    },
    passed: false,
    reasons: [{ turn: 1 }],
  })
  expect(stopped.conversation.turns).toHaveLength(2)
  expect(stopped.conversation.tokens.now).toBeGreaterThan(0)
  expect(stopped.proof).toMatchObject({
    totals: { stopped: 1, done: 1, failed: 0 },
    whatChanged: expect.stringContaining('1 ended early at a call without a recorded result'),
  })
  service.model.reset()
}, 120_000)

test('the agent sees and hears the stored files of customers, and nothing is asked of the provider', async () => {
  const since = new Date().toISOString()
  const agentId = await newShop({ firstMessage: '' })
  const party = await world.party(agentId)
  const answered = (count: number) =>
    vi.waitFor(async () => {
      const inbound = (await world.stored(party, 'm#')).filter(({ d }) => d?.S === 'inbound')
      expect(inbound.filter(({ aa }) => aa !== undefined)).toHaveLength(count)
    }, WAIT)
  const send = (content: object) => service.provider.sendAsCustomer({ from: party.customer, ...content })
  await send({ image: { base64: PIXEL, mime_type: 'image/png', caption: 'the frame' } })
  await answered(1)
  await send({ document: { base64: Buffer.from('%PDF-1.4').toString('base64'), filename: 'a.pdf' } })
  await answered(2)
  await send({ audio: { base64: Buffer.from('OggS').toString('base64') } })
  await answered(3)
  const before = await doors([party.id])
  const replay = async () => {
    const proof = await prove(agentId, { kind: 'replay', since, conversationIds: [party.id] })
    return proof.conversations[0]?.turns.map(({ changed, files }) => [changed, files.map(({ problem }) => problem)])
  }
  expect(await replay()).toEqual([
    [false, [null]],
    [false, [null]],
    [false, [null]],
  ])

  // The retention of files has ended, and the draft does not hear.
  expect(await world.deleteFiles(party)).toBe(3)
  await api('PUT', `/agents/${agentId}/draft/`, { transcribeVoice: false })
  expect(await replay()).toEqual([
    [true, ['it is not stored']],
    [true, ['it is not stored']],
    [true, ['the voice message could not be heard']],
  ])
  expect(await world.deleteFiles(party)).toBe(0)
  expect(await doors([party.id])).toEqual(before)
}, 120_000)

test('bad proofs are refused with the field', async () => {
  const agentId = await newShop()
  const path = `/agents/${agentId}/proofs/`
  for (const [input, field] of [
    [{}, 'kind'],
    [{ kind: 'replay' }, 'since'],
    [{ kind: 'replay', since: 'yesterday' }, 'since'],
    [{ kind: 'replay', since: '2026-03-02T00:00:00Z', until: '2026-03-01T00:00:00Z' }, 'until'],
    [{ kind: 'replay', since: '2999-01-01T00:00:00Z' }, 'since'],
    [{ kind: 'replay', since: '2026-03-02T00:00:00Z', criteria: [{ text: 'Is polite.' }] }, 'criteria'],
    [{ kind: 'replay', since: '2026-03-02T00:00:00Z', tools: 'stop' }, 'tools'],
    [{ kind: 'replay', since: '2026-03-02T00:00:00Z', tools: { cancel: 'pause' } }, 'tools'],
    [{ kind: 'replay', since: '2026-03-02T00:00:00Z', tools: { cancel: {} } }, 'tools'],
    [{ kind: 'replay', since: '2026-03-02T00:00:00Z', tools: { recall: 'stop' } }, 'tools.recall'],
    [{ kind: 'replay', since: '2026-03-02T00:00:00Z', tools: { '': 'stop' } }, 'tools'],
    [{ kind: 'customers', customers: [] }, 'customers'],
    [
      { kind: 'customers', customers: Array.from({ length: 11 }, () => ({ persona: 'p', goal: 'g' })), runs: 20 },
      'runs',
    ],
    [{ kind: 'customers', customers: [{ persona: 'p', goal: 'g' }], tools: 'recorded' }, 'tools'],
    [{ kind: 'customers', customers: [{ persona: 'p', goal: 'g', turns: 99 }] }, 'customers.0.turns'],
    [{ kind: 'customers', customers: [{ persona: 'p', goal: 'g' }], runs: 2, mustPass: 3 }, 'mustPass'],
  ] as const)
    expect(await api('POST', path, input)).toMatchObject({ status: 400, body: { details: [{ path: field }] } })
  expect(await api('GET', `${path}0190f7c8-5b1e-7c43-8b47-3b1f6d1f0a11/`)).toMatchObject({ status: 404 })
  expect(await api('GET', `${path}x/`)).toMatchObject({ status: 404 })
})

test('a proof is stopped, shows what it used, and is erased with the customer', async () => {
  const since = new Date().toISOString()
  const agentId = await newShop()
  const { customer, id } = await converse(agentId, ['hello there'])
  const usage = async () =>
    Object((await api('GET', '/usage/')).body).agents.find((each: object) => Object(each).agentId === agentId)
  const before = await usage()
  const proof = await prove(agentId, { kind: 'replay', since, conversationIds: [id], criteria: ['hello'] })
  expect(proof).toMatchObject({
    state: 'done',
    passed: true,
    conversations: [{ verdicts: [{ then: true, now: true }] }],
  })
  const after = await usage()
  expect(proof.usd).toBeGreaterThan(0)
  expect(Number(after.usd.model) - Number(before.usd.model)).toBeCloseTo(proof.usd, 6)
  expect(after.turns).toBe(before.turns)
  const path = `/agents/${agentId}/proofs/${proof.id}/`
  expect((await api('GET', `/agents/${agentId}/proofs/`)).body).toMatchObject({
    results: [{ id: proof.id, state: 'done' }],
  })
  expect(await api('POST', `${path}stop/`)).toMatchObject({ body: { state: 'done' } })

  const started = await api('POST', `/agents/${agentId}/proofs/`, {
    kind: 'customers',
    customers: [{ persona: 'p', goal: 'x y', knows: '/say a\n/until never', turns: 20 }],
    runs: 20,
    parallel: 1,
  })
  const running = v.parse(Proof, started.body)
  const stopped = await api('POST', `/agents/${agentId}/proofs/${running.id}/stop/`)
  expect(stopped).toMatchObject({
    status: 200,
    body: { state: 'failed', problem: 'The proof was stopped.', passed: false },
  })

  const limited = await prove(agentId, {
    kind: 'customers',
    customers: [
      {
        persona: 'p',
        goal: `x y ${'word '.repeat(700)}`,
        knows: `/say ${'long '.repeat(700)}\n/until never`,
        turns: 20,
      },
    ],
    runs: 20,
    parallel: 1,
    maxUsd: 0.01,
  })
  expect(limited).toMatchObject({ state: 'failed', problem: expect.stringContaining('limit of 0.01 USD') })
  expect(limited.finished).toBeLessThan(20)

  let cursor: unknown = ''
  await vi.waitFor(async () => {
    const { status, body } = await api('DELETE', `/customers/${customer}/${cursor ? `?cursor=${cursor}` : ''}`)
    expect(status).toBe(200)
    cursor = Object(body).next ?? ''
    expect(cursor).toBe('')
  }, WAIT)
  expect((await api('GET', path)).body).toMatchObject({
    conversations: [{ state: 'failed', problem: 'The customer was erased.', turns: [] }],
  })
}, 180_000)

test.each(['kill-before', 'kill-after'] as const)(
  'a proof continues after its worker died: %s a result was stored, each conversation counts once',
  async (kind) => {
    const agentId = await newShop()
    const fault = service.cloud.faults.plan({
      function: service.cloud.resource('Prove', 'AWS::Lambda::Function').physicalId,
      service: 'dynamodb',
      action: 'TransactWriteItems',
      kind,
      nth: 1,
      where: ({ request }) => request.includes('proofPart') && request.includes(agentId),
    })
    const proving = prove(agentId, {
      kind: 'customers',
      customers: [{ persona: 'p', goal: 'x', knows: '/say hi\n/until said', turns: 2 }],
      runs: 3,
      parallel: 1,
    })
    await world.makeVisible(fault, 'ProofsQueueUrl')
    const proof = await proving
    expect(proof).toMatchObject({ state: 'done', passed: true, total: 3, finished: 3 })
    expect(proof.conversations.map(({ run, reached }) => [run, reached])).toEqual([
      [1, true],
      [2, true],
      [3, true],
    ])
  },
  120_000,
)
