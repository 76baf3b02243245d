import { ApiError } from '../../api/api-error.ts'
import { fieldErrors } from '../../ui/form-errors.ts'
import { formPath } from './validate-agent.ts'

/** Returns the field errors of the service's response, by form path. */
export function refusedFields(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError)) return {}
  const paths = error.details.map(({ path }) => path)
  const errors = Object.entries(fieldErrors(error, paths))
  return Object.fromEntries(errors.map(([path, message]) => [formPath(path), message]))
}
