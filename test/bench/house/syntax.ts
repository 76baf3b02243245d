import { dirname, join } from 'node:path'

/** The text of each file, by its path from the root of the repository. */
export type Files = ReadonlyMap<string, string>

/** A node of a syntax tree. */
export interface Node {
  readonly type: string
  readonly [key: string]: unknown
}

/** Returns the path of an imported file from the root, or what was imported if it is a library. */
export function fileOfImport(importing: string, imported: string): string {
  if (imported.startsWith('.')) return join(dirname(importing), imported)
  return imported.replace(/^@replywright\/(\w+)\//, 'packages/$1/src/')
}

/** Returns the name of an identifier. */
export function nameOf(value: unknown): string | undefined {
  return isNode(value) && typeof value.name === 'string' ? value.name : undefined
}

/** Returns the nodes of a list. */
export function childrenOf(value: unknown): readonly Node[] {
  return Array.isArray(value) ? value.filter(isNode) : []
}

/** Returns a node and all nodes inside it. */
export function nodesOf(value: unknown): readonly Node[] {
  if (Array.isArray(value)) return value.flatMap(nodesOf)
  return isNode(value) ? [value, ...Object.values(value).flatMap(nodesOf)] : []
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}
