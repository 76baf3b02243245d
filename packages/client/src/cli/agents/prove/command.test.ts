import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ScriptedResponse, startScriptedServer } from '../../../testing/scripted-server.ts'
import { runCli } from '../../run-cli.ts'

let directory: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'agent-proofs-'))
})
afterEach(() => rm(directory, { recursive: true }))

const conversation = (more: object = {}) => ({
  conversationId: 'c-1',
  state: 'done',
  problem: null,
  changed: false,
  passed: true,
  goal: null,
  run: null,
  tokens: { now: 100 },
  reasons: [],
  ...more,
})
const proof = (more: object = {}) => ({
  id: 'p',
  state: 'done',
  problem: null,
  passed: true,
  total: 1,
  finished: 1,
  usd: 0.02,
  whatChanged: 'Nothing changed in 1 conversation.',
  customers: [],
  conversations: [conversation()],
  ...more,
})
const created: ScriptedResponse = { status: 201, body: proof({ state: 'queued', finished: 0, conversations: [] }) }
const got = (more: object = {}): ScriptedResponse => ({ status: 200, body: proof(more) })

async function run(args: readonly string[], ...script: ScriptedResponse[]) {
  await using api = await startScriptedServer(...script)
  const [out, err]: [string[], string[]] = [[], []]
  const exitCode = await runCli(['agents', ...args], {
    env: { REPLYWRIGHT_BASE_URL: api.url, REPLYWRIGHT_API_KEY: 'key-1' },
    out: (line) => out.push(line),
    err: (line) => err.push(line),
    signal: new AbortController().signal,
    timing: { now: () => Date.parse('2026-03-08T00:00:00Z'), random: () => 0, sleep: async () => {} },
  })
  return { exitCode, out, err, received: api.received }
}

test('a proof runs to its end, with its progress and its sentence', async () => {
  const junitPath = join(directory, 'proof.xml')
  const { exitCode, out, err, received } = await run(
    ['prove', 'a', '--since', '7d', '--criteria', 'Polite; short', '--limit', '3', '--junit', junitPath],
    created,
    got({ state: 'running', finished: 0 }),
    got(),
  )
  expect([exitCode, err, out.at(-1)]).toEqual([
    0,
    ['1 of 1 conversations'],
    'Nothing changed in 1 conversation. The proof used 0.02 USD.',
  ])
  expect(JSON.parse(received[0]?.body ?? '')).toEqual({
    kind: 'replay',
    since: '2026-03-01T00:00:00.000Z',
    criteria: ['Polite', 'short'],
    limit: 3,
    draft: true,
  })
  expect(await readFile(junitPath, 'utf8')).toContain('tests="1" failures="0"')
})

test.each([
  ['a reason', [], [conversation({ passed: false, reasons: [{ turn: 1, text: 'No.' }] })], '      turn 2: No.'],
  ['a change', ['--unchanged'], [conversation({ changed: true })], '      The conversation changed.'],
  ['a problem', [], [conversation({ state: 'failed', passed: false, problem: 'It broke.' })], '      It broke.'],
])('exits with 1 for %s', async (_, options, conversations, line) => {
  const { exitCode, out } = await run(['prove', 'a', ...options], created, got({ conversations }))
  expect([exitCode, out]).toEqual([1, expect.arrayContaining([line])])
})

test('a proof that fails is one error', async () => {
  const failed = got({ state: 'failed', problem: 'The proof was stopped.' })
  const { exitCode, err } = await run(['prove', 'a'], created, failed)
  expect([exitCode, err.at(-1)]).toEqual([1, expect.stringContaining('The proof was stopped.')])
})

test.each([
  [['a', '--since', 'yesterday'], '--since must be a time'],
  [['a', '--limit', 'many'], '--limit must be a number.'],
])('wrong arguments %j exit with 2', async (args, message) => {
  const { exitCode, err, received } = await run(['prove', ...args])
  expect([exitCode, err.join(), received]).toEqual([2, expect.stringContaining(message), []])
})

test('a test with a customer runs as a proof', async () => {
  const path = join(directory, 'shop.test.yaml')
  await writeFile(
    path,
    `
agent: a
runs: 2
tests:
  - name: Where is it
    customer: { persona: calm, goal: Learn where it is, knows: { order: A-1 }, turns: 3 }
    tools: {}
    expect: { says: is polite, callsInOrder: [find], doesNotSay: refund, maxUsd: 0.1 }
`,
  )
  const conversations = [
    conversation({ run: 1 }),
    conversation({ run: 2, passed: false, reasons: [{ turn: 0, text: 'No.' }] }),
  ]
  const customers = [{ passPower: [0.5, 0] }]
  const { exitCode, out, received } = await run(
    ['test', path, '--no-report'],
    { status: 200, body: { tools: [{ name: 'find' }] } },
    created,
    got({ passed: false, conversations, customers }),
  )
  expect(JSON.parse(received[1]?.body ?? '')).toMatchObject({
    kind: 'customers',
    customers: [
      {
        goal: 'Learn where it is',
        knows: { order: 'A-1' },
        turns: 3,
        expect: { reaches: true, callsInOrder: ['find'], doesNotSay: ['refund'], maxUsd: 0.1 },
      },
    ],
    runs: 2,
    mustPass: 2,
    criteria: ['is polite'],
    draft: false,
  })
  expect([exitCode, out]).toEqual([
    1,
    [
      expect.stringMatching(/^FAIL {2}Where is it +1\/2/),
      '      run 2, turn 1: No.',
      '      pass^1 50 %, pass^2 0 %',
      '0 of 1 tests passed.',
    ],
  ])
})

test.each([
  ['live_read_only', 'live_read_only'],
  ['{"cancel": "stop", "*": {"result": 1}}', { cancel: 'stop', '*': { result: 1 } }],
])('--tools %s is sent as it is meant', async (text, tools) => {
  const { received } = await run(['prove', 'a', '--tools', text], created, got())
  expect(JSON.parse(received[0]?.body ?? '')).toMatchObject({ tools })
})

test('--tools that begins as JSON and is none is refused before anything is sent', async () => {
  const { exitCode, err, received } = await run(['prove', 'a', '--tools', '{cancel: stop}'])
  expect([exitCode, received]).toEqual([2, []])
  expect(err.join('\n')).toContain('{"cancel": "stop"}')
})
