import { isObject, type JsonObject } from '../../platform/json.ts'
import { fillFields, fillPart } from './api-part.ts'
import { type HttpDescription, PATH_PARAMETER } from './api-schema.ts'
import { outgoingHeaders } from './outgoing-headers.ts'

export interface HttpRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

/** The call that follows from what the model said; `refused` says to the model what it may not say. */
export function buildRequest(
  description: HttpDescription,
  args: JsonObject,
  fix: (value: unknown) => unknown,
): HttpRequest | { readonly refused: string } {
  const { origin, template, path, query, headers, body } = description
  const values = new Map(fillFields(path, args, fix))
  const filled = template.replace(PATH_PARAMETER, (_, name: string) => encodeURIComponent(asText(values.get(name))))
  const url = URL.parse(origin + filled)
  if (!url || escapesItsPlace(filled)) return { refused: 'a path parameter must name one thing, without dots alone' }
  for (const [name, value] of fillFields(query, args, fix))
    for (const each of Array.isArray(value) ? value : [value]) url.searchParams.append(name, asText(each))
  const content = body && JSON.stringify(fillBody(description, args, fix))
  const wanted = outgoingHeaders(fillFields(headers, args, fix))
  return {
    url: url.href,
    headers: { ...(content !== undefined && { 'content-type': 'application/json' }), ...wanted },
    body: content,
  }
}

/** The fields of a body that is an object stand beside the others. */
function fillBody({ body }: HttpDescription, args: JsonObject, fix: (value: unknown) => unknown): unknown {
  if (!body) return undefined
  const { part, argument } = body
  if (part.kind === 'object' && !part.array) return fillPart(part, args, fix) ?? {}
  return fillPart(part, Object.hasOwn(args, argument) ? args[argument] : undefined, fix)
}

/** `.` and `..`, encoded or not, would make another path of it. */
function escapesItsPlace(path: string): boolean {
  const [beforeQuery = ''] = path.split(/[?#]/)
  return beforeQuery.split(/[/\\]/).some((segment) => ['.', '..'].includes(segment.replace(/%2e/gi, '.')))
}

function asText(value: unknown): string {
  if (value === undefined || value === null) return ''
  return isObject(value) || Array.isArray(value) ? JSON.stringify(value) : String(value)
}
