import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ScriptedResponse, startScriptedServer } from '../../testing/scripted-server.ts'
import { realTiming } from '../../timing.ts'
import { runCli } from '../run-cli.ts'

let directory: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'agent-'))
})
afterEach(() => rm(directory, { recursive: true }))

const CONNECTOR = '0199f3a4-0000-7000-8000-000000000009'
const API_SCHEMA = {
  url: 'https://shop.example/',
  method: 'POST',
  request_body: { input: { type: 'value', value: { problem: 1 } } },
}
const AGENT = {
  id: 'a',
  name: 'Shop',
  systemPrompt: 'Be brief.',
  tools: [{ id: 't', name: 'Find', description: 'Finds.', creditCost: 0, apiSchema: API_SCHEMA, problem: null }],
  documents: [{ id: 'd', name: 'Rules.pdf' }],
  totalMessages: '7',
}
const stored = { status: 200, body: AGENT, headers: { etag: '"7"' } }

async function run(args: readonly string[], ...script: readonly ScriptedResponse[]) {
  await using api = await startScriptedServer(...script)
  const lines: string[] = []
  const exitCode = await runCli(['agents', ...args], {
    env: { REPLYWRIGHT_BASE_URL: api.url, REPLYWRIGHT_API_KEY: 'key-1' },
    out: (line) => lines.push(line),
    err: (line) => lines.push(line),
    signal: new AbortController().signal,
    timing: realTiming,
  })
  return { exitCode, lines, received: api.received }
}

const read = async (path: string) => JSON.parse(await readFile(path, 'utf8'))

test('an agent is pulled without what only the service sets, changed, and pushed', async () => {
  const path = join(directory, 'shop.json')
  const pulled = await run(['pull', 'a', path], stored)
  expect(pulled.received.map(({ target }) => target)).toEqual(['/api/v1/agents/a/?secrets=masked'])
  const file = { id: 'a', revision: 7, name: 'Shop', systemPrompt: 'Be brief.' }
  const tools = [{ id: 't', name: 'Find', description: 'Finds.', creditCost: 0, apiSchema: API_SCHEMA }]
  expect(await read(path)).toEqual({ ...file, tools })

  await writeFile(path, JSON.stringify({ ...file, tools, systemPrompt: 'Be kind.' }))
  const dry = await run(['push', path, '--dry-run'], stored)
  expect(dry).toMatchObject({ exitCode: 0, lines: ['- systemPrompt: "Be brief."', '+ systemPrompt: "Be kind."'] })
  expect(dry.received.map(({ method }) => method)).toEqual(['GET'])

  const pushed = await run(['push', path], stored, { ...stored, headers: { etag: '"8"' } })
  const [put] = pushed.received
  expect([put?.method, put?.target, put?.headers['if-match']]).toEqual(['PUT', '/api/v1/agents/a/', '"7"'])
  expect(JSON.parse(put?.body ?? '')).toEqual({ name: 'Shop', systemPrompt: 'Be kind.', tools })
  expect(pushed.lines).toEqual(['Changed the agent a (revision 8).'])
  expect(await read(path)).toMatchObject({ revision: 8, systemPrompt: 'Be brief.' })
})

test('a file without an id creates an agent, and then has its id', async () => {
  const path = join(directory, 'new.json')
  await writeFile(path, JSON.stringify({ name: 'Shop' }))
  const { lines, received } = await run(['push', path], { ...stored, status: 201 }, stored)
  expect(lines).toEqual(['Created the agent a (revision 7).'])
  expect(received.map(({ method, target }) => [method, target])[0]).toEqual(['POST', '/api/v1/agents/'])
  expect(await read(path)).toMatchObject({ id: 'a', revision: 7 })
})

test('a later change is not overwritten without --force', async () => {
  const path = join(directory, 'shop.json')
  await writeFile(path, JSON.stringify({ id: 'a', revision: 6, name: 'Shop' }))
  const conflict = { status: 409, body: { error: 'x', code: 'conflict', reason: 'changed_concurrently', details: [] } }
  const { exitCode, lines } = await run(['push', path], conflict)
  expect({ exitCode, lines }).toEqual({
    exitCode: 1,
    lines: ['The agent was changed since revision 6. Pull it, compare, and push again.'],
  })
  const forced = await run(['push', path, '--force'], stored)
  expect(forced.received[0]?.headers).not.toHaveProperty('if-match')
})

test.each([
  ['an earlier revision', { revision: 6 }, ['The agent was changed after the file was pulled.']],
  ['no revision, which a push overwrites', {}, []],
])('a dry run of a file with %s', async (_, revision, told) => {
  const path = join(directory, 'shop.json')
  await writeFile(path, JSON.stringify({ id: 'a', ...revision, name: 'Shop' }))
  expect((await run(['push', path, '--dry-run'], stored)).lines).toEqual(['There are no differences.', ...told])
})

test.each([
  [['push', 'nowhere.json'], 'There is no file nowhere.json.'],
  [['push'], "Missing required argument 'file'. See --help."],
  [['pull'], "Missing required argument 'id'. See --help."],
  [['pull', 'a', '--dry-run'], "Unknown option '--dry-run'"],
])('rejects wrong arguments: %j', async (args, message) => {
  const { exitCode, lines } = await run(args, stored)
  expect([exitCode, lines.join('')]).toEqual([2, expect.stringContaining(message)])
})

test.each([
  ['systemPromt', { name: 'Shop', systemPromt: 'x' }, 'systemPromt: unknown field; did you mean systemPrompt?'],
  [
    'a deep field',
    { name: 'Shop', memoryKeys: [{ key: 'a', whenToUpdat: 'x' }] },
    'memoryKeys.0.whenToUpdat: unknown field; did you mean whenToUpdate?',
  ],
  ['no similar name', { name: 'Shop', color: 1 }, 'color: unknown field'],
  ['a name of every object', { name: 'Shop', constructor: 1 }, 'constructor: unknown field'],
])('an unknown field is an error, and the file stays: %s', async (_, fields, line) => {
  const path = join(directory, 'shop.json')
  const text = JSON.stringify({ id: 'a', revision: 7, ...fields })
  await writeFile(path, text)
  for (const flags of [[], ['--dry-run']]) {
    const { exitCode, lines, received } = await run(['push', path, ...flags], stored, stored)
    expect({ exitCode, lines, received }).toEqual({ exitCode: 2, lines: [`${path}: ${line}`], received: [] })
  }
  expect(await readFile(path, 'utf8')).toBe(text)
})

test.each([
  ['a tool that cannot work', [], 0],
  ['a tool that cannot work, strictly', ['--strict'], 1],
])('a dry run tells %s', async (_, flags, exitCode) => {
  const path = join(directory, 'shop.json')
  await writeFile(
    path,
    JSON.stringify({
      name: 'Shop',
      tools: [{ name: 'Menu', description: '', creditCost: 0, apiSchema: { url: 'menu' } }],
    }),
  )
  const result = await run(['push', path, '--dry-run', ...flags])
  expect(result).toMatchObject({ exitCode, received: [] })
  expect(result.lines.at(-1)).toMatch(/^Problem: tools\[Menu\]: The agent does not have this tool: apiSchema\.url must/)
})

test('a misspelt type of a memory key is an error', async () => {
  const path = join(directory, 'shop.json')
  await writeFile(path, JSON.stringify({ name: 'Shop', memoryKeys: [{ key: 'age', type: 'numbr' }] }))
  expect(await run(['push', path])).toMatchObject({
    exitCode: 2,
    lines: [`${path}: memoryKeys.0.type: unknown type numbr; did you mean number?`],
    received: [],
  })
})

test('fields with any JSON are open', async () => {
  const path = join(directory, 'shop.json')
  const open = { icebreakers: { any: 1 }, mcpConfigs: [{ connectorId: CONNECTOR, toolWhitelist: { any: [1] } }] }
  await writeFile(
    path,
    JSON.stringify({ id: 'a', name: 'Shop', tools: AGENT.tools.map(({ problem, ...tool }) => tool), ...open }),
  )
  const { exitCode, lines } = await run(['push', path, '--dry-run'], stored)
  expect([exitCode, lines.filter((line) => line.startsWith('Problem'))]).toEqual([
    0,
    [
      'Problem: icebreakers: Without effect: write a list of texts.',
      'Problem: mcpConfigs[0].toolWhitelist: Without effect: write a list of names of tools, or null for all.',
    ],
  ])
})

const key = { key: 'age', type: 'number', initialValue: '', whenToUpdate: 'x' }
const tool = { name: 'Find', description: '', creditCost: 0 }

test.each([
  [
    'a number as an initial value',
    { memoryKeys: [{ ...key, initialValue: 0 }] },
    'memoryKeys.0.initialValue: must be a text',
  ],
  ['an object instead of a list', { memoryKeys: key }, 'memoryKeys: must be a list or null'],
  ['a list instead of an object', { guardrails: ['contentFilter'] }, 'guardrails: must be an object'],
  [
    'a word instead of a number',
    { guardrails: { contentFilter: 'high', promptAttack: null, sensitiveInformation: null } },
    'guardrails.contentFilter: must be a number or null',
  ],
  [
    'a misspelt field of an alternative',
    { guardrails: { contentFilte: 1 } },
    'guardrails.contentFilte: unknown field; did you mean contentFilter?',
  ],
  ['a text instead of a switch', { askForHuman: 'true' }, 'askForHuman: must be true or false or null'],
  ['an empty item', { tools: [null] }, 'tools.0: must be an object'],
  ['a missing field', { outboundTriggers: [{ templateName: 'x' }] }, 'outboundTriggers.0.templateId: is required'],
  [
    'a website without a scheme',
    { websiteTools: [{ url: 'a.example', prompt: 'x' }] },
    'websiteTools.0.url: must be a URL with its scheme and without spaces, such as https://example.com',
  ],
  [
    'a website with a space',
    { websiteTools: [{ url: 'https://a.example/a b', prompt: 'x' }] },
    'websiteTools.0.url: must be a URL with its scheme and without spaces, such as https://example.com',
  ],
  [
    'a misspelt field of a tool',
    { tools: [{ ...tool, actve: true }] },
    'tools.0.actve: unknown field; did you mean active?',
  ],
  [
    'a misspelt field of a request',
    { tools: [{ ...tool, apiSchema: { url: 'https://a.example', methd: 'GET' } }] },
    'tools.0.apiSchema.methd: unknown field; did you mean method?',
  ],
  [
    'a misspelt field of a parameter',
    {
      tools: [
        {
          ...tool,
          apiSchema: {
            url: 'https://a.example',
            query_params: { a: { input: { type: 'value', value: 1, publc: true } } },
          },
        },
      ],
    },
    'tools.0.apiSchema.query_params.a.input.publc: unknown field; did you mean public?',
  ],
  [
    'a misspelt word of a parameter',
    {
      tools: [
        {
          ...tool,
          apiSchema: { url: 'https://a.example', query_params: { a: { input: { type: 'valu', value: 1 } } } },
        },
      ],
    },
    'tools.0.apiSchema.query_params.a.input.type: unknown word valu; did you mean value?',
  ],
  [
    'a type of another format',
    { memoryKeys: [{ ...key, type: 'integer' }] },
    'memoryKeys.0.type: unknown type integer; did you mean number?',
  ],
  ['a key twice', { outcomeKeys: [key, key] }, 'outcomeKeys.1.key: age is there twice'],
  [
    'documents',
    { documents: [] },
    'documents: are not in the file; upload them in the dashboard, or with POST /api/v1/agents/{id}/documents/',
  ],
  ['a misspelt revision', { revison: 7 }, 'revison: unknown field; did you mean revision?'],
  ['another case', { ID: 'a' }, 'ID: unknown field; did you mean id?'],
  ['a number as id', { id: 12 }, 'id: must be the id of an agent; a file without it creates one'],
  ['a word as revision', { revision: 'latest' }, 'revision: must be the number that agents pull wrote'],
  ['a number as name', { name: 12 }, 'name: must be a text; write it in quotes'],
])('a file that the API would refuse or ignore is an error, and nothing is written: %s', async (_, fields, line) => {
  const path = join(directory, 'shop.json')
  const text = JSON.stringify({ id: 'a', revision: 7, name: 'Shop', ...fields })
  await writeFile(path, text)
  for (const flags of [[], ['--dry-run']]) {
    const { exitCode, lines, received } = await run(['push', path, ...flags], stored, stored)
    expect({ exitCode, lines, received }).toEqual({ exitCode: 2, lines: [`${path}: ${line}`], received: [] })
  }
  expect(await readFile(path, 'utf8')).toBe(text)
})

test.each([
  ['other names of sections', { headers: { a: 1 } }],
  ['methods in lower case', { method: 'post' }],
  [
    'a JSON Schema of parameters',
    { query_params: { properties: { types: { input: { type: 'description', description: '' } } } } },
  ],
])('what the service tells or accepts of a request is no error: %s', async (_, more) => {
  const path = join(directory, 'shop.json')
  const apiSchema = { url: 'https://a.example', ...more }
  await writeFile(path, JSON.stringify({ name: 'Shop', tools: [{ ...tool, apiSchema }] }))
  expect(await run(['push', path, '--dry-run'])).toMatchObject({ exitCode: 0 })
})

test('what only the API can refuse names the file, with the exit code of wrong arguments', async () => {
  const path = join(directory, 'shop.json')
  await writeFile(path, JSON.stringify({ name: 'Shop', llmModel: 'gpt-99' }))
  const body = { error: 'llmModel: no such model', code: 'validation_error', details: [] }
  expect(await run(['push', path], { status: 400, body })).toMatchObject({
    exitCode: 2,
    lines: [`${path}: llmModel: no such model (400 validation_error).`],
  })
})

test('a push tells which parts cannot work, and fails with --strict', async () => {
  const path = join(directory, 'shop.json')
  const problem = 'The URL must begin with https://.'
  const broken = {
    ...stored,
    body: {
      ...AGENT,
      tools: [{ ...AGENT.tools[0], problem }],
      documents: [{ name: 'R.pdf', problem: 'It has no text.' }],
    },
  }
  const lines = [
    'Changed the agent a (revision 7).',
    `Problem: tools[Find]: ${problem}`,
    'Problem: documents[R.pdf]: It has no text.',
  ]
  for (const [flags, exitCode] of [
    [[], 0],
    [['--strict'], 1],
  ] as const) {
    await writeFile(path, JSON.stringify({ id: 'a', name: 'Shop' }))
    expect(await run(['push', path, ...flags], broken, broken)).toMatchObject({ exitCode, lines })
  }
})

test('a text of an agent has no effect on the terminal', async () => {
  const path = join(directory, 'shop.json')
  const hostile = '\u001b]0;owned\u0007\u001b[2J\u009b2J\rfake\u202eevil'
  const agent = {
    ...stored,
    body: { ...AGENT, systemPrompt: `${hostile}\n${hostile}`, tools: [{ name: hostile, problem: hostile }] },
  }
  await writeFile(path, JSON.stringify({ id: 'a', name: 'Shop', systemPrompt: hostile }))
  const dry = await run(['push', path, '--dry-run'], agent)
  const pushed = await run(['push', path], agent, agent)
  const listed = await run(['list'], { status: 200, body: { results: [{ name: hostile }] } })
  const json = await run(['list', '--json'], { status: 200, body: { results: [{ name: hostile }] } })
  const refused = await run(['list'], {
    status: 400,
    body: { error: hostile, code: 'x', details: [{ path: hostile, message: hostile }] },
  })
  const printed = [dry, pushed, listed, json, refused].flatMap(({ lines }) => lines)
  expect(printed.length).toBeGreaterThan(6)
  for (const line of printed) expect(line).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u)
  expect(JSON.parse(json.lines.join(''))).toEqual({ results: [{ name: hostile }] })
})

test('a file whose name ends with .yaml is YAML', async () => {
  const path = join(directory, 'shop.yaml')
  await run(['pull', 'a', path], stored)
  const text = await readFile(path, 'utf8')
  expect(text).toMatch(/^id: a\nrevision: 7\nname: Shop\nsystemPrompt: Be brief\.\n/)
  await writeFile(path, text.replace('Be brief.', 'Be kind.'))
  const dry = await run(['push', path, '--dry-run'], stored)
  expect(dry).toMatchObject({ exitCode: 0, lines: ['- systemPrompt: "Be brief."', '+ systemPrompt: "Be kind."'] })
  await writeFile(path, 'a: [')
  const broken = await run(['push', path], stored)
  expect(broken).toMatchObject({ exitCode: 2, lines: [expect.stringContaining('is not YAML')] })
})

test('names a file that cannot be written', async () => {
  const path = join(directory, 'none', 'shop.json')
  expect(await run(['pull', 'a', path], stored)).toMatchObject({
    exitCode: 1,
    lines: [`${path} cannot be written (ENOENT).`],
  })
})
