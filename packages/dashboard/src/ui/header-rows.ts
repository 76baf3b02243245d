import { MASKED } from '@replywright/contract/masked-url.ts'
import * as v from 'valibot'
import { ApiError } from '../api/api-error.ts'
import { fieldErrors, sentence } from './form-errors.ts'

type Headers = Readonly<Record<string, string>>

/** The form values of a header. `storedAs` is the name of the stored header, whose value is hidden. */
export interface HeaderRow {
  readonly key: string
  readonly name: string
  readonly value: string
  readonly storedAs: string | null
}

/**
 * Returns the form values of stored headers. Values are secrets and are left out: the row of a header whose value
 * differs from the one in `opened` has another key.
 */
export function headerRows(headers: Headers, opened: Headers = headers): HeaderRow[] {
  return Object.entries(headers).map(([header, value]) => {
    const isChanged = opened[header] !== value
    return { key: isChanged ? `${header} changed` : header, name: header, value: '', storedAs: header }
  })
}

/** Returns whether the stored value of a header is kept: no value was typed, and the name is unchanged. */
function keepsStored({ name, value, storedAs }: HeaderRow): boolean {
  return value === '' && storedAs !== null && storedAs === name.trim()
}

/** Returns the headers of the form values. The mask keeps a stored value. */
export function headersOf(rows: readonly HeaderRow[]): Record<string, string> {
  return Object.fromEntries(rows.map((row) => [row.name.trim(), keepsStored(row) ? MASKED : row.value]))
}

/** Returns the errors of a body with headers, by form field. `headers.0.name` is the name of the first header. */
export function errorsWithHeaders(
  schema: v.GenericSchema,
  body: unknown,
  rows: readonly HeaderRow[],
): Record<string, string> {
  const errors: Record<string, string> = {}
  const { issues = [] } = v.safeParse(schema, body)
  for (const issue of issues) {
    const { path } = issue
    const isKey = path?.some((item) => 'origin' in item && item.origin === 'key')
    errors[fieldOf(v.getDotPath(issue) ?? '', rows, isKey ? 'name' : 'value')] ??= sentence(issue.message)
  }
  rows.forEach((row, index) => {
    const name = row.name.trim().toLowerCase()
    if (name === '') errors[`headers.${index}.name`] = 'Required'
    else if (rows.slice(0, index).some((before) => before.name.trim().toLowerCase() === name))
      errors[`headers.${index}.name`] = 'Duplicate'
    if (row.value === '' && !keepsStored(row)) errors[`headers.${index}.value`] ??= 'Required'
  })
  return errors
}

/** Returns the errors of the service's response, by form field. `fields` are the names of the form's other fields. */
export function rejectedFields(
  failure: unknown,
  fields: readonly string[],
  { headers }: { readonly headers: readonly HeaderRow[] },
): Record<string, string> {
  if (!(failure instanceof ApiError)) return {}
  const details = failure.details.map((detail) => ({ ...detail, path: fieldOf(detail.path, headers) }))
  const { message, status, code } = failure
  const ofHeaders = details.map(({ path }) => path).filter((path) => path.startsWith('headers.'))
  return fieldErrors(new ApiError(message, { status, code, details }), [...ofHeaders, ...fields])
}

/** Returns the form field of a contract path. The contract identifies headers by name, the form by position. */
export function fieldOf(path: string, headers: readonly HeaderRow[], part: 'name' | 'value' = 'value'): string {
  if (!path.startsWith('headers.')) return path
  const name = path.slice('headers.'.length)
  const index = headers.findIndex((row) => row.name.trim() === name)
  return index === -1 ? 'headers' : `headers.${index}.${part}`
}
