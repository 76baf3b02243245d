import { MASKED } from '@messaging/contract/agents-sub-resources.ts'
import { createMcpConnector, type McpConnector, type McpConnectorInput } from '@messaging/contract/mcp-connectors.ts'
import * as v from 'valibot'
import { sentence } from '../ui/form-errors.ts'

/** The form values of a header. `storedAs` is the name of the stored header, whose value is hidden. */
export interface HeaderRow {
  readonly key: string
  readonly name: string
  readonly value: string
  readonly storedAs: string | null
}

export interface ConnectorValues {
  readonly name: string
  readonly url: string
  readonly headers: HeaderRow[]
}

/**
 * Returns the form values of a stored connector. Header values are secrets and are left out: the row of a header whose
 * value differs from the one in `opened` has another key.
 */
export function connectorValues(
  { name, url, headers }: Omit<McpConnector, 'id'>,
  opened: Pick<McpConnector, 'headers'> = { headers },
): ConnectorValues {
  const rows = Object.entries(headers).map(([header, value]) => {
    const isChanged = opened.headers[header] !== value
    return { key: isChanged ? `${header} changed` : header, name: header, value: '', storedAs: header }
  })
  return { name, url, headers: rows }
}

/** Returns whether the stored value of a header is kept: no value was typed, and the name is unchanged. */
export function keepsStored({ name, value, storedAs }: HeaderRow): boolean {
  return value === '' && storedAs !== null && storedAs === name.trim()
}

/** Returns the request body of the form values. The mask keeps a stored value. */
export function connectorInput({ name, url, headers }: ConnectorValues): McpConnectorInput {
  const sent = headers.map((row) => [row.name.trim(), keepsStored(row) ? MASKED : row.value] as const)
  return { name: name.trim(), url: url.trim(), headers: Object.fromEntries(sent) }
}

/** Returns the validation errors of the form values, by field. `headers.0.name` is the name of the first header. */
export function connectorErrors(values: ConnectorValues): Record<string, string> {
  const errors: Record<string, string> = {}
  const { issues = [] } = v.safeParse(createMcpConnector.body, connectorInput(values))
  for (const issue of issues) {
    const { path } = issue
    const isKey = path?.some((item) => 'origin' in item && item.origin === 'key')
    errors[fieldOf(v.getDotPath(issue) ?? '', values.headers, isKey ? 'name' : 'value')] ??= sentence(issue.message)
  }
  if (!errors.url && !/^https?:\/\//i.test(values.url.trim())) errors.url = 'Must be an http or https URL.'
  values.headers.forEach((row, index) => {
    const name = row.name.trim().toLowerCase()
    if (name === '') errors[`headers.${index}.name`] = 'Required'
    else if (values.headers.slice(0, index).some((before) => before.name.trim().toLowerCase() === name))
      errors[`headers.${index}.name`] = 'Duplicate'
    if (row.value === '' && !keepsStored(row)) errors[`headers.${index}.value`] ??= 'Required'
  })
  return errors
}

/** Returns the form field of a contract path. The contract identifies headers by name, the form by position. */
export function fieldOf(path: string, headers: readonly HeaderRow[], part: 'name' | 'value' = 'value'): string {
  if (!path.startsWith('headers.')) return path
  const name = path.slice('headers.'.length)
  const index = headers.findIndex((row) => row.name.trim() === name)
  return index === -1 ? 'headers' : `headers.${index}.${part}`
}
