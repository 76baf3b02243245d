import { MASKED } from '@messaging/contract/agents-sub-resources.ts'
import { createMcpConnector, type McpConnector, type McpConnectorInput } from '@messaging/contract/mcp-connectors.ts'
import * as v from 'valibot'

/** A header as the form holds it. `storedAs`: the name under which the service has a value, which is not shown. */
export interface HeaderRow {
  readonly key: string
  readonly name: string
  readonly value: string
  readonly storedAs: string | null
}

/** What the form of a connector holds. */
export interface ConnectorValues {
  readonly name: string
  readonly url: string
  readonly headers: HeaderRow[]
}

/** The form's values for a connector that is there. Values of headers are secrets: none is put into the page. */
export function connectorValues({
  name,
  url,
  headers,
}: Pick<McpConnector, 'name' | 'url' | 'headers'>): ConnectorValues {
  const rows = Object.keys(headers).map((header) => ({ key: header, name: header, value: '', storedAs: header }))
  return { name, url, headers: rows }
}

/** Whether the stored value of a header stays: nothing was typed, and it still has its name. */
export function keepsStored({ name, value, storedAs }: HeaderRow): boolean {
  return value === '' && storedAs !== null && storedAs === name.trim()
}

/** What is sent for the form's values: the mask says that a stored value stays. */
export function connectorInput({ name, url, headers }: ConnectorValues): McpConnectorInput {
  const sent = headers.map((row) => [row.name.trim(), keepsStored(row) ? MASKED : row.value] as const)
  return { name: name.trim(), url: url.trim(), headers: Object.fromEntries(sent) }
}

/** What is wrong with the form's values, by field; `headers.0.name` is the name of the first header. */
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
    if (name === '') errors[`headers.${index}.name`] = 'Must not be empty.'
    else if (values.headers.slice(0, index).some((before) => before.name.trim().toLowerCase() === name))
      errors[`headers.${index}.name`] = 'Is there already.'
    if (row.value === '' && !keepsStored(row)) errors[`headers.${index}.value`] ??= 'Must not be empty.'
  })
  return errors
}

/** The form's field that a path of the contract is about: headers are by name there, by their place here. */
export function fieldOf(path: string, headers: readonly HeaderRow[], part: 'name' | 'value' = 'value'): string {
  if (!path.startsWith('headers.')) return path
  const name = path.slice('headers.'.length)
  const index = headers.findIndex((row) => row.name.trim() === name)
  return index === -1 ? 'headers' : `headers.${index}.${part}`
}

function sentence(message: string): string {
  const text = message.charAt(0).toUpperCase() + message.slice(1)
  return /[.!?]$/.test(text) ? text : `${text}.`
}
