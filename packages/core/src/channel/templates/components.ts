import { invalidField, ServiceError } from '../../platform/errors.ts'

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
