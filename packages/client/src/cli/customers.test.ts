import { expect, test } from 'vitest'
import { type ScriptedResponse, startScriptedServer } from '../testing/scripted-server.ts'
import { realTiming } from '../timing.ts'
import { runCli } from './run-cli.ts'

async function run(args: readonly string[], ...script: readonly ScriptedResponse[]) {
  await using api = await startScriptedServer(...script)
  const lines: string[] = []
  const waits: number[] = []
  const exitCode = await runCli(['customers', ...args], {
    env: { REPLYWRIGHT_BASE_URL: api.url, REPLYWRIGHT_API_KEY: 'key-1' },
    out: (line) => lines.push(line),
    err: (line) => lines.push(line),
    signal: new AbortController().signal,
    timing: { ...realTiming, sleep: async (milliseconds) => void waits.push(milliseconds) },
  })
  return { exitCode, lines, waits, sent: api.received.map(({ method, target }) => `${method} ${target}`) }
}

const step = (body: object) => ({ status: 200, body })

test('an export has the records of all steps', async () => {
  const pages = [
    step({ records: [{ type: 'message', text: 'Hi' }, { type: 'turn' }], next: 'a b' }),
    step({ records: [{ type: 'memory' }], next: null }),
  ]
  const sent = [
    'GET /api/v1/customers/user%3A1/export/',
    expect.stringMatching(/^GET \/api\/v1\/customers\/user%3A1\/export\/\?cursor=a(\+|%20)b$/),
  ]
  expect(await run(['export', 'user:1'], ...pages)).toMatchObject({
    exitCode: 0,
    lines: ['{"type":"message","text":"Hi"}', '{"type":"turn"}', '{"type":"memory"}'],
    sent,
  })
})

test('an erasure runs all steps, waits as they say, and prints what was erased and what stays', async () => {
  const pages = [
    step({ erased: { conversations: 1 }, kept: { optOuts: 1 }, waitSeconds: 120, next: 'a' }),
    step({ erased: { messages: 2 }, kept: {}, waitSeconds: 0, next: 'b' }),
    step({ erased: { messages: 3 }, kept: {}, waitSeconds: 0, next: null }),
  ]
  const sent = ['', '?cursor=a', '?cursor=b'].map((query) => `DELETE /api/v1/customers/447700900200/${query}`)
  expect(await run(['erase', '447700900200', '--json'], ...pages)).toEqual({
    exitCode: 0,
    lines: ['{"conversations":1,"messages":5,"kept":{"optOuts":1}}'],
    waits: [120_000],
    sent,
  })
  expect((await run(['erase', '447700900200'], ...pages)).lines).toEqual([
    'conversations    1',
    'messages         5',
    'Kept: the customer refuses marketing, under a keyed hash of the number.',
  ])
})

test('an erasure with --dry-run only reads', async () => {
  const customer = { conversations: [{ messages: 4 }, { messages: 1 }], memories: 2 }
  expect(await run(['erase', '447700900200', '--dry-run'], step(customer))).toMatchObject({
    exitCode: 0,
    lines: ['conversations    2', 'messages         5', 'memories         2'],
    sent: ['GET /api/v1/customers/447700900200/'],
  })
})

test.each([
  ['export', { records: [], next: null }],
  ['erase', { erased: {}, kept: {}, waitSeconds: 0, next: null }],
])('%s of a customer of whom nothing is stored fails, and says what to check', async (command, body) => {
  expect(await run([command, '447700900999'], step(body))).toMatchObject({
    exitCode: 1,
    lines: [expect.stringMatching(/^Nothing is stored of 447700900999 .*country code.*API key\.$/)],
  })
})

test('an erasure that the API refuses prints the reason', async () => {
  const denied = { status: 403, body: { code: 'permission_denied', error: 'The role viewer may not do this' } }
  expect(await run(['erase', '447700900200'], denied)).toMatchObject({
    exitCode: 2,
    lines: [expect.stringContaining('403')],
  })
})
