import { openApiDocument } from '@replywright/contract/openapi/openapi.ts'
import { expect, test } from 'vitest'
import { type ScriptedResponse, startScriptedServer } from '../../testing/scripted-server.ts'
import { testEndpoints } from '../../testing/test-endpoints.ts'
import { realTiming } from '../../timing.ts'
import { describeTools } from '../mcp/describe-tools.ts'
import { tools as allTools } from '../mcp/tools.ts'
import { findOperation, runOperation, tableOf } from './run-operation.ts'

const tools = [...describeTools(openApiDocument('', testEndpoints)), ...allTools]

async function run(args: readonly string[], ...script: readonly ScriptedResponse[]) {
  await using api = await startScriptedServer(...script)
  const lines: string[] = []
  const exitCode = await runOperation(args, tools, {
    env: { REPLYWRIGHT_BASE_URL: api.url, REPLYWRIGHT_API_KEY: 'key-1' },
    out: (line) => lines.push(line),
    err: () => {},
    signal: new AbortController().signal,
    timing: realTiming,
  })
  return {
    exitCode,
    out: lines.join('\n'),
    received: api.received.map(({ method, target, body }) => [method, target, body]),
  }
}

const page = {
  count: 1,
  next: 'https://x.example/?cursor=c',
  previous: null,
  results: [{ id: 'a', name: 'Ada\n\u001b[2J' }],
}

test.each([
  [
    ['items', 'list', '--limit', '5'],
    ['GET', '/api/v1/items/?limit=5', ''],
  ],
  [
    ['item', 'get', 'a/b'],
    ['GET', '/api/v1/items/a%2Fb/', ''],
  ],
  [
    ['items', 'add-number', 'a', '--id', 'n', '--name', '7'],
    ['POST', '/api/v1/items/a/add-number/', '{"id":"n","name":"7"}'],
  ],
  [
    ['items', 'share', 'a', '--body', '{"email":"e"}'],
    ['POST', '/api/v1/items/a/share/', '{"email":"e"}'],
  ],
  [
    ['items', 'reset', 'a'],
    ['POST', '/api/v1/items/a/reset/', '{}'],
  ],
  [
    ['items', 'import', '--body', '[]', '--dryRun', 'x'],
    ['PUT', '/api/v1/items/?dryRun=x', '[]'],
  ],
  [
    ['msg-items', 'sub-items', 'get', 'a', 'b'],
    ['GET', '/api/v1/msg-items/a/sub-items/b/', ''],
  ],
])('%j calls its operation', async (args, request) => {
  expect(await run([...args, '--json'], { status: 200, body: page })).toEqual({
    exitCode: 0,
    out: JSON.stringify(page),
    received: [request],
  })
})

test('shows a list as a table, and an object field by field', async () => {
  expect((await run(['items', 'list'], { status: 200, body: page })).out).toBe(
    'id  name\na   Ada\nNext page: ?cursor=c'.replace('Ada', 'Ada '.trimEnd()),
  )
  expect((await run(['items', 'get', 'a'], { status: 200, body: { id: 'a', tags: [1] } })).out).toBe(
    'id    a\ntags  [1]',
  )
  expect((await run(['items', 'delete', 'a'], { status: 204 })).out).toBe('done  true')
  expect(tableOf([])).toEqual(['There are none.'])
})

test.each([
  [['items', 'get'], "Missing required argument 'id'. See --help."],
  [['items', 'get', 'a', 'b'], 'Too many arguments.'],
  [['items', 'get', ''], 'id must be a non-empty string without dot segments, not "". See --help.'],
  [['items', 'list', '--limitt', '5'], "Unknown option '--limitt'"],
  [['items', 'share', 'a', '--body', '{'], '--body must be JSON'],
  [['items'], 'The commands are:\n  replywright items list'],
  [['itemz', 'list'], 'There is no command "itemz". Did you mean items? See --help.'],
])('rejects %j', async (args, message) => {
  await expect(run(args, { status: 200, body: {} })).rejects.toMatchObject({
    exitCode: 2,
    message: expect.stringContaining(message),
  })
})

test.each([
  [['webhooks', 'test', 'a'], 'webhooks/send-test-event', ['a']],
  [['webhook', 'send-test-event', 'a'], 'webhooks/send-test-event', ['a']],
  [['agents', 'draft', 'publish', 'a'], 'agents/publish-draft', ['a']],
  [['me', '--json'], 'me/get', ['--json']],
  [['webhooks', 'enable', 'a'], 'webhooks/enable', ['a']],
])('%j finds %s', (args, operation, rest) => {
  expect(findOperation(args, allTools)).toMatchObject({ tool: { command: operation.split('/') }, rest })
})

test.each([[['agents', 'draft', 'a']], [['webhooks']], [['conversations', 'messages', 'a']]])(
  '%j is no operation, because its path has several',
  (args) => expect(findOperation(args, allTools)).toHaveProperty('family'),
)

test.each([
  [['--mode', 'webhook'], { mode: 'webhook' }],
  [['--mode', 'null'], { mode: null }],
  [['--mode', 'inherit', '--agentId', 'a'], { mode: 'inherit', agentId: 'a' }],
])('a field that is a text or null is read from %j', async (args, body) => {
  const { received } = await run(['conversations', 'routing', 'c', ...args], { status: 200, body: {} })
  expect(received).toEqual([['POST', '/api/v1/conversations/c/routing/', JSON.stringify(body)]])
})

test('a field that is a text or a list is read as either', async () => {
  const sent = async (numbers: string) =>
    (await run(['webhooks', 'update', 'w', '--numbers', numbers], { status: 200, body: {} })).received[0]?.[2]
  expect(await sent('all')).toBe('{"numbers":"all"}')
  expect(await sent('["447700900100"]')).toBe('{"numbers":["447700900100"]}')
})

test('lists the operations of a resource with the words of their paths', async () => {
  expect((await run(['webhooks', '--help'])).out).toContain(
    'replywright webhooks send-test-event <id>\n      Send a test event. Also: replywright webhooks test <id>\n',
  )
})

test('explains the options of an operation', async () => {
  const { out } = await run(['items', 'list', '--help'])
  expect(out).toMatch(/^Usage: replywright items list \[options\]/)
  expect(out).toContain('--limit')
  expect(out).toContain('--api-key <key>')
})

test('every operation has a command of its own', () => {
  for (const tool of allTools) expect(findOperation(tool.command, allTools)).toMatchObject({ tool })
})
