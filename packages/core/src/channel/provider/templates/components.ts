import { parseExactJson, stringifyExactJson } from '@replywright/contract/exact-json.ts'
import { isDeeper } from '@replywright/contract/json-depth.ts'
import { lifetimeProblem } from '@replywright/contract/message-lifetime.ts'
import type { LibraryTemplate, TemplateInput } from '@replywright/contract/templates.ts'
import * as v from 'valibot'
import { invalidField, ServiceError } from '../../../platform/errors.ts'

/** The maximum size of a template (design, Numbers to hold). */
const MAX_BYTES = 64 * 1024
/** Less than `MOST_LEVELS`, because other JSON contains the components. */
const MAX_DEPTH = 100

/** Returns a template's components as JSON. @throws ServiceError 413 above 64 KB, 400 above 100 levels of nesting */
export function componentsText(components: unknown): string {
  return partText('components', components)
}

/** Returns the template of the provider's library as JSON; throws as `componentsText`. */
export function libraryText(library: LibraryTemplate): string {
  return partText('libraryTemplate', library)
}

const StoredLibrary = v.object({
  name: v.string(),
  bodyInputs: v.optional(v.record(v.string(), v.unknown())),
  buttonInputs: v.optional(v.array(v.record(v.string(), v.unknown()))),
})

/** Returns the stored template of the provider's library. */
export function readLibrary(text: string): LibraryTemplate {
  return v.parse(StoredLibrary, parseExactJson(text))
}

function partText(path: string, part: unknown): string {
  if (isDeeper(part, MAX_DEPTH)) throw invalidField(path, `must be nested at most ${MAX_DEPTH} levels deep`)
  const text = stringifyExactJson(part)
  if (Buffer.byteLength(text) > MAX_BYTES)
    throw new ServiceError('payload_too_large', `The field ${path} is larger than 64 KB.`, [
      { path, message: 'must be at most 64 KB as JSON' },
    ])
  return text
}

/** @throws ServiceError 400 for a lifetime that a template of the category cannot have */
export function requireLifetime(category: TemplateInput['category'], seconds: number | null | undefined): void {
  const problem = lifetimeProblem(category, seconds)
  if (problem) throw invalidField('messageSendTtlSeconds', problem)
}
