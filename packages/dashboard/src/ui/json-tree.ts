/** A part of a JSON text. `text` is exactly what stands there, so that large numbers and escapes are not changed. */
export interface JsonNode {
  readonly kind: 'object' | 'array' | 'string' | 'number' | 'literal'
  readonly text: string
  /** Where it is, such as `messages[0].text`. Empty for the whole text. */
  readonly path: string
  /** Its key as it stands there, with quotes. Items of arrays and the whole text have none. */
  readonly key: string | undefined
  readonly children: readonly JsonNode[]
}

interface Open {
  readonly kind: 'object' | 'array'
  readonly start: number
  readonly path: string
  readonly key: string | undefined
  readonly children: JsonNode[]
}

const TOKEN = /"(?:[^"\\]|\\.)*"|[[\]{}:,]|[^\s[\]{}:,"]+/g
/** Deeper texts are shown as text. */
const DEEPEST = 64

/** Parses a JSON object or array without losing how its values are written. Returns undefined for anything else. */
export function jsonTree(text: string): JsonNode | undefined {
  if (!isJson(text)) return undefined
  const open: Open[] = []
  let key: string | undefined
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    const parent = open.at(-1)
    if (token === ':' || token === ',') continue
    if (token === '{' || token === '[') {
      if (open.length === DEEPEST) return undefined
      open.push({
        kind: token === '{' ? 'object' : 'array',
        start: index,
        path: pathIn(parent, key),
        key,
        children: [],
      })
      key = undefined
    } else if (token === '}' || token === ']') {
      const done = open.pop()
      if (!done) return undefined
      const { start, ...rest } = done
      const node = { ...rest, text: text.slice(start, index + 1) }
      const outer = open.at(-1)
      if (!outer) return node
      outer.children.push(node)
    } else if (parent?.kind === 'object' && key === undefined) key = token
    else {
      parent?.children.push({ kind: kindOf(token), text: token, path: pathIn(parent, key), key, children: [] })
      key = undefined
    }
  }
  return undefined
}

function isJson(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null
  } catch {
    return false
  }
}

function kindOf(token: string): JsonNode['kind'] {
  if (token.startsWith('"')) return 'string'
  return /^[-\d]/.test(token) ? 'number' : 'literal'
}

function pathIn(parent: Open | undefined, key: string | undefined): string {
  if (!parent) return ''
  if (key === undefined) return `${parent.path}[${parent.children.length}]`
  const name = key.slice(1, -1)
  if (!/^[A-Za-z_$][\w$]*$/.test(name)) return `${parent.path}[${key}]`
  return parent.path === '' ? name : `${parent.path}.${name}`
}

/** The text to copy: of a string its content, of anything else what stands there. */
export function copiedText({ kind, text }: JsonNode): string {
  return kind === 'string' ? String(JSON.parse(text)) : text
}

/** A line of a JSON view. */
export type JsonRow =
  | {
      readonly type: 'node'
      readonly node: JsonNode
      readonly depth: number
      readonly isOpen: boolean
      readonly comma: boolean
    }
  | { readonly type: 'end'; readonly node: JsonNode; readonly depth: number; readonly comma: boolean }
  /** Stands for the children that are not shown yet. */
  | { readonly type: 'more'; readonly node: JsonNode; readonly depth: number; readonly hidden: number }

/** A text with more values than this starts with its inner objects collapsed. */
const LARGE = 200
/** The number of children that are shown first. */
export const CHILDREN_SHOWN = 100

/** Which objects and arrays the user has opened or closed, and how many children of each are shown, by path. */
export interface JsonOpenings {
  readonly opened: Readonly<Record<string, boolean>>
  readonly shown: Readonly<Record<string, number>>
}

/** Returns the lines of a JSON view. */
export function jsonRows(root: JsonNode, { opened, shown }: JsonOpenings): JsonRow[] {
  const isLarge = sizeOf(root) > LARGE
  const rowsOf = (node: JsonNode, depth: number, comma: boolean): JsonRow[] => {
    const { children } = node
    const isOpen = children.length > 0 && (opened[node.path] ?? (!isLarge || depth < 2))
    const row = { type: 'node', node, depth, isOpen, comma } as const
    if (!isOpen) return [row]
    const count = shown[node.path] ?? CHILDREN_SHOWN
    const hidden = children.length - count
    return [
      row,
      ...children.slice(0, count).flatMap((child, index) => rowsOf(child, depth + 1, index < children.length - 1)),
      ...(hidden > 0 ? [{ type: 'more', node, depth: depth + 1, hidden } as const] : []),
      { type: 'end', node, depth, comma },
    ]
  }
  return rowsOf(root, 0, false)
}

function sizeOf({ children }: JsonNode): number {
  return children.reduce((sum, child) => sum + sizeOf(child), 1)
}
