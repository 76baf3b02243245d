import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type AttributeValue, DynamoDB } from '@aws-sdk/client-dynamodb'
import { derivedId } from '@replywright/core/platform/clock.ts'
import { type Service, type ServiceOptions, startService } from '@replywright/local/start-service.ts'
import type { Received } from '@replywright/simulators/receiver/serve.ts'
import * as v from 'valibot'
import { inject } from 'vitest'
import { recordUsedGrants } from '../infra/grants/record.ts'
import { recordStored } from '../infra/stored/record.ts'
import { actAsAdministrator, administratorOf, clientOf, outputOf } from './administrator.ts'
import { readTable } from './restore-service.ts'
import { takeSharedService } from './shared-service.ts'

export interface TestServiceOptions extends Partial<ServiceOptions> {
  /** Whether the demo's agent replies on the demo's number, as by default outside of tests. @default false */
  readonly agentAnswers?: boolean
}

/**
 * Starts the service on free ports with an empty data directory, with the assembly and database engine of the whole
 * run. In the project `shared` all test files of a process use one service, which is restored for each file.
 */
export async function startTestService({
  agentAnswers = false,
  ...options
}: TestServiceOptions = {}): Promise<Service> {
  if (inject('sharesService')) return await takeService(agentAnswers, options)
  const dataDir = options.DATA_DIR ?? (await mkdtemp(join(tmpdir(), 'replywright-')))
  const service = await startService({
    PORT: 0,
    DATA_DIR: dataDir,
    assembly: inject('assembly'),
    dynamodb: inject('dynamodb'),
    onGrantUsed: recordUsedGrants(inject('usedGrants')),
    ...options,
  })
  if (!agentAnswers) await stopRouting(service)
  const stop = async () => {
    await recordTable(service)
    await service.stop()
    if (!options.DATA_DIR) await rm(dataDir, { recursive: true, force: true })
  }
  return { ...service, stop, [Symbol.asyncDispose]: stop }
}

/** @throws Error when an option cannot differ between users of a shared service. */
async function takeService(agentAnswers: boolean, options: Partial<ServiceOptions>): Promise<Service> {
  const { log, PROVIDER_BASE_URL, DEMO_WEBHOOK_URL, ...others } = options
  const [option] = Object.keys(others)
  if (option !== undefined) throw new Error(`A test with the option ${option} must start its own service`)
  const { service, forget } = await takeSharedService(log)
  actAsAdministrator(service)
  if (!agentAnswers) await stopRouting(service)
  if (PROVIDER_BASE_URL !== undefined) {
    await setAttribute(service, { pk: { S: 'settings' }, sk: { S: 'provider' } }, 'baseUrl', PROVIDER_BASE_URL)
    forget(['providerSettings'])
  }
  const ready = DEMO_WEBHOOK_URL === undefined ? service.ready : await redirectWebhook(service, DEMO_WEBHOOK_URL)
  const stop = () => recordTable(service)
  return { ...service, ready, stop, [Symbol.asyncDispose]: stop }
}

/** Records the stored items in the directory `STORED_ITEMS` of the environment, if it is set. */
async function recordTable(service: Service): Promise<void> {
  const { STORED_ITEMS } = process.env
  if (STORED_ITEMS) recordStored(STORED_ITEMS, (await readTable(administratorOf(service))).values())
}

/** Changes the URL of the demo's webhook. */
async function redirectWebhook(service: Service, url: string): Promise<Service['ready']> {
  const { ready } = service
  const organizationId = derivedId('demo organization', 'Demo')
  const Key = { pk: { S: `o#${organizationId}` }, sk: { S: `webhook#${ready.webhook.id}` } }
  await setAttribute(service, Key, 'url', url)
  const webhook = { ...ready.webhook, url }
  return { ...ready, webhook, webhooks: ready.webhooks.with(0, webhook) }
}

/** Removes the routing of the demo's number, so that no agent replies unless a test routes to it. */
async function stopRouting(service: Service): Promise<void> {
  const { client, TableName } = tableOf(service)
  await client.updateItem({
    TableName,
    Key: { pk: { S: `n#${service.ready.numbers[0]?.phoneNumberId}` }, sk: { S: 'number' } },
    ConditionExpression: 'attribute_exists(pk)',
    UpdateExpression: 'REMOVE defaultRouting',
  })
}

async function setAttribute(
  service: Service,
  Key: Record<'pk' | 'sk', AttributeValue>,
  name: string,
  value: string,
): Promise<void> {
  const { client, TableName } = tableOf(service)
  await client.updateItem({
    TableName,
    Key,
    ConditionExpression: 'attribute_exists(pk)',
    UpdateExpression: 'SET #name = :value',
    ExpressionAttributeNames: { '#name': name },
    ExpressionAttributeValues: { ':value': { S: value } },
  })
}

function tableOf({ cloud }: Service) {
  return { client: clientOf(DynamoDB, cloud), TableName: outputOf(cloud, 'TableName') }
}

export interface ApiResponse {
  readonly status: number
  readonly headers: Headers
  readonly body: unknown
}

/** Sends a request to the API, with JSON in both directions. */
export async function callApi(
  baseUrl: string,
  apiKey: string | undefined,
  method: string,
  path: string,
  body?: unknown,
): Promise<ApiResponse> {
  const response = await fetch(`${baseUrl}/api/v1${path}`, {
    method,
    headers: {
      ...(apiKey !== undefined && { 'X-API-Key': apiKey }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) }
}

export type Call = (method: string, path: string, body?: unknown) => Promise<ApiResponse>

/** Returns API callers with the demo's full key, its read key, and the other organisation's full key. */
export function callers(service: () => Service): { api: Call; apiToRead: Call; apiOfOther: Call } {
  return {
    api: (...call) => callApi(service().ready.baseUrl, service().ready.apiKey, ...call),
    apiToRead: (...call) => callApi(service().ready.baseUrl, service().ready.readApiKey, ...call),
    apiOfOther: (...call) => callApi(service().ready.baseUrl, service().ready.otherOrganization.apiKey, ...call),
  }
}

const WithId = v.looseObject({ id: v.string() })

/** Returns the `id` of the resource in a response. */
export function idOf(response: Pick<ApiResponse, 'body'>): string {
  return v.parse(WithId, response.body).id
}

const Envelope = v.looseObject({
  event: v.string(),
  timestamp: v.string(),
  conversationId: v.string(),
  message: v.nullable(v.looseObject({ id: v.string(), waId: v.string(), body: v.string() })),
})

/** Returns the envelope of a delivery. */
export function envelopeOf(delivery: Received): v.InferOutput<typeof Envelope> {
  return v.parse(Envelope, delivery.json)
}

/** Returns whether a delivery is `event` on the path of `url`. */
export function isEvent(url: string, event: string): (delivery: Received) => boolean {
  const { pathname } = new URL(url)
  return (delivery) => delivery.path === pathname && delivery.event === event
}

let customers = 0

/** Returns the digits of a customer that neither the demo nor another test of this process uses. */
export function freshCustomer(): string {
  customers += 1
  return `4477008${String(customers).padStart(5, '0')}`
}
