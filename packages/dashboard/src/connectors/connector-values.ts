import { createMcpConnector, type McpConnector, type McpConnectorInput } from '@replywright/contract/mcp-connectors.ts'
import { errorsWithHeaders, type HeaderRow, headerRows, headersOf } from '../ui/header-rows.ts'

export interface ConnectorValues {
  readonly name: string
  readonly url: string
  readonly headers: HeaderRow[]
}

/** Returns the form values of a stored connector. `opened` as in `headerRows`. */
export function connectorValues(
  { name, url, headers }: Pick<McpConnector, 'name' | 'url' | 'headers'>,
  opened: Pick<McpConnector, 'headers'> = { headers },
): ConnectorValues {
  return { name, url, headers: headerRows(headers, opened.headers) }
}

/** Returns the request body of the form values. */
export function connectorInput({ name, url, headers }: ConnectorValues): McpConnectorInput {
  return { name: name.trim(), url: url.trim(), headers: headersOf(headers) }
}

/** Returns the validation errors of the form values, by field. */
export function connectorErrors(values: ConnectorValues): Record<string, string> {
  const errors = errorsWithHeaders(createMcpConnector.body, connectorInput(values), values.headers)
  if (!errors.url && !/^https?:\/\//i.test(values.url.trim())) errors.url = 'Must be an http or https URL.'
  return errors
}
