import { isObject, type JsonObject, parseJson } from '@replywright/contract/json.ts'
import { isDeepJson } from './json-depth.ts'
import type { AskedFor, StandardResponse } from './standard-response.ts'

/** Bytes of a response. */
const LARGEST_RESPONSE = 4 * 1024 * 1024

type Standardize = (value: unknown, asked: AskedFor) => StandardResponse

/**
 * Returns a `fetch` that brings the successful responses of one path into the form that the SDK validates. Other
 * responses pass unchanged. A response that is too large, too deep or no JSON is empty, which counts as a model that is
 * down.
 */
export function standardFetch(path: string, standardize: Standardize): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, init)
    const url = input instanceof Request ? input.url : String(input)
    if (!response.ok || !new URL(url).pathname.endsWith(path)) return response
    const text = await readText(response)
    const parsed = text === undefined || isDeepJson(text) ? undefined : parseJson(text)
    const asked = askedFor(typeof init?.body === 'string' ? parseJson(init.body)?.value : undefined)
    const read: StandardResponse = parsed ? standardize(parsed.value, asked) : { kind: 'unreadable' }
    return answerWith(response, read)
  }
}

function answerWith({ status, headers: sent }: Response, read: StandardResponse): Response {
  const headers = new Headers(sent)
  // The body is neither compressed nor as long as the received one.
  for (const name of ['content-encoding', 'content-length', 'transfer-encoding']) headers.delete(name)
  headers.set('content-type', 'application/json')
  if (read.kind === 'unreadable') return new Response('', { status: 200, headers })
  return new Response(JSON.stringify(read.body), { status: read.kind === 'error' ? read.status : status, headers })
}

async function readText({ body }: Response): Promise<string | undefined> {
  if (!body) return ''
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.byteLength
    if (size > LARGEST_RESPONSE) return undefined
    chunks.push(chunk)
  }
  // The decoder removes a byte order mark.
  return new TextDecoder().decode(Buffer.concat(chunks))
}

/** Returns what a request to an OpenAI-compatible server or Amazon Bedrock tells about tool calls. */
export function askedFor(request: unknown): AskedFor {
  const body = isObject(request) ? request : {}
  const messages = objectsOf(body.messages)
  const { toolConfig } = body
  const calls = messages.flatMap(({ tool_calls, content }) => [
    ...objectsOf(tool_calls).map(({ id }) => id),
    ...objectsOf(content).map(({ toolUse }) => (isObject(toolUse) ? toolUse.toolUseId : undefined)),
  ])
  const tools = [
    ...objectsOf(body.tools).map((tool) => (isObject(tool.function) ? tool.function.name : undefined)),
    ...objectsOf(isObject(toolConfig) ? toolConfig.tools : undefined).map(({ toolSpec }) =>
      isObject(toolSpec) ? toolSpec.name : undefined,
    ),
  ]
  return { callIds: textsOf(calls), tools: textsOf(tools) }
}

function objectsOf(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : []
}

function textsOf(values: readonly unknown[]): ReadonlySet<string> {
  return new Set(values.filter((value) => typeof value === 'string'))
}
