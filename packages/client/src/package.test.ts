import { execFile } from 'node:child_process'
import { cp, readdir, readFile, writeFile } from 'node:fs/promises'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { EVENTS } from '@replywright/contract/envelope.ts'
import { publint } from 'publint'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { typeProblems } from '../../../test/support/install-tool.ts'
import { contractText, namedSchemas } from '../build/declarations.ts'
import { installPacked } from './testing/packed.ts'
import { testEndpoints } from './testing/test-endpoints.ts'

/** The README states this budget. */
const MAX_GZIP_BYTES = 7000

const NODE_NEXT = { module: 'NodeNext', moduleResolution: 'NodeNext', lib: ['ES2022'], types: ['node'] }
const BUNDLER = { module: 'ESNext', moduleResolution: 'Bundler', lib: ['ES2022', 'DOM', 'DOM.Iterable'], types: [] }

let packed: Awaited<ReturnType<typeof installPacked>>
beforeAll(async () => {
  packed = await installPacked()
})
afterAll(() => packed[Symbol.asyncDispose]())

test('can be published and has no dependencies', async () => {
  const root = join(packed.directory, 'node_modules/@replywright/client')
  const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  expect(manifest).toMatchObject({ name: '@replywright/client', license: 'Apache-2.0', sideEffects: false })
  expect(manifest).not.toHaveProperty('private')
  expect((await publint({ pkgDir: root, strict: true, pack: false })).messages).toEqual([])
  expect(manifest).not.toHaveProperty('dependencies')
  expect((await readdir(root)).toSorted()).toEqual(['CHANGELOG.md', 'LICENSE', 'README.md', 'dist', 'package.json'])
  for (const file of await readdir(join(root, 'dist'), { recursive: true }))
    if (/\.(js|d\.ts)$/.test(file)) {
      const text = await readFile(join(root, 'dist', file), 'utf8')
      expect(text.match(/(from|import\()\s*['"](?!\.{1,2}\/.*\.js['"]).*/g)).toBeNull()
    }
})

test('has types that Node and bundlers find', { tags: ['full', 'tool'] }, async ({ skip }) => {
  const problems = await typeProblems(packed.archive)
  if (problems === undefined) return skip()
  expect(problems).toBe('')
})

test('has a command line in a package of its own that needs only Node', async () => {
  const root = join(import.meta.dirname, '../../cli')
  await promisify(execFile)('npm', ['run', 'build'], { cwd: root })
  const { bin, files, version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  expect({ bin, files }).toEqual({ bin: { replywright: 'bin/replywright.js' }, files: ['dist'] })
  const text = await readFile(join(root, 'dist/cli.js'), 'utf8')
  const imported = [...text.matchAll(/\bimport\b[\w\s{},*$]*from\s*["']([^"']+)["']/g)].map(([, name]) => name)
  expect(imported).toContain('node:http')
  expect(imported.filter((name) => !isBuiltin(name ?? ''))).toEqual([])
  const licenses = await readFile(join(root, 'dist/cli.js.licenses.txt'), 'utf8')
  expect(licenses.match(/^[@a-z/-]+ [\d.]+$/gm)?.map((line) => line.split(' ')[0])).toEqual([
    '@modelcontextprotocol/core',
    '@modelcontextprotocol/server',
    'commander',
    'js-yaml',
    'valibot',
    'zod',
  ])
  // The published one has no source beside it.
  const published = join(packed.directory, 'cli')
  await cp(join(root, 'bin'), join(published, 'bin'), { recursive: true })
  await cp(join(root, 'dist'), join(published, 'dist'), { recursive: true })
  await cp(join(root, 'package.json'), join(published, 'package.json'))
  expect((await publint({ pkgDir: published, strict: true, pack: false })).messages).toEqual([])
  for (const directory of [published, root]) {
    const { stdout } = await promisify(execFile)(process.execPath, [join(directory, bin.replywright), '--version'])
    expect(stdout).toBe(`${version}\n`)
  }
})

test('is a module that CommonJS modules can require', async () => {
  const required = "console.log(typeof require('@replywright/client').createClient)"
  expect(await packed.output('consumer.cjs', required, ['--no-warnings'])).toBe('function\n')
})

test('calls the API and verifies webhooks in Node', async () => {
  const output = await packed.output(
    'run.mjs',
    `import { createHmac } from 'node:crypto'
    import { createClient, verifyWebhook, WebhookVerificationError } from '@replywright/client'
    const fetch = async (url, { method, body }) => Response.json({ url, method, body })
    const client = createClient({ baseUrl: 'https://api.example.com', apiKey: 'k', fetch })
    const result = await client.conversations.subscribe('c', { webhookId: 'w' })
    const t = Math.floor(Date.now() / 1000)
    const body = '{"event":"test.ping"}'
    const signature = 't=' + t + ',v1=' + createHmac('sha256', 's').update(t + '.' + body).digest('hex')
    const event = await verifyWebhook(body, { 'x-service-signature': signature }, 's')
    const rejected = await verifyWebhook(body, { 'x-service-signature': signature }, 'other').catch((error) => error)
    console.log(JSON.stringify([result, event, rejected instanceof WebhookVerificationError && rejected.reason]))`,
  )
  expect(JSON.parse(output)).toEqual([
    { url: 'https://api.example.com/api/v1/conversations/c/subscribe/', method: 'POST', body: '{"webhookId":"w"}' },
    { event: 'test.ping' },
    'wrong_signature',
  ])
})

test('is within its size budget', async () => {
  const module = await readFile(join(packed.directory, 'node_modules/@replywright/client/dist/index.js'))
  expect(gzipSync(module, { level: 9 }).length).toBeLessThanOrEqual(MAX_GZIP_BYTES)
  const readme = await readFile(join(import.meta.dirname, '../README.md'), 'utf8')
  expect(readme).toContain(`at most ${MAX_GZIP_BYTES.toLocaleString('en')} bytes`)
})

// A context of node:vm has the globals of the language only. Workers, Deno and Bun also have these.
test('calls the API and verifies webhooks where only web globals exist', async () => {
  const output = await packed.output(
    'worker.mjs',
    `import { createHmac } from 'node:crypto'
    import { readFileSync } from 'node:fs'
    import { createContext, SourceTextModule } from 'node:vm'
    const fetch = async (url, { method, headers }) => Response.json({ url, method, key: headers['idempotency-key'] })
    const web = { AbortSignal, Blob, clearTimeout, crypto, fetch, FormData, Headers, setTimeout, TextDecoder, TextEncoder }
    const context = createContext({ ...web, URL, URLSearchParams })
    const load = async (text, link) => {
      const module = new SourceTextModule(text, { context })
      await module.link(link)
      await module.evaluate()
      return module
    }
    const text = readFileSync(new URL('node_modules/@replywright/client/dist/index.js', import.meta.url), 'utf8')
    const client = await load(text, (specifier) => { throw new Error('imports ' + specifier) })
    const handler = await load(\`
      import { createClient, verifyWebhook, WebhookVerificationError } from 'client'
      const client = createClient({ baseUrl: 'https://api.example.com', apiKey: 'k' })
      export const created = await client.conversations.create({ toNumber: '+447700900123' })
      export const verify = (body, headers, secret) =>
        verifyWebhook(body, headers, secret).catch((error) => error instanceof WebhookVerificationError && error.reason)
      export const globals = [typeof process, typeof Buffer, typeof require, typeof global]\`, () => client)
    const { created, verify, globals } = handler.namespace
    const t = Math.floor(Date.now() / 1000)
    const body = '{"event":"test.ping"}'
    const signature = 't=' + t + ',v1=' + createHmac('sha256', 's').update(t + '.' + body).digest('hex')
    const headers = new Headers({ 'x-service-signature': signature })
    const verified = [
      await verify(body, headers, 's'),
      await verify(new TextEncoder().encode(body), headers, 's'),
      await verify(body, headers, 'other'),
    ]
    console.log(JSON.stringify({ created, verified, globals }))`,
    ['--experimental-vm-modules', '--no-warnings'],
  )
  expect(JSON.parse(output)).toEqual({
    created: {
      url: 'https://api.example.com/api/v1/conversations/',
      method: 'POST',
      key: expect.stringMatching(/^[\da-f-]{36}$/),
    },
    verified: [{ event: 'test.ping' }, { event: 'test.ping' }, 'wrong_signature'],
    globals: ['undefined', 'undefined', 'undefined', 'undefined'],
  })
})

test("the examples' inbox handles each delivery once, and after a restart what was not handled", async () => {
  const run = async (ids: string, last: string, failing: string) =>
    await packed.output(
      'inbox.mjs',
      `process.env.INBOX = 'packed-inbox.db'
      import { openInbox } from './examples/receivers/inbox.ts'
      const inbox = openInbox(async ({ event }) => {
        if (event === '${last}') setImmediate(() => process.exit())
        if ('${failing}'.includes(event)) throw new Error('unavailable')
        console.log(event)
      })
      for (const id of '${ids}') inbox.store(id, { event: id })`,
      ['--no-warnings'],
    )
  expect(await run('abbcd', 'd', 'bc')).toBe('a\nd\n')
  expect(await run('acde', 'e', '')).toBe('b\nc\ne\n')
})

const LIFECYCLE = EVENTS.flatMap(({ about, schema }) =>
  about === 'conversation' && 'routing' in schema.entries ? [schema.entries.event.literal] : [],
)
const CONSUMER = `
import { createClient, type OperationResult, type WebhookEvent, type WebhookEventOf } from '@replywright/client'
const client = createClient({ baseUrl: 'https://api.example.com', apiKey: 'k', fetch })
export const conversation: OperationResult<'conversations/get'> = await client.conversations.get('c')
export const routing: 'agent' | 'webhook' | null = conversation.routing
export const { originId }: { originId: string } = await client.webhookDeliveries.replay('d', { retries: 0 })
export function read(event: WebhookEvent): string {
  switch (event.event) {
    case 'message.received':
    case 'test.ping': return event.message.body
    case 'subscription.message.received': return event.message.body + event.webhookId
    ${LIFECYCLE.map((name) => `case '${name}':`).join(' ')} return (event.message ?? event.webhookId) + event.routing
    case 'conversation.human_needed': return event.reason
    case 'conversation.ended': return event.summary + event.endedBy
    case 'number.health': return event.after.state + event.cause.code
    case 'customer.changed': return event.after.id + event.merged.map(({ id }) => id).join() + event.why
    case 'agent.regressed': return event.agent.name + event.drops.map(({ name }) => name).join()
    case 'call.missed': return event.message.body + event.conversationId
    case 'conversation.control_changed': return event.control + event.before + event.metadata
    case 'message.sent': return event.message.body + event.sentBy
    case 'message.status.sent':
    case 'message.status.delivered':
    case 'message.status.read':
    case 'message.status.failed': return event.message.waId + (event.error?.providerCode ?? event.status)
    default: return event
  }
}
export const location = (event: WebhookEventOf<'message.received'>) => event.message.location?.latitude
`

const COMMON_JS = `import { createClient } from '@replywright/client'
console.log(typeof createClient)`

const WRONG = `import { createClient } from '@replywright/client'
const { conversations } = createClient({ baseUrl: 'https://api.example.com', apiKey: 'k' })
await conversations.subscribe('c', { webhook: 'w' })
await conversations.subscribe({ webhookId: 'w' })
await conversations.routing('c', { mode: 'sandbox' })
await conversations.get()
await conversations.unknown('c')`

test('has types for modules of Node and CommonJS, which reject invalid calls', async () => {
  const texts = { 'consumer.ts': CONSUMER, 'consumer.cts': COMMON_JS, 'wrong.ts': WRONG }
  const errors = (await packed.typeErrors(texts, NODE_NEXT)).split('\n').filter((line) => /^\S/.test(line))
  expect(errors.map((line) => line.replace(/^\S*(wrong\.ts\(\d+),.*/, '$1'))).toEqual(
    [3, 4, 5, 6, 7].map((line) => `wrong.ts(${line}`),
  )
})

test('has types for bundlers', { tags: 'full' }, async () => {
  expect(await packed.typeErrors({ 'consumer-bundler.ts': CONSUMER }, BUNDLER)).toBe('')
})

/** Returns a module that fails to compile if the published types differ from those inferred from the schemas. */
function comparison(published: string, inferred: string): string {
  return `import type * as published from './node_modules/@replywright/client/dist/${published}.js'
import type { Client } from ${source('client-types.ts')}
${inferred}
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
type Parts = 'params' | 'query' | 'body' | 'bodyOptional' | 'result'
type Different = {
  [Name in keyof Inferred]: Name extends keyof published.Operations
    ? { [Part in Parts]: Same<published.Operations[Name][Part], Inferred[Name][Part]> extends true ? never : [Name, Part] }[Parts]
    : Name
}[keyof Inferred]
export const operations: [Different] extends [never] ? 'same' : Different = 'same'
export const names: Same<keyof published.Operations, keyof Inferred> = true
type Paths<T> = { [Group in keyof T]: T[Group] extends (...args: never) => unknown ? true : Paths<T[Group]> }
export const methods: Same<Paths<published.ServiceClient>, Paths<Client<Inferred>>> = true
`
}

function source(file: string): string {
  return JSON.stringify(join(import.meta.dirname, file))
}

// The contract's sources use the compiler options of the repository.
const REPOSITORY = { ...NODE_NEXT, lib: ['ES2024'], allowImportingTsExtensions: true, skipLibCheck: true }

test('publishes the types inferred from the contract, and from any endpoint', async () => {
  const ofContract = comparison(
    'contract-types',
    `import type * as contract from ${source('contract-types.ts')}
type Inferred = contract.Operations
export const envelope: Same<published.Envelope, contract.Envelope> = true
export const codes: Same<published.ErrorCode, contract.ErrorCode> = true
export const detail: Same<published.ErrorDetail, contract.ErrorDetail> = true`,
  )
  const types = contractText(testEndpoints, await namedSchemas())
  await writeFile(join(packed.directory, 'node_modules/@replywright/client/dist/test-types.d.ts'), types)
  const ofAny = comparison(
    'test-types',
    `import type { TestOperations as Inferred } from ${source('testing/test-endpoints.ts')}`,
  )
  expect(await packed.typeErrors({ 'contract.ts': ofContract, 'any.ts': ofAny }, REPOSITORY)).toBe('')
})

test('type-checks every TypeScript example', { tags: 'full' }, async () => {
  const readme = await readFile(join(import.meta.dirname, '../README.md'), 'utf8')
  const texts = [...readme.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, text = '']) => text)
  expect(texts.length).toBeGreaterThan(5)
  const files = texts.map((_, index) => `readme-${index}.ts`)
  for (const [index, file] of files.entries()) await writeFile(join(packed.directory, file), texts[index] ?? '')
  for (const file of await readdir(join(packed.directory, 'examples'), { recursive: true }))
    if (file.endsWith('.ts')) files.push(`examples/${file}`)
  const options = { ...NODE_NEXT, allowImportingTsExtensions: true, skipLibCheck: true }
  expect(await packed.typeErrorsIn(files, options)).toBe('')
})
