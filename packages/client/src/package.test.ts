import { execFile } from 'node:child_process'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contractText } from '../build/contract-text.ts'
import { namedSchemas } from '../build/named-schemas.ts'
import { installPacked } from './testing/packed.ts'
import { testEndpoints } from './testing/test-endpoints.ts'

const NODE_NEXT = { module: 'NodeNext', moduleResolution: 'NodeNext', lib: ['ES2022'], types: ['node'] }
const BUNDLER = { module: 'ESNext', moduleResolution: 'Bundler', lib: ['ES2022', 'DOM', 'DOM.Iterable'], types: [] }

let packed: Awaited<ReturnType<typeof installPacked>>
beforeAll(async () => {
  packed = await installPacked()
})
afterAll(() => packed[Symbol.asyncDispose]())

test('can be published and has no dependencies', async () => {
  const root = join(packed.directory, 'node_modules/@messaging/client')
  const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  expect(manifest).toMatchObject({ name: '@messaging/client', license: 'Apache-2.0', sideEffects: false })
  expect(manifest).not.toHaveProperty('private')
  expect(manifest).not.toHaveProperty('dependencies')
  expect((await readdir(root)).toSorted()).toEqual(['LICENSE', 'README.md', 'bin', 'dist', 'package.json'])
  for (const file of await readdir(join(root, 'dist'), { recursive: true }))
    if (/\.(js|d\.ts)$/.test(file) && file !== 'cli.js') {
      const text = await readFile(join(root, 'dist', file), 'utf8')
      expect(text.match(/(from|import\()\s*['"](?!\.{1,2}\/.*\.js['"]).*/g)).toBeNull()
    }
})

test('has a command line that needs only Node', async () => {
  const root = join(packed.directory, 'node_modules/@messaging/client')
  const { bin, version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const text = await readFile(join(root, 'dist/cli.js'), 'utf8')
  const imported = [...text.matchAll(/\bfrom\s*["']([^"']+)["']/g)].map(([, name]) => name)
  expect(imported).toContain('node:http')
  expect(imported.filter((name) => !isBuiltin(name ?? ''))).toEqual([])
  const licenses = await readFile(join(root, 'dist/cli.js.licenses.txt'), 'utf8')
  expect(licenses.match(/^[@a-z/-]+ [\d.]+$/gm)?.map((line) => line.split(' ')[0])).toEqual([
    '@modelcontextprotocol/core',
    '@modelcontextprotocol/server',
    'zod',
  ])
  // The published one, and the one of this repository.
  for (const directory of [root, join(import.meta.dirname, '..')]) {
    const { stdout } = await promisify(execFile)(process.execPath, [join(directory, bin.messaging), '--version'])
    expect(stdout).toBe(`${version}\n`)
  }
})

test('calls the API and verifies webhooks in Node', async () => {
  const output = await packed.output(
    'run.mjs',
    `import { createHmac } from 'node:crypto'
    import { createClient, verifyWebhook, WebhookVerificationError } from '@messaging/client'
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

const CONSUMER = `
import { createClient, type OperationResult, type WebhookEvent } from '@messaging/client'
const client = createClient({ baseUrl: 'https://api.example.com', apiKey: 'k', fetch })
export const conversation: OperationResult<'conversations/get'> = await client.conversations.get('c')
export const routing: 'agent' | 'webhook' | null = conversation.routing
export const { originId }: { originId: string } = await client.webhookDeliveries.replay('d', { retries: 0 })
export function read(event: WebhookEvent): string {
  switch (event.event) {
    case 'subscription.activated': return event.webhookId
    case 'message.received': return event.message.body
    default: return event.conversationId
  }
}
`

test.each([
  ['nodenext', NODE_NEXT],
  ['bundler', BUNDLER],
])('type-checks with moduleResolution %s', async (name, options) => {
  expect(await packed.typeErrors(`consumer-${name}.ts`, CONSUMER, options)).toBe('')
})

test('has types that reject invalid calls', async () => {
  const errors = await packed.typeErrors(
    'wrong.ts',
    `import { createClient } from '@messaging/client'
const { conversations } = createClient({ baseUrl: 'https://api.example.com', apiKey: 'k' })
await conversations.subscribe('c', { webhook: 'w' })
await conversations.subscribe({ webhookId: 'w' })
await conversations.routing('c', { mode: 'sandbox' })
await conversations.get()
await conversations.unknown('c')`,
    NODE_NEXT,
  )
  expect([...errors.matchAll(/wrong\.ts\((\d+),/g)].map(([, line]) => Number(line))).toEqual([3, 4, 5, 6, 7])
})

/** Returns a module that fails to compile if the published types differ from those inferred from the schemas. */
function comparison(published: string, inferred: string): string {
  return `import type * as published from './node_modules/@messaging/client/dist/${published}.js'
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

test('publishes the types inferred from the contract', async () => {
  const text = comparison(
    'contract-types',
    `import type * as contract from ${source('contract-types.ts')}
type Inferred = contract.Operations
export const envelope: Same<published.Envelope, contract.Envelope> = true
export const codes: Same<published.ErrorCode, contract.ErrorCode> = true
export const detail: Same<published.ErrorDetail, contract.ErrorDetail> = true`,
  )
  expect(await packed.typeErrors('contract.ts', text, REPOSITORY)).toBe('')
})

test('publishes the types inferred from any endpoint', async () => {
  const types = contractText(testEndpoints, await namedSchemas())
  await writeFile(join(packed.directory, 'node_modules/@messaging/client/dist/test-types.d.ts'), types)
  const text = comparison(
    'test-types',
    `import type { TestOperations as Inferred } from ${source('testing/test-endpoints.ts')}`,
  )
  expect(await packed.typeErrors('any.ts', text, REPOSITORY)).toBe('')
})

test('type-checks every TypeScript example of the README', async () => {
  const readme = await readFile(join(import.meta.dirname, '../README.md'), 'utf8')
  const examples = [...readme.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, text = '']) => text)
  expect(examples.length).toBeGreaterThan(5)
  for (const [index, example] of examples.entries())
    expect(await packed.typeErrors(`readme-${index}.ts`, example, { ...NODE_NEXT, skipLibCheck: true })).toBe('')
})
