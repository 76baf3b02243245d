import { expect, test } from 'vitest'
import { type ScriptedResponse, startScriptedServer } from '../testing/scripted-server.ts'
import { realTiming } from '../timing.ts'
import { runCli } from './run-cli.ts'

async function run(args: readonly string[], ...script: readonly ScriptedResponse[]) {
  await using api = await startScriptedServer(...script)
  const lines: string[] = []
  const exitCode = await runCli(['send', ...args], {
    env: { REPLYWRIGHT_BASE_URL: api.url, REPLYWRIGHT_API_KEY: 'key-1' },
    out: (line) => lines.push(line),
    err: (line) => lines.push(line),
    signal: new AbortController().signal,
    timing: realTiming,
  })
  return { exitCode, lines, sent: api.received.map(({ method, target, body }) => [method, target, JSON.parse(body)]) }
}

const conversation = { status: 201, body: { id: 'c' } }
const message = { status: 201, body: { id: 'm' } }

test('sends a text in the conversation of the customer', async () => {
  expect(await run(['+44 7700 900200', 'Hello "Ada"'], conversation, message)).toEqual({
    exitCode: 0,
    lines: ['Sent the message m in the conversation c.'],
    sent: [
      ['POST', '/api/v1/conversations/', { toNumber: '+44 7700 900200', requireOpenWindow: true }],
      ['POST', '/api/v1/conversations/c/messages/', { type: 'text', text: { body: 'Hello "Ada"' } }],
    ],
  })
  const { lines, sent } = await run(['447700900200', 'Hi', '--from', '447700900100', '--json'], conversation, message)
  expect(lines).toEqual(['{"id":"m"}'])
  expect(sent[0]?.[2]).toMatchObject({ toNumber: '447700900200', fromNumber: '447700900100' })
})

test.each([
  [['447700900200', ' '], '<text> must not be empty. See --help.'],
  [['447700900200'], "Missing required argument 'text'. See --help."],
  [['447700900200', 'Hello', 'Ada'], 'Too many arguments.'],
])('sends nothing for %j', async (args, message) => {
  expect(await run(args)).toEqual({ exitCode: 2, lines: [expect.stringContaining(message)], sent: [] })
})
