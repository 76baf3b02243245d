import { invalidField, ServiceError } from '../errors.ts'

/** Largest template (design, Numbers to hold). */
const LARGEST_BYTES = 64 * 1024
/** Deeper JSON can be parsed, but not written again within the stack. */
const DEEPEST = 200

/** The JSON text of a template's components. 413 above 64 KB, 400 when they are nested deeper than anything sensible. */
export function componentsText(components: unknown): string {
  if (isDeeper(components, DEEPEST)) throw invalidField('components', `must be nested at most ${DEEPEST} levels deep`)
  const text = JSON.stringify(components)
  if (Buffer.byteLength(text) > LARGEST_BYTES)
    throw new ServiceError('payload_too_large', 'The components are larger than 64 KB.', [
      { path: 'components', message: 'must be at most 64 KB as JSON' },
    ])
  return text
}

function isDeeper(value: unknown, levels: number): boolean {
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > levels) return true
    level = level.flatMap((item) => (typeof item === 'object' && item !== null ? Object.values(item) : []))
  }
  return false
}
