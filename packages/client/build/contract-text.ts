import { type DocumentedEndpoint, documentedOf, type Endpoint } from '@messaging/contract/endpoint.ts'
import * as envelope from '@messaging/contract/envelope.ts'
import * as errors from '@messaging/contract/errors.ts'
import { isForClients } from '../src/operation.ts'
import { commentText, docText, type Names, propertyName, structureText, typeText } from './type-text.ts'

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
