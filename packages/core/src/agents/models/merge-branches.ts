import { isObject, type JsonObject } from '@replywright/contract/json.ts'
import { resolveReference } from './resolve-reference.ts'

const BRANCHES = ['allOf', 'anyOf', 'oneOf'] as const

/**
 * Returns a schema with the properties of its branches (`allOf`, `anyOf`, `oneOf`) beside its own, because models
 * reject branches at the top. The branches stay, to validate arguments. Required is what each choice requires.
 */
export function mergedBranches(schema: JsonObject, root: JsonObject): JsonObject {
  const merged = BRANCHES.reduce<Merged>((all, keyword) => merge(all, branchesOf(schema, keyword, root), keyword), {
    properties: isObject(schema.properties) ? schema.properties : {},
    required: namesIn(schema.required),
  })
  const required = merged.required.filter((name) => Object.hasOwn(merged.properties, name))
  const { required: _, ...rest } = schema
  return { ...rest, properties: merged.properties, ...(required.length > 0 && { required }) }
}

interface Merged {
  readonly properties: JsonObject
  readonly required: readonly string[]
}

function merge(all: Merged, branches: readonly JsonObject[], keyword: (typeof BRANCHES)[number]): Merged {
  let { properties } = all
  for (const branch of branches)
    if (isObject(branch.properties)) properties = { ...properties, ...combined(properties, branch.properties) }
  const lists = branches.map((branch) => namesIn(branch.required))
  const required =
    keyword === 'allOf' ? lists.flat() : (lists[0] ?? []).filter((name) => lists.every((list) => list.includes(name)))
  return { properties, required: [...new Set([...all.required, ...required])] }
}

/** Returns the added properties. One that has another schema elsewhere accepts both. */
function combined(known: JsonObject, added: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(added).map(([name, schema]) => {
      const other = Object.hasOwn(known, name) ? known[name] : undefined
      if (other === undefined || JSON.stringify(other) === JSON.stringify(schema)) return [name, schema]
      const choices =
        isObject(other) && Array.isArray(other.anyOf) && Object.keys(other).length === 1 ? other.anyOf : [other]
      return [name, { anyOf: [...choices, schema] }]
    }),
  )
}

/** Returns the branches that describe objects, with their references resolved. */
function branchesOf(schema: JsonObject, keyword: string, root: JsonObject): JsonObject[] {
  const branches = schema[keyword]
  if (!Array.isArray(branches)) return []
  return branches
    .map((branch: unknown) =>
      isObject(branch) && typeof branch.$ref === 'string'
        ? resolveReference({ ...root, ...schema }, branch.$ref)
        : branch,
    )
    .filter((branch) => isObject(branch))
    .filter(({ type }) => type === undefined || [type].flat().includes('object'))
}

function namesIn(required: unknown): string[] {
  return Array.isArray(required) ? required.filter((name) => typeof name === 'string') : []
}
