import { type Endpoint, isDocumented, NO_BODY } from '@replywright/contract/endpoint.ts'
import { ERROR_STATUS, ErrorBody, RateLimitBody } from '@replywright/contract/errors.ts'
import { errorStatuses } from '@replywright/contract/openapi/responses.ts'
import * as v from 'valibot'
import { expect } from 'vitest'
import type { ApiResponse } from '../support/service.ts'

export interface Call {
  /** The URL, with ids. */
  readonly url: string
  /** @default none */
  readonly apiKey?: string
  /** JSON, or text and forms as they are. @default none */
  readonly body?: unknown
  /** @default application/json for a body that is not a form */
  readonly contentType?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Calls an endpoint and checks that its contract documents the response and all its fields. */
export async function callEndpoint(
  endpoint: Endpoint,
  { url, apiKey, body, contentType, headers }: Call,
): Promise<ApiResponse> {
  const isForm = body instanceof FormData
  const type = contentType ?? (body === undefined || isForm ? undefined : 'application/json')
  const response = await fetch(url, {
    method: endpoint.method,
    redirect: 'manual',
    headers: {
      ...(apiKey !== undefined && { 'X-API-Key': apiKey }),
      ...(type !== undefined && { 'Content-Type': type }),
      ...headers,
    },
    ...(body !== undefined && { body: isForm || typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  const result = {
    status: response.status,
    headers: response.headers,
    body: text === '' || !isJson ? undefined : JSON.parse(text),
  }
  expectDocumented(endpoint, result)
  return result
}

function expectDocumented(endpoint: Endpoint, { status, headers, body }: ApiResponse): void {
  expect(headers.get('x-request-id')).toBeTruthy()
  if (status === endpoint.status) {
    if (endpoint.response === NO_BODY) expect(body).toBeUndefined()
    else expectExact(endpoint.response, body)
    return
  }
  // The proxy returns the provider's status and body unchanged.
  if (endpoint.path.includes('/proxy/') && !v.is(ErrorBody, body)) return
  if (isDocumented(endpoint))
    expect({ status, body, documented: [...errorStatuses(endpoint)] }).toEqual({
      status,
      body,
      documented: expect.arrayContaining([status]),
    })
  expectExact(status === 429 ? RateLimitBody : ErrorBody, body)
  if (status !== 429) expect(ERROR_STATUS).toHaveProperty(v.parse(ErrorBody, body).code, status)
}

/** Expects every documented field in its order and no other; parsing drops unknown fields. */
function expectExact(schema: v.GenericSchema, body: unknown): void {
  const { issues, output } = v.safeParse(schema, body)
  expect({ issues: issues?.map((issue) => [v.getDotPath(issue), issue.message]), body }).toEqual({
    issues: undefined,
    body,
  })
  expect(JSON.stringify(output)).toBe(JSON.stringify(body))
}

const Refusal = v.looseObject({ details: v.array(v.object({ path: v.string(), message: v.string() })) })

/** Returns the fields that a 400 names. */
export function refusedPaths({ body }: ApiResponse): string[] {
  const { success, output } = v.safeParse(Refusal, body)
  return success ? output.details.map(({ path }) => path) : []
}
