import { stringifyExactJson } from '@replywright/contract/exact-json.ts'
import { isDeeper } from '@replywright/contract/json-depth.ts'
import { invalidField, ServiceError } from '../../../platform/errors.ts'

/** The maximum size of a template (design, Numbers to hold). */
const MAX_BYTES = 64 * 1024
/** Less than `MOST_LEVELS`, because other JSON contains the components. */
const MAX_DEPTH = 100

/** Returns a template's components as JSON. @throws ServiceError 413 above 64 KB, 400 above 100 levels of nesting */
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
