import {
  type Check,
  type Deployment,
  type Finding,
  fails,
  ok,
  ops,
  warning,
} from '@replywright/core/operations/doctor/check.ts'
import { type Contents, type KeyRow, scanContents } from '@replywright/core/operations/doctor/contents.ts'
import { attachedKeyIds, listGatewayKeys, orphanKeys } from '@replywright/core/people/api-keys/gateway-keys.ts'
import { count } from '../../../show.ts'

const MOST_NAMED = 3

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
    const attached = await attachedKeyIds()
    const all = await listGatewayKeys()
    // Rows are read last, so that keys created meanwhile have rows.
    const { keys: rows } = await readContents(deployment)
    const orphans = orphanKeys(all, rows, deployment.now).map(({ id = '' }) => id)
    return judgeApiKeys({ all: new Set(all.map(({ id = '' }) => id)), attached, orphans, rows }, deployment)
  },
}

export const agentToolsCheck: Check = {
  name: 'agent tools',
  rights: ['dynamodb:Scan'],
  scans: true,
  async run(deployment) {
    return judgeAgentTools(await readContents(deployment))
  },
}

const reads = new WeakMap<AbortSignal, Promise<Contents>>()

/** Reads the whole table, once for all checks of a run. */
async function readContents({ signal }: Deployment): Promise<Contents> {
  const reading = reads.get(signal) ?? scanContents(signal)
  reads.set(signal, reading)
  return await reading
}

/** Checks that the models are offered every tool of the agents, and the whole text of their documents. */
export function judgeAgentTools({
  agentsWithProblems: agents,
  connectorsWithProblems: connectors,
  documentsWithProblems: documents,
  agentsWithUnreadPages: readers,
  documentsWithoutVectors: unembedded,
}: Pick<
  Contents,
  | 'agentsWithProblems'
  | 'connectorsWithProblems'
  | 'documentsWithProblems'
  | 'agentsWithUnreadPages'
  | 'documentsWithoutVectors'
>): Finding[] {
  const findings: Finding[] = []
  if (agents.length > 0)
    findings.push(
      warning(
        `${count(agents.length, 'agent')} with an HTTP tool that cannot be used, or not as it is described: ${named(agents)}`,
        'see `problem` of the tool in GET /api/v1/agents/<id>/, or the Tools of the agent in the dashboard',
      ),
    )
  if (connectors.length > 0)
    findings.push(
      warning(
        `${count(connectors.length, 'MCP connector')} with tools that agents cannot use: ${named(connectors)}`,
        'see `problems` in GET /api/v1/mcp-connectors/<id>/, or the page of the connector in the dashboard',
      ),
    )
  if (documents.length > 0)
    findings.push(
      warning(
        `${count(documents.length, 'document')} that could not be read, or not completely: ${named(documents)}`,
        'see `problem` of the document in GET /api/v1/agents/<id>/, or the Documents of the agent in the dashboard',
      ),
    )
  if (readers.length > 0)
    findings.push(
      warning(
        `${count(readers.length, 'agent')} with pages of websites that were not read, or not completely: ${named(readers)}`,
        'see `readPages` of the website tool in GET /api/v1/agents/<id>/, or the Documents of the agent in the dashboard',
      ),
    )
  if (unembedded > 0)
    findings.push(
      warning(
        `${count(unembedded, 'document')} without vectors of the embedding model: they are found by their words only`,
        'have them embedded with `npm run ops -- documents embed`',
      ),
    )
  return findings.length > 0 ? findings : [ok('every active HTTP tool, MCP connector, document and page can be used')]
}

/** Checks whether the deployment has an organisation, a number and an API key. */
export function judgeFirstSteps(
  { organizations, numbers, keys }: Pick<Contents, 'organizations' | 'numbers' | 'keys'>,
  deployment: Pick<Deployment, 'stage'>,
): Finding {
  if (organizations === 0) return warning('there are no organisations', ops('organization create --name …', deployment))
  const active = activeIds(keys).length
  const tells = `${count(organizations, 'organisation')}, ${count(numbers, 'connected number')}, ${count(active, 'API key')}`
  if (numbers === 0) return warning(tells, `ACCESS_TOKEN=… ${ops('number connect …', deployment)}`)
  if (active === 0) return warning(tells, ops('api-key create …', deployment))
  return ok(tells)
}

/**
 * Checks that each API Gateway key of this deployment has a row, and that each row has a key in the usage plan. Keys are API Gateway
 * ids: `all` of the account, those `attached` to the plan, and the `orphans` without a row.
 */
export function judgeApiKeys(
  keys: {
    readonly all: ReadonlySet<string>
    readonly attached: ReadonlySet<string>
    readonly orphans: readonly string[]
    readonly rows: readonly KeyRow[]
  },
  deployment: Pick<Deployment, 'stage'>,
): Finding[] {
  const { all, attached, orphans, rows } = keys
  const active = activeIds(rows)
  const lost = active.filter((id) => !all.has(id))
  const detached = active.filter((id) => all.has(id) && !attached.has(id))
  const findings: Finding[] = []
  if (orphans.length > 0)
    findings.push(
      warning(
        `${count(orphans.length, 'key')} at API Gateway without a row, which cannot be used: ${named(orphans)}`,
        ops('api-keys clean --delete', deployment),
      ),
    )
  if (lost.length > 0)
    findings.push(
      fails(
        `${count(lost.length, 'row')} without a key at API Gateway, whose requests are rejected: ${named(lost)}`,
        `${ops('api-key create …', deployment)}; for keys with known values: ${ops('api-keys attach --values', deployment)}`,
      ),
    )
  if (detached.length > 0)
    findings.push(
      fails(
        `${count(detached.length, 'key')} not in the usage plan, whose requests are rejected: ${named(detached)}`,
        ops('api-keys attach', deployment),
      ),
    )
  return findings.length > 0 ? findings : [ok(`${count(active.length, 'active key')}, each with its row`)]
}

function activeIds(rows: readonly KeyRow[]): string[] {
  return rows.flatMap(({ gatewayKeyId, status }) => (status === 'active' ? [gatewayKeyId] : []))
}

function named(ids: readonly string[]): string {
  const more = ids.length - MOST_NAMED
  return `${ids.slice(0, MOST_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
