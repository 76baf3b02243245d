import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { type DocumentedEndpoint, documentedOf, type Endpoint } from '@replywright/contract/endpoint.ts'
import { endpoints } from '@replywright/contract/endpoints.ts'
import * as envelope from '@replywright/contract/envelope.ts'
import * as errors from '@replywright/contract/errors.ts'
import { isForClients } from '../src/operation.ts'
import { commentText, docText, type Names, propertyName, structureText, typeText } from './type-text.ts'

/** Writes the declarations of the entry module and its dependencies. They have no external imports. */
export async function writeDeclarations(packageDirectory: string, outDirectory: string): Promise<void> {
  const emitted = await mkdtemp(join(tmpdir(), 'client-types-'))
  try {
    await promisify(execFile)('tsc', ['--project', 'tsconfig.build.json', '--outDir', emitted], {
      cwd: packageDirectory,
    })
    await writeFile(join(emitted, 'contract-types.d.ts'), contractText(endpoints, await namedSchemas()))
    await copyReachable(emitted, outDirectory)
  } finally {
    await rm(emitted, { recursive: true })
  }
}

async function copyReachable(emitted: string, outDirectory: string): Promise<void> {
  const reached = new Set(['index'])
  // Iterating a Set includes items that are added during the iteration.
  for (const module of reached) {
    const source = await readFile(join(emitted, `${module}.d.ts`), 'utf8')
    const text = source.replace(/from '(\.{1,2}\/[^']+)\.[jt]s'/g, (_, path: string) => {
      reached.add(join(dirname(module), path))
      return `from '${path}.js'`
    })
    const file = join(outDirectory, `${module}.d.ts`)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, text)
  }
}

/** Returns the object and picklist schemas that the contract exports, with the names of their constants. */
export async function namedSchemas(): Promise<ReadonlyMap<unknown, string>> {
  const directory = new URL('.', import.meta.resolve('@replywright/contract/endpoints.ts'))
  const files = (await readdir(directory)).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  const named = new Map<unknown, string>()
  const taken = new Set(['ConflictReason', 'ErrorCode', 'Method', 'Operations', 'ServiceClient'])
  for (const file of files.toSorted()) {
    const exported: Record<string, unknown> = await import(new URL(file, directory).href)
    for (const [name, value] of Object.entries(exported)) {
      // If two modules use the same name, or a schema has two names, the first one applies.
      if (!/^[A-Z][a-z]/.test(name) || !isNameable(value) || taken.has(name) || named.has(value)) continue
      named.set(value, name)
      taken.add(name)
    }
  }
  return named
}

function isNameable(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || !('type' in value)) return false
  if ('entries' in value) return Object.keys(Object(value.entries)).length > 0
  return value.type === 'picklist' || value.type === 'variant'
}

/** Types that src/contract-types.ts exports by name. */
const EXPORTED = [envelope.Envelope, envelope.EnvelopeMessage, envelope.EventName, errors.ErrorDetail]

/**
 * Returns the exports of src/contract-types.ts as declarations without imports from the contract, generated from the
 * schemas of `endpoints`. `named` has the schemas with their own name. Each needed schema is declared once.
 */
export function contractText(
  endpoints: Readonly<Record<string, Endpoint>>,
  named: ReadonlyMap<unknown, string>,
): string {
  const needed = new Set<unknown>(EXPORTED)
  const names: Names = (schema) => {
    if (named.has(schema)) needed.add(schema)
    return named.get(schema)
  }
  const operations = documentedOf(endpoints).filter(([, endpoint]) => isForClients(endpoint))
  const operationTexts = operations.map(([key, endpoint]) => operationText(key, endpoint, names))
  // Iterating a Set includes items that are added during the iteration.
  const types: string[] = []
  for (const schema of needed)
    types.push(`${docText(schema)}export type ${named.get(schema)} = ${structureText(schema, 'output', names)};`)
  return indented(
    [
      "import type { Method } from './client-types.js';",
      ...types,
      `export type ErrorCode = ${Object.keys(errors.ERROR_STATUS).map(quote).join(' | ')};`,
      `export type ConflictReason = ${errors.CONFLICT_REASONS.map(quote).join(' | ')};`,
      "/** Each operation's types by its name. */",
      `export interface Operations {\n${operationTexts.join('')}}`,
      '/** One method for each operation of the API. */',
      `export interface ServiceClient ${groupText(operations, '')}`,
      '',
    ].join('\n'),
  )
}

function operationText(key: string, endpoint: Endpoint, names: Names): string {
  const { params, query, body, content, bodyOptional, response } = endpoint
  const bodies = content ? Object.values(content) : [body]
  return `${quote(key)}: {
params: ${typeText(params, 'input', names)};
query: ${typeText(query, 'input', names)};
body: ${bodies.map((each) => typeText(each, 'input', names)).join(' | ')};
bodyOptional: ${bodyOptional === true};
result: ${typeText(response, 'output', names)};
};
`
}

/**
 * Returns an object type of the operations whose keys start with `prefix`: a method each, and an object per subgroup.
 */
function groupText(operations: readonly (readonly [string, DocumentedEndpoint])[], prefix: string): string {
  const groups = Map.groupBy(operations, ([key]) => key.slice(prefix.length).split('/')[0] ?? key)
  const members = [...groups].map(([segment, inside]) => {
    const leaf = inside.find(([key]) => key === `${prefix}${segment}`)
    const name = segment.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
    if (!leaf) return `readonly ${propertyName(name)}: ${groupText(inside, `${prefix}${segment}/`)};\n`
    const [key, { summary, description, method, path }] = leaf
    const lines = [`${summary}.`, ...(description ? [description] : []), `\`${method} ${path}\``]
    return `${commentText(lines)}readonly ${propertyName(name)}: Method<Operations[${quote(key)}]>;\n`
  })
  return `{\n${members.join('')}}`
}

function quote(text: string): string {
  return JSON.stringify(text)
}

function indented(text: string): string {
  let depth = 0
  const lines = text.split('\n').map((line) => {
    const isComment = /^(\/\*\*| \*)/.test(line)
    if (!isComment && line.startsWith('}')) depth--
    const result = line && '  '.repeat(depth) + line
    if (!isComment && line.endsWith('{')) depth++
    return result
  })
  return lines.join('\n')
}
