import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ScriptedResponse, startScriptedServer } from '../../../testing/scripted-server.ts'
import type { Timing } from '../../../timing.ts'
import { runCli } from '../../run-cli.ts'

let directory: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'agent-tests-'))
})
afterEach(() => rm(directory, { recursive: true }))

const MINUTE = 60_000
const AGENT = '/api/v1/agents/a/'
const JUDGE = '/api/v1/agents/j/'
const DELETED = { status: 204, body: undefined }

function trial(id: string, state: string): ScriptedResponse {
  const messages = state === 'idle' ? [{ id: 'm', role: 'agent', text: 'Hello' }] : []
  return { status: 200, body: { id, state, messages, turns: [], memory: {} } }
}

/** Writes a file of two tests and returns its path. */
async function writeTests(expectation: object): Promise<string> {
  const path = join(directory, 'shop.json')
  const tests = ['first', 'second'].map((name) => ({ name, turns: [{ customer: 'Hi', expect: expectation }] }))
  await writeFile(path, JSON.stringify({ agent: 'a', tests }))
  return path
}

/** Runs two tests. Each wait takes ten minutes, after `onWait`. */
async function run(expectation: object, onWait: (ended: AbortController) => void, ...script: ScriptedResponse[]) {
  const path = await writeTests(expectation)
  await using api = await startScriptedServer(...script)
  const ended = new AbortController()
  let now = 0
  const sleep: Timing['sleep'] = async (_, signal) => {
    onWait(ended)
    now += 10 * MINUTE
    signal?.throwIfAborted()
  }
  const lines: string[] = []
  const exitCode = await runCli(['agents', 'test', path, '--no-report'], {
    env: { REPLYWRIGHT_BASE_URL: api.url, REPLYWRIGHT_API_KEY: 'key-1' },
    out: (line) => lines.push(line),
    err: (line) => lines.push(line),
    signal: ended.signal,
    timing: { now: () => now, random: () => 0, sleep },
  })
  return { exitCode, lines, requests: api.received.map(({ method, target }) => `${method} ${target}`) }
}

async function runFile(path: string, ...more: (string | ScriptedResponse)[]) {
  await using api = await startScriptedServer(...more.filter((each) => typeof each !== 'string'))
  const lines: string[] = []
  const args = ['agents', 'test', path, '--no-report', ...more.filter((each) => typeof each === 'string')]
  const exitCode = await runCli(args, {
    env: { REPLYWRIGHT_BASE_URL: api.url, REPLYWRIGHT_API_KEY: 'key-1' },
    out: (line) => lines.push(line),
    err: (line) => lines.push(line),
    signal: new AbortController().signal,
    timing: { now: () => 0, random: () => 0, sleep: async () => {} },
  })
  return { exitCode, lines, received: api.received.map(({ method, target }) => `${method} ${target}`) }
}

test('the tests after a turn that hangs run, although its trial cannot be deleted', async () => {
  const busy = { error: 'The agent is replying.', code: 'conflict', reason: 'trial_in_progress', details: [] }
  const { exitCode, lines, requests } = await run(
    { matches: 'Hello' },
    () => {},
    trial('t1', 'answering'),
    trial('t1', 'answering'),
    { status: 409, body: busy },
    trial('t2', 'idle'),
    DELETED,
  )
  expect(lines).toContain(`Not deleted: ${AGENT}trials/t1/: The agent is replying (409 conflict).`)
  expect(lines).toContainEqual(expect.stringContaining('The agent did not reply within five minutes.'))
  expect([exitCode, lines.at(-1)]).toEqual([1, '1 of 2 tests passed.'])
  expect(requests.at(-1)).toBe(`DELETE ${AGENT}trials/t2/`)
})

test.each([
  ['a list', ['a'], ' must be an object with an agent and its tests.'],
  [
    'two kinds of customers',
    { agent: 'a', tests: [{ name: 'x', customer: {}, turns: [] }] },
    ': tests.0: has turns and a customer: write one of them',
  ],
  [
    'a mood',
    { agent: 'a', tests: [{ name: 'x', customer: { persona: 'p', goal: 'g', moods: ['angri'] } }] },
    ': tests.0.customer.moods.0: must be short, angry, voice_note, picture or changes_mind',
  ],
  [
    'many turns',
    { agent: 'a', tests: [{ name: 'x', customer: { persona: 'p', goal: 'g', turns: 99 } }] },
    ': tests.0.customer.turns: must be at most 20',
  ],
])('a file with %s is refused in one line, before the first turn', async (_, file, line) => {
  const path = join(directory, 'shop.json')
  await writeFile(path, JSON.stringify(file))
  expect(await runFile(path)).toEqual({ exitCode: 2, lines: [`${path}${line}`], received: [] })
})

test('a file of a customer that does not exist, and a report that cannot be written, are told before the first turn', async () => {
  const path = join(directory, 'shop.json')
  await writeFile(path, JSON.stringify({ agent: 'a', tests: [{ name: 'x', turns: [{ file: 'none.jpg' }] }] }))
  expect(await runFile(path)).toMatchObject({
    exitCode: 2,
    lines: [`There is no file ${join(directory, 'none.jpg')}.`],
    received: [],
  })
  const report = join(directory, 'none', 'results.xml')
  expect(await runFile(path, '--junit', report)).toMatchObject({
    exitCode: 2,
    lines: [`--junit: ${report} cannot be written (ENOENT).`],
    received: [],
  })
  expect(await runFile(path, '--junit', '')).toMatchObject({
    exitCode: 2,
    lines: ['--junit must be the path of a file.'],
  })
})

test('a model of the judge that does not exist is told before the first turn', async () => {
  const path = join(directory, 'shop.json')
  const turns = [{ customer: 'Hi', expect: { says: 'a greeting' } }]
  await writeFile(path, JSON.stringify({ agent: 'a', judge: 'gpt-99', tests: [{ name: 'x', turns }] }))
  const body = { error: 'llmModel: no such model', code: 'validation_error', details: [] }
  expect(await runFile(path, { status: 400, body })).toEqual({
    exitCode: 2,
    lines: ['judge: llmModel: no such model (400 validation_error).'],
    received: ['POST /api/v1/agents/'],
  })
})

test('a server that is not the API is told without a stack', async () => {
  const path = await writeTests({})
  const { exitCode, lines } = await runFile(path, { status: 200, body: { hello: 'world' } })
  expect([exitCode, lines[0]]).toEqual([
    1,
    'The response is not one of this API: id is missing or invalid. Check --url.',
  ])
})

test('Ctrl-C deletes the trials and the judge', async () => {
  const { exitCode, lines, requests } = await run(
    { says: 'a greeting' },
    (ended) => ended.abort(),
    trial('t1', 'idle'),
    { status: 201, body: { id: 'j' } },
    trial('t2', 'answering'),
    DELETED,
  )
  expect({ exitCode, lines }).toEqual({ exitCode: 130, lines: [] })
  expect(requests.slice(3)).toEqual([`DELETE ${JUDGE}trials/t2/`, `DELETE ${AGENT}trials/t1/`, `DELETE ${JUDGE}`])
})

test('the judge is deleted if the reader of the output has ended', async () => {
  const judged = [trial('t1', 'idle'), { status: 201, body: { id: 'j' } }, trial('t2', 'idle'), DELETED]
  await using api = await startScriptedServer(...judged)
  const main = fileURLToPath(new URL('../../main.ts', import.meta.url))
  const args = ['agents', 'test', await writeTests({ says: 'a greeting' }), '--no-report']
  const cli = spawn(process.execPath, [main, ...args, '--url', api.url, '--api-key', 'key-1'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  cli.stdout.destroy()
  const [stderr] = await Promise.all([text(cli.stderr), once(cli, 'exit')])
  const requests = api.received.map(({ method, target }) => `${method} ${target}`)
  expect([stderr, requests.at(-1)]).toEqual(['', `DELETE ${JUDGE}`])
})

test.each([
  [403, 'permission_denied', 'This key can only read'],
  [404, 'not_found', 'No such agent'],
])('a refusal of all turns (%d) is told once, also in the JUnit file', async (status, code, error) => {
  const path = await writeTests({})
  const report = join(directory, 'results.xml')
  await using api = await startScriptedServer({ status, body: { error, code, details: [] } })
  const lines: string[] = []
  const exitCode = await runCli(['agents', 'test', path, '--junit', report], {
    env: { REPLYWRIGHT_BASE_URL: api.url, REPLYWRIGHT_API_KEY: 'key-1' },
    out: (line) => lines.push(line),
    err: (line) => lines.push(line),
    signal: new AbortController().signal,
    timing: { now: () => 0, random: () => 0, sleep: async () => {} },
  })
  expect({ exitCode, lines }).toEqual({ exitCode: 2, lines: [`${path}: agent: ${error} (${status} ${code}).`] })
  expect(await readFile(report, 'utf8')).toContain(error)
})

test.each([
  [
    'a regular expression',
    [{ customer: 'Hi', expect: { matches: ['ok', '('] } }],
    {},
    'tests.0.turns.0.expect.matches: "(" is not a regular expression',
  ],
  [
    'a key of an expectation',
    [{ customer: 'Hi', expect: { callz: {} } }],
    {},
    'tests.0.turns.0.expect.callz: unknown field; did you mean calls?',
  ],
  [
    'a key of a turn',
    [{ customer: 'Hi', expects: {} }],
    {},
    'tests.0.turns.0.expects: unknown field; did you mean expect?',
  ],
  ['a key of a button', [{ button: { id: 'a', txt: 'b' } }], {}, 'tests.0.turns.0.button.txt: unknown field'],
  ['a type', [{ customer: 12 }], {}, 'tests.0.turns.0.customer: must be a text; write it in quotes'],
  ['an empty message', [{ customer: '' }], {}, 'tests.0.turns.0.customer: must not be empty'],
  [
    'a list of calls',
    [{ customer: 'Hi', expect: { calls: ['menu'] } }],
    {},
    'tests.0.turns.0.expect.calls: must be an object',
  ],
  [
    'a number',
    [{ customer: 'Hi', expect: { maxTokens: '9k' } }],
    {},
    'tests.0.turns.0.expect.maxTokens: must be a number',
  ],
  [
    'a small number',
    [{ customer: 'Hi', expect: { maxTokens: 0 } }],
    {},
    'tests.0.turns.0.expect.maxTokens: must be at least 1',
  ],
  ['no turn', [], {}, 'tests.0.turns: must not be empty'],
  ['an object of turns', { customer: 'Hi' }, {}, 'tests.0.turns: must be a list'],
  ['a list of results', [{ customer: 'Hi' }], ['menu'], 'tests.0.tools: must be an object'],
  [
    'a tool that is never called',
    [{ customer: 'Hi', expect: { neverCalls: 'menuu' } }],
    {},
    'tests.0.turns.0.expect.neverCalls: menuu: the agent has no such tool; did you mean menu?',
  ],
  [
    'a tool in an order',
    [{ customer: 'Hi', expect: { callsInOrder: ['menuu'] } }],
    {},
    'tests.0.turns.0.expect.callsInOrder: menuu: the agent has no such tool; did you mean menu?',
  ],
  [
    'a tool that is called',
    [{ customer: 'Hi', expect: { calls: { menuu: null } } }],
    {},
    'tests.0.turns.0.expect.calls.menuu: the agent has no such tool; did you mean menu?',
  ],
  [
    'a tool',
    [{ customer: 'Hi' }],
    { menuu: {} },
    'tests.0.tools.menuu: the agent has no such tool; did you mean menu?',
  ],
])('%s that is wrong is named before the first turn', async (_, turns, tools, line) => {
  const path = join(directory, 'shop.json')
  const report = join(directory, 'results.xml')
  await writeFile(path, JSON.stringify({ agent: 'a', tests: [{ name: 'x', turns, tools }] }))
  await using api = await startScriptedServer({ status: 200, body: { id: 'a', tools: [{ name: 'menu' }] } })
  const lines: string[] = []
  const exitCode = await runCli(['agents', 'test', path, '--junit', report], {
    env: { REPLYWRIGHT_BASE_URL: api.url, REPLYWRIGHT_API_KEY: 'key-1' },
    out: (text) => lines.push(text),
    err: (text) => lines.push(text),
    signal: new AbortController().signal,
    timing: { now: () => 0, random: () => 0, sleep: async () => {} },
  })
  expect([exitCode, lines.join('\n')]).toEqual([2, expect.stringContaining(`${path}: ${line}`)])
  expect(api.received.filter(({ method }) => method === 'POST')).toEqual([])
  expect(await readFile(report, 'utf8')).toContain('failures="1"')
})
