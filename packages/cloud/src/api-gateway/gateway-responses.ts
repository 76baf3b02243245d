import { numberOf, objectAt, textOf } from '../json.ts'
import type { JsonObject, Resource } from '../resource.ts'
import { GATEWAY_RESPONSES, type GatewayResponseType } from './gateway-response-types.ts'
import { type RequestVariables, renderTemplate, resolveReference } from './variables.ts'

export interface HttpResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[]>>
  readonly body: string | Buffer
}

const DEFAULT_TEMPLATES: JsonObject = { 'application/json': '{"message":$context.error.messageString}' }

/**
 * Builds the responses with which API Gateway itself rejects requests. The API's response of exactly this type has
 * priority. Next is `DEFAULT_4XX` or `DEFAULT_5XX`, which keeps the original status unless it sets one. The last is
 * AWS's default.
 */
export function gatewayResponsesOf(
  resources: readonly Resource[],
): (type: GatewayResponseType, variables: RequestVariables) => HttpResponse {
  const byType = new Map(resources.map((resource) => [textOf(resource.properties.ResponseType), resource.properties]))
  return (type, variables) => {
    const [defaultStatus, message, errorType] = GATEWAY_RESPONSES[type]
    const responseType = type === 'TOKEN_EXPIRED' ? 'UNAUTHORIZED' : type
    const fallback = defaultStatus < 500 ? 'DEFAULT_4XX' : 'DEFAULT_5XX'
    // AWS does not allow an API to customise this response.
    const custom = type === 'REQUEST_TOO_LARGE' ? undefined : (byType.get(responseType) ?? byType.get(fallback))
    const withError: RequestVariables = {
      ...variables,
      context: {
        ...variables.context,
        error: { message, messageString: JSON.stringify(message), responseType, validationErrorString: '' },
      },
    }
    const [contentType, template] = templateFor(custom, variables.header('accept'))
    const headers = Object.entries(objectAt(custom, 'ResponseParameters')).flatMap(([name, value]) => {
      const header = name.split('gatewayresponse.header.')[1]
      return header ? [[header, resolveReference(textOf(value) ?? '', withError)] as const] : []
    })
    return {
      status: numberOf(custom?.StatusCode) ?? defaultStatus,
      headers: { 'content-type': contentType, 'x-amzn-errortype': errorType, ...Object.fromEntries(headers) },
      body: renderTemplate(template, withError),
    }
  }
}

/** Returns the template for the accepted content type, otherwise the JSON template, otherwise the only template. */
function templateFor(
  custom: JsonObject | undefined,
  accept: string | undefined,
): [contentType: string, template: string] {
  const own = objectAt(custom, 'ResponseTemplates')
  const templates = Object.keys(own).length > 0 ? own : DEFAULT_TEMPLATES
  const accepted = accept?.split(/[,;]/)[0]?.trim() ?? ''
  const contentType = [accepted, 'application/json', ...Object.keys(templates)].find((name) => name in templates) ?? ''
  return [contentType, textOf(templates[contentType]) ?? '']
}
