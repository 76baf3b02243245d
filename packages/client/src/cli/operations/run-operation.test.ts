import { openApiDocument } from '@replywright/contract/openapi/openapi.ts'
import { expect, test } from 'vitest'
import { type ScriptedResponse, startScriptedServer } from '../../testing/scripted-server.ts'
import { testEndpoints } from '../../testing/test-endpoints.ts'
import { realTiming } from '../../timing.ts'
import { describeTools } from '../mcp/describe-tools.ts'
import { tools as allTools } from '../mcp/tools.ts'
import { readInput } from './read-input.ts'
import { findOperation, runOperation } from './run-operation.ts'

const tools = [...describeTools(openApiDocument('', testEndpoints)), ...allTools]

async function run(args: readonly string[], ...script: readonly ScriptedResponse[]) {
  await using api = await startScriptedServer(...script)
  const lines: string[] = []
  const errors: string[] = []
  const exitCode = await runOperation(args, tools, {
    env: { REPLYWRIGHT_BASE_URL: api.url, REPLYWRIGHT_API_KEY: 'key-1' },
    out: (line) => lines.push(line),
    err: (line) => errors.push(line),
    signal: new AbortController().signal,
    timing: realTiming,
  })
  return {
    exitCode,
    out: lines.join('\n'),
    err: errors.join('\n'),
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
    err: '',
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

const NOW = Date.parse('2026-03-02T12:00:00Z')

/** Returns the input that a command line gives. */
function inputOf(...args: readonly string[]) {
  const found = findOperation(args, allTools)
  if (!('tool' in found)) throw new Error('no operation')
  return readInput(found.tool, found.rest, NOW).input
}

test.each([
  [['webhook-deliveries', 'list', '--since', '1h'], { since: '2026-03-02T11:00:00.000Z' }],
  [['webhook-deliveries', 'list', '--until', '2026-03-01'], { until: '2026-03-01T00:00:00.000Z' }],
  [['webhook-deliveries', 'list', '--details', '--webhook-id', 'w'], { details: 'true', webhookId: 'w' }],
  [['conversations', 'list', '--active', 'false'], { active: 'false' }],
  [
    ['webhook-deliveries', 'replay-failed', '--since', '2h', '--dry-run'],
    { body: { since: '2026-03-02T10:00:00.000Z', dryRun: true } },
  ],
  [
    ['webhook-deliveries', 'replay-failed', '--dryRun', '--since=30m', '--until', 'null'],
    { body: { since: '2026-03-02T11:30:00.000Z', until: null, dryRun: true } },
  ],
  [
    ['webhook-deliveries', 'replay-failed', '--since', '2h', '--dryRun', 'false'],
    { body: { since: '2026-03-02T10:00:00.000Z', dryRun: false } },
  ],
  [['agents', 'create', '--name', 'A', '--askForHuman'], { body: { name: 'A', askForHuman: true } }],
  [['agents', 'update', 'a', '--stepsPerTurn', '4'], { id: 'a', body: { stepsPerTurn: 4 } }],
])('reads times and flags: %j', (args, input) => {
  expect(JSON.parse(JSON.stringify(inputOf(...args)))).toEqual(input)
})

test.each([
  [['webhook-deliveries', 'replay-failed'], '--since is required. See --help.'],
  [['webhook-deliveries', 'list', '--since', 'yesterday'], '--since must be a time such as'],
  [['agents', 'create'], '--name is required. See --help.'],
  [['agents', 'create', '--askForHumam'], "Unknown option '--askForHumam'. Did you mean --askForHuman?"],
])('refuses %j', (args, message) => {
  expect(() => inputOf(...args)).toThrow(message)
})

test.each([
  [['webhook-deliveries', 'replay-failed', '--help'], /--since <time> +\(required\)/],
  [['webhook-deliveries', 'replay-failed', '--help'], /--event <word> +Only this event.*One of\s+message\.received\|/s],
  [['webhook-deliveries', 'replay-failed', '--help'], /--dryRun <true\|false> /],
  [['webhook-deliveries', 'list', '--help'], /--status <pending\|delivered\|failed> /],
  [['webhook-deliveries', 'list', '--help'], /--columns <names> /],
  [['conversations', 'send-message', '--help'], /--body <json> +\(required\)/],
  [['agents', 'update', '--help'], /--stepsPerTurn <number> /],
])('%j has types, choices and marks of what is required', async (args, text) => {
  expect((await run(args)).out).toMatch(text)
})

test('says what to do first about a refused replay', async () => {
  const body = { webhooks: [{ webhookId: 'w', webhookName: 'Orders', count: 2, refusal: 'disabled', replay: null }] }
  const { exitCode, out, err } = await run(['webhook-deliveries', 'replay-failed', '--since', '1h'], {
    status: 201,
    body,
  })
  expect({ exitCode, out }).toEqual({
    exitCode: 1,
    out: 'webhookId  webhookName  count  refusal\nw          Orders       2      disabled',
  })
  expect(err).toBe('"Orders" is disabled: enable it first (replywright webhooks enable w).')
  expect(
    (await run(['webhook-deliveries', 'replay-failed', '--since', '1h', '--dry-run'], { status: 200, body })).exitCode,
  ).toBe(0)
})

test('an error of the API names each field once', async () => {
  const details = [
    { path: 'limit', message: 'must be at most 100' },
    { path: 'a', message: 'is required' },
  ]
  const error = { error: 'limit: must be at most 100', code: 'validation_error', details }
  await expect(run(['items', 'list'], { status: 400, body: error })).rejects.toThrow(
    /^limit: must be at most 100 \(400 validation_error\)\. a: is required\.$/,
  )
})

test('shows the columns that are named', async () => {
  expect((await run(['items', 'list', '--columns', 'name'], { status: 200, body: page })).out).toContain('name\nAda\n')
  await expect(run(['items', 'list', '--columns', 'nam'], { status: 200, body: page })).rejects.toMatchObject({
    exitCode: 2,
    message: '--columns: no column "nam"; did you mean name? (id, name)',
  })
})

test.each([
  [
    'a misspelt field of a body',
    ['agents', 'create', '--body', '{"name":"x","systemPromt":"y"}'],
    '--body: systemPromt: unknown field; did you mean systemPrompt?',
  ],
  [
    'a misspelt field inside',
    ['agents', 'create', '--body', '{"name":"x","tools":[{"nam":"y"}]}'],
    '--body: tools.0.nam: unknown field; did you mean name?',
  ],
  [
    'a list as a body',
    ['agents', 'create', '--body', '[]'],
    '--body must be a JSON object, such as {"name": "x"}. See --help.',
  ],
  [
    'a number as a body',
    ['agents', 'create', '--body', '12'],
    '--body must be a JSON object, such as {"name": "x"}. See --help.',
  ],
  [
    'a word as a number',
    ['agents', 'create', '--name', 'x', '--steps-per-turn', 'many'],
    '--stepsPerTurn must be a number, not "many".',
  ],
  [
    'no columns',
    ['agents', 'list', '--columns', ' , '],
    '--columns must be names of columns, separated by commas: id,name.',
  ],
  [
    'an end before the start',
    ['webhook-deliveries', 'list', '--since', '1d', '--until', '2d'],
    '--until must not be before --since.',
  ],
  [
    'a misspelt operation',
    ['agents', 'gett', 'a'],
    'There is no command "agents gett". Did you mean agents get? See --help.',
  ],
  ['an empty body', ['agents', 'create', '--body', ''], '--body must be JSON, not "".'],
  [
    'a field of the resource that is no option',
    ['webhooks', 'update', 'w', '--url', 'https://shop.example'],
    expect.stringContaining("Unknown option '--url'"),
  ],
])('%s is refused without a request', async (_, args, message) => {
  await using api = await startScriptedServer({ status: 200, body: {} })
  await expect(
    runOperation(args, tools, {
      env: { REPLYWRIGHT_BASE_URL: api.url, REPLYWRIGHT_API_KEY: 'key-1' },
      out: () => {},
      err: () => {},
      signal: new AbortController().signal,
      timing: realTiming,
    }),
  ).rejects.toMatchObject({ exitCode: 2, message })
  expect(api.received).toEqual([])
})

test('the URL of a resource is no URL of the API, so that the key is not sent there', async () => {
  const args = ['mcp-connectors', 'create', '--name', 'Shop', '--url', 'https://shop.example/mcp']
  const { received } = await run(args, { status: 201, body: { id: 'm' } })
  expect(received).toEqual([['POST', '/api/v1/mcp-connectors/', '{"name":"Shop","url":"https://shop.example/mcp"}']])
})

test('columns may be separated by spaces', async () => {
  expect((await run(['items', 'list', '--columns', 'id name'], { status: 200, body: page })).out).toContain(
    'id  name\n',
  )
})
