import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSharedDynamoDbLocal } from '@replywright/cloud/engines'
import { dashboardEndpoints } from '@replywright/contract/dashboard/endpoints.ts'
import type { Endpoint } from '@replywright/contract/endpoint.ts'
import { type Service, startService } from '@replywright/local/start-service.ts'
import * as v from 'valibot'
import { type DashboardSession, signInToDashboard } from '../dashboard/session.ts'
import { fillOrganization } from '../support/fill-organization.ts'

const SIZES = ['100', '10000']
/** Larger organisations get one message in each conversation, because each further one takes as long to write. */
const MANY = 100_000

/** Operations of the API for clients that pages use, and operations with filters, besides those of the contract. */
const REQUESTS: Readonly<Record<string, string>> = {
  'conversations/inbox, unread': '/v1/inbox/?unread=true&limit=25',
  'conversations/inbox, waiting': '/v1/inbox/?needsHuman=true&limit=25',
  'conversations/inbox, search without match': '/v1/inbox/?search=nobody&limit=25',
  'conversations/messages': '/v1/conversations/{conversations}/messages/?limit=50',
  'webhook-deliveries/list, failed': '/v1/webhook-deliveries/?status=failed',
  'webhook-deliveries/list, of an endpoint': '/v1/webhook-deliveries/?webhookId={webhooks}',
  'agents/list': '/v1/agents/',
  'agents/get': '/v1/agents/{agents}/',
  'replays/count': `/v1/webhooks/{webhooks}/failed-count/?since=${new Date(Date.now() - 86_400_000).toISOString()}`,
  'phone-numbers/list': '/v1/phone-numbers/',
  'msg-templates/list': '/v1/msg-templates/',
  'msg-accounts/list': '/v1/msg-accounts/',
}

const Page = v.object({ results: v.pipe(v.array(v.object({ id: v.string() })), v.minLength(1)) })
const Continued = v.object({ nextCursor: v.string() })
const Versioned = v.object({ version: v.string() })

interface Measured {
  readonly units: number
  readonly body: unknown
}

/**
 * Measures the read units of each operation of the dashboard's pages, by the number of conversations and of deliveries
 * of an organisation: `npm run bench -- pages [numbers]`, by default 100 and 10,000.
 */
export async function run(args: readonly string[]): Promise<void> {
  const table: Record<string, Record<string, number>> = {}
  for (const size of (args.length > 0 ? args : SIZES).map(Number))
    for (const [operation, units] of await measureAt(size)) {
      table[operation] ??= {}
      table[operation][`at ${size.toLocaleString('en')}`] = units
    }
  console.log('\nRead units of the dashboard’s operations, by the number of conversations and deliveries')
  console.table(table)
}

async function measureAt(size: number): Promise<ReadonlyMap<string, number>> {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'replywright-bench-'))
  const onProgress = (step: string) => process.stderr.write(`  ${step}\n`)
  const engine = await startSharedDynamoDbLocal()
  const service = await startService({ PORT: 0, DATA_DIR, onProgress, dynamodb: engine.endpoint })
  try {
    onProgress(`writing ${size} conversations and deliveries`)
    await fillOrganization(service, { conversations: size, deliveries: size, messages: size > MANY ? 0 : 1 })
    return await measureAll(service)
  } finally {
    await service.stop()
    await engine.stop()
    await rm(DATA_DIR, { recursive: true, force: true })
  }
}

async function measureAll(service: Service): Promise<ReadonlyMap<string, number>> {
  const session = await signInToDashboard(service)
  const get = (path: string) => measure(service, session, path)
  const firstOf = async (path: string) => v.parse(Page, (await get(path)).body).results[0]?.id ?? ''
  const ids: Readonly<Record<string, string>> = {
    conversations: await firstOf('/v1/inbox/?limit=1'),
    'webhook-deliveries': await firstOf('/v1/webhook-deliveries/'),
    webhooks: service.ready.webhook.id,
    agents: service.ready.agent.id,
  }
  const units = new Map<string, number>()
  for (const [operation, path] of [...requestsOf(ids), ...Object.entries(REQUESTS)])
    units.set(operation, (await get(path.replaceAll(/\{([\w-]+)\}/g, (_, noun) => ids[noun] ?? ''))).units)
  const first = await get('/v1/inbox/?limit=25')
  units.set('conversations/inbox', first.units)
  const { nextCursor } = v.parse(Continued, first.body)
  units.set('conversations/inbox, page 2', (await get(`/v1/inbox/?limit=25&cursor=${nextCursor}`)).units)
  const { version } = v.parse(Versioned, (await get('/v1/inbox/changes/')).body)
  units.set('conversations/changes, unchanged', (await get(`/v1/inbox/changes/?version=${version}`)).units)
  return new Map([...units].toSorted(([a], [b]) => a.localeCompare(b)))
}

/** Returns the path of each operation that reads, with an id of its noun. */
function requestsOf(ids: Readonly<Record<string, string>>): [string, string][] {
  const endpoints: [string, Endpoint][] = Object.entries(dashboardEndpoints)
  return endpoints.flatMap(([name, { method, path }]) => {
    const shown = path.replace('/dashboard-api', '').replace('{id}', ids[path.split('/')[3] ?? ''] ?? '{id}')
    return method === 'GET' && !shown.includes('{') ? [[name, shown]] : []
  })
}

/** Returns the read units of a request that succeeds. The first one of a function may also read the user. */
async function measure({ cloud }: Service, session: DashboardSession, path: string): Promise<Measured> {
  const readUnits = () => cloud.ledger.snapshot().total.readUnits
  await session.call('GET', path)
  const before = readUnits()
  const { status, body } = await session.call('GET', path)
  return { units: status === 200 ? readUnits() - before : Number.NaN, body }
}
