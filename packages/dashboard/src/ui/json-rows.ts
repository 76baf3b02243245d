import type { JsonNode } from './json-tree.ts'

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
