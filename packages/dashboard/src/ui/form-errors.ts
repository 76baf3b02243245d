import { ApiError } from '../api/api-error.ts'

/**
 * What the service refused, by the field that it is about; `''` for what belongs to none of the form's fields. Nothing for
 * what is no refusal of input.
 */
export function fieldErrors(error: unknown, fields: readonly string[]): Record<string, string> {
  if (!(error instanceof ApiError)) return {}
  const errors: Record<string, string> = {}
  for (const { path, message } of error.details) {
    const field = fields.find((name) => path === name || path.startsWith(`${name}.`)) ?? ''
    errors[field] ??= sentence(message)
  }
  return errors
}

/** A message as a sentence: `must not be empty` → `Must not be empty.` */
function sentence(message: string): string {
  const text = message.charAt(0).toUpperCase() + message.slice(1)
  return /[.!?]$/.test(text) ? text : `${text}.`
}
