import { DynamoDBClient, paginateScan } from '@aws-sdk/client-dynamodb'
import type { Service } from '@replywright/local/start-service.ts'
import * as v from 'valibot'
import { expect } from 'vitest'
import { clientOf, outputOf } from '../support/administrator.ts'
import type { ApiResponse, Call } from '../support/service.ts'

export const UUID = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/)
/** A valid id that does not exist. */
export const UNKNOWN_ID = '0190f7c8-5b1e-7c43-8b47-3b1f6d1f0a11'

/** Builds the body of a tool with a fixed header value. */
export const toolInput = (header: string) => ({
  name: 'Look up',
  description: 'Looks an order up',
  apiSchema: {
    url: 'https://api.example.com/orders',
    method: 'GET',
    request_headers: { Authorization: { input: { type: 'value', value: header } } },
  },
  creditCost: 2,
})
export const triggerInput = { templateId: 'T1', templateName: 'welcome' }

/** Uploads a file as `multipart/form-data`, with the demo's full key unless `headers` override it. */
export async function uploadTo(
  { ready }: Service,
  path: string,
  file: File,
  fields: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>>,
): Promise<ApiResponse> {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  body.set('file', file)
  const response = await fetch(`${ready.baseUrl}/api/v1${path}`, {
    method: 'POST',
    headers: { 'X-API-Key': ready.apiKey, ...headers },
    body,
  })
  return { status: response.status, headers: response.headers, body: await response.json() }
}

/** Sends a POST with an Idempotency-Key and the demo's full key. */
export async function postOnce({ ready }: Service, path: string, key: string, body: object): Promise<ApiResponse> {
  const response = await fetch(`${ready.baseUrl}/api/v1${path}`, {
    method: 'POST',
    headers: { 'X-API-Key': ready.apiKey, 'Content-Type': 'application/json', 'Idempotency-Key': key },
    body: JSON.stringify(body),
  })
  return { status: response.status, headers: response.headers, body: await response.json() }
}

const Items = v.array(v.looseObject({ id: v.string(), secret: v.optional(v.string()) }))

/** Returns the items of an array of the agent in a response. */
export function itemsOf({ body }: ApiResponse, array: string): v.InferOutput<typeof Items> {
  return v.parse(Items, Object(body)[array])
}

const Details = v.looseObject({ details: v.array(v.object({ path: v.string(), message: v.string() })) })

/** Returns the paths of the rejected fields. */
export function pathsOf({ body }: ApiResponse): string[] {
  return v.parse(Details, body).details.map(({ path }) => path)
}

export const Page = v.object({
  count: v.number(),
  next: v.nullable(v.string()),
  previous: v.nullable(v.string()),
  results: v.array(v.looseObject({ id: v.string() })),
})

/** Reads all pages from `path`, following `next`. */
export async function readPages(path: string, call: Call) {
  const ids: string[] = []
  const sizes: number[] = []
  let count = 0
  for (let next: string | undefined = path; next !== undefined; ) {
    const page: v.InferOutput<typeof Page> = v.parse(Page, (await call('GET', next)).body)
    ids.push(...page.results.map(({ id }) => id))
    sizes.push(page.results.length)
    count = page.count
    next = page.next?.slice(page.next.indexOf('/agents/'))
  }
  return { ids, sizes, count }
}

/** Returns all items of the table as text. */
export async function everythingStored({ cloud }: Service): Promise<string> {
  const client = clientOf(DynamoDBClient, cloud)
  const pages: string[] = []
  for await (const { Items } of paginateScan({ client }, { TableName: outputOf(cloud, 'TableName') }))
    pages.push(JSON.stringify(Items))
  return pages.join('\n')
}
