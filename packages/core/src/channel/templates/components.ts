import { stringifyExactJson } from '@replywright/contract/exact-json.ts'
import { invalidField, ServiceError } from '../../platform/errors.ts'

/** The maximum size of a template (design, Numbers to hold). */
const MAX_BYTES = 64 * 1024
/** `JSON.stringify` overflows the stack for deeper JSON, although `JSON.parse` accepts it. */
const MAX_DEPTH = 200

/** Returns a template's components as JSON. @throws ServiceError 413 above 64 KB, 400 above 200 levels of nesting */
export function componentsText(components: unknown): string {
  if (isDeeper(components, MAX_DEPTH))
    throw invalidField('components', `must be nested at most ${MAX_DEPTH} levels deep`)
  const text = stringifyExactJson(components)
  if (Buffer.byteLength(text) > MAX_BYTES)
    throw new ServiceError('payload_too_large', 'The components are larger than 64 KB.', [
      { path: 'components', message: 'must be at most 64 KB as JSON' },
    ])
  return text
}

function isDeeper(value: unknown, levels: number): boolean {
  let containers = [value].filter(isContainer)
  for (let level = 1; containers.length > 0; level++) {
    if (level > levels) return true
    containers = containers.flatMap((container) => Object.values(container).filter(isContainer))
  }
  return false
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
