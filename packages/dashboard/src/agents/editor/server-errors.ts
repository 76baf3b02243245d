import { ApiError } from '../../api/api-error.ts'
import { fieldErrors } from '../../ui/form-errors.ts'
import { formPath } from './validate-agent.ts'

/** What the service refused of an agent, by the path of the field as the form knows it. */
export function refusedFields(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError)) return {}
  const paths = error.details.map(({ path }) => path)
  const errors = Object.entries(fieldErrors(error, paths))
  return Object.fromEntries(errors.map(([path, message]) => [formPath(path), message]))
}
