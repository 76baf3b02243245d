import { count } from '../../../show.ts'
import { type Check, type Deployment, type Finding, fails, ok, ops, outputOf, warning } from '../finding.ts'

const ATTRIBUTES = ['pk', '_e', 'gatewayKeyId', 'status', 'sandbox', 'expiresAt']
const MOST_NAMED = 3

/** What the table holds, as far as it matters here. */
interface Contents {
  readonly organizations: number
  /** Connected numbers; sandbox numbers are not counted. */
  readonly numbers: number
  /** Ids at API Gateway of the keys that authenticate. */
  readonly activeKeys: ReadonlySet<string>
  /** Ids of all rows of keys. */
  readonly knownKeys: ReadonlySet<string>
}

export const contentsCheck: Check = {
  name: 'first steps',
  rights: ['dynamodb:Scan'],
  scans: true,
  async run(deployment) {
    return judgeFirstSteps(await readContents(deployment), deployment)
  },
}

export const apiKeysCheck: Check = {
  name: 'API keys',
  rights: ['dynamodb:Scan', 'apigateway:GET on /apikeys and /usageplans/*'],
  scans: true,
  async run(deployment) {
    const { APIGatewayClient, paginateGetApiKeys, paginateGetUsagePlanKeys } = await import(
      '@aws-sdk/client-api-gateway'
    )
    const client = new APIGatewayClient({})
    const attached = new Set<string>()
    const plan = { usagePlanId: outputOf(deployment, 'UsagePlanId') }
    for await (const { items = [] } of paginateGetUsagePlanKeys({ client, pageSize: 500 }, plan))
      for (const { id } of items) if (id) attached.add(id)
    const all = new Map<string, Readonly<Record<string, string>>>()
    for await (const { items = [] } of paginateGetApiKeys({ client, pageSize: 500 }, {}))
      for (const { id, tags = {} } of items) if (id) all.set(id, tags)
    // Rows are read last: a key that was made meanwhile has one.
    const { activeKeys, knownKeys } = await readContents(deployment)
    return judgeApiKeys({ all, attached, activeKeys, knownKeys }, deployment)
  },
}

const reads = new WeakMap<AbortSignal, Promise<Contents>>()

/** Reads the whole table, once for all checks of one look. */
async function readContents({ signal, now }: Deployment): Promise<Contents> {
  const reading = reads.get(signal) ?? scanContents(signal, now)
  reads.set(signal, reading)
  return await reading
}

async function scanContents(signal: AbortSignal, now: number): Promise<Contents> {
  const { scanTable } = await import('@messaging/core/scan-table.ts')
  const values = { ':organization': 'organization', ':number': 'number', ':key': 'apiKey' }
  const contents = { organizations: 0, numbers: 0, activeKeys: new Set<string>(), knownKeys: new Set<string>() }
  const filter = '#_e IN (:organization, :number, :key)'
  for await (const { items } of scanTable({ filter, values, attributes: ATTRIBUTES })) {
    signal.throwIfAborted()
    for (const { _e, gatewayKeyId, status, sandbox, expiresAt } of items) {
      if (_e === 'organization') contents.organizations += 1
      if (_e === 'number' && sandbox !== true) contents.numbers += 1
      if (_e !== 'apiKey' || (typeof expiresAt === 'number' && expiresAt <= now / 1000)) continue
      contents.knownKeys.add(String(gatewayKeyId))
      if (status === 'active') contents.activeKeys.add(String(gatewayKeyId))
    }
  }
  return contents
}

/** Whether somebody can use the deployment at all. */
export function judgeFirstSteps(
  { organizations, numbers, activeKeys }: Pick<Contents, 'organizations' | 'numbers' | 'activeKeys'>,
  deployment: Pick<Deployment, 'stage'>,
): Finding {
  if (organizations === 0)
    return warning('there is no organisation yet', ops('organization create --name …', deployment))
  const tells = `${count(organizations, 'organisation')}, ${count(numbers, 'connected number')}, ${count(activeKeys.size, 'API key')}`
  if (numbers === 0) return warning(tells, `ACCESS_TOKEN=… ${ops('number connect …', deployment)}`)
  if (activeKeys.size === 0) return warning(tells, ops('api-key create …', deployment))
  return ok(tells)
}

/**
 * Whether each key of this deployment at API Gateway has a row, and each row a key in the usage plan. A key is the deployment's when
 * the plan has it, or its tags say so: others of the account are not looked at.
 */
export function judgeApiKeys(
  keys: {
    readonly all: ReadonlyMap<string, Readonly<Record<string, string>>>
    readonly attached: ReadonlySet<string>
    readonly activeKeys: ReadonlySet<string>
    readonly knownKeys: ReadonlySet<string>
  },
  deployment: Pick<Deployment, 'stage'>,
): Finding[] {
  const { all, attached, activeKeys, knownKeys } = keys
  const isOwn = (id: string, tags: Readonly<Record<string, string>>) =>
    attached.has(id) || (tags.service === 'messaging' && tags.stage === (deployment.stage ?? 'local'))
  const orphans = [...all].flatMap(([id, tags]) => (isOwn(id, tags) && !knownKeys.has(id) ? [id] : []))
  const lost = [...activeKeys].filter((id) => !all.has(id))
  const detached = [...activeKeys].filter((id) => all.has(id) && !attached.has(id))
  const findings: Finding[] = []
  if (orphans.length > 0)
    findings.push(
      warning(
        `${count(orphans.length, 'key')} at API Gateway without a row, which nobody can use: ${named(orphans)}`,
        ops('api-keys clean --delete', deployment),
      ),
    )
  if (lost.length > 0)
    findings.push(
      fails(
        `${count(lost.length, 'row')} without a key at API Gateway, whose clients are refused: ${named(lost)}`,
        `${ops('api-key create …', deployment)}; for keys whose values are known: ${ops('api-keys attach --values', deployment)}`,
      ),
    )
  if (detached.length > 0)
    findings.push(
      fails(
        `${count(detached.length, 'key')} not in the usage plan, whose clients are refused: ${named(detached)}`,
        ops('api-keys attach', deployment),
      ),
    )
  return findings.length > 0 ? findings : [ok(`${count(activeKeys.size, 'active key')}, each with its row`)]
}

function named(ids: readonly string[]): string {
  const more = ids.length - MOST_NAMED
  return `${ids.slice(0, MOST_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
