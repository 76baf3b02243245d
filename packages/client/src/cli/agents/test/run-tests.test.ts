import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
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
