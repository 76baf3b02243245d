import { isObject, type JsonObject } from '@replywright/contract/json.ts'

/** Returns the part of a schema that a JSON Pointer such as `#/$defs/item` refers to (RFC 6901), or undefined. */
export function resolveReference(root: JsonObject, reference: string): unknown {
  if (reference === '#') return root
  if (!reference.startsWith('#/')) return undefined
  return reference
    .slice(2)
    .split('/')
    .map(decodeStep)
    .reduce<unknown>((part, step) => stepInto(part, step), root)
}

function stepInto(part: unknown, step: string): unknown {
  if (Array.isArray(part)) return part[Number(step)]
  return isObject(part) && Object.hasOwn(part, step) ? part[step] : undefined
}

function decodeStep(step: string): string {
  try {
    return decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~')
  } catch {
    return step
  }
}
