import * as v from 'valibot'
import { lacksVectors } from '../../agents/documents/lacks-vectors.ts'
import { hasToolProblem } from '../../agents/find-agent.ts'
import { settings } from '../../platform/settings.ts'
import { scanTable } from '../../platform/table/scan-table.ts'

const KeyRow = v.object({ gatewayKeyId: v.string(), status: v.picklist(['creating', 'active', 'revoked']) })
export type KeyRow = v.InferOutput<typeof KeyRow>

/** What the table has, as far as checks look at it. */
export interface Contents {
  readonly organizations: number
  /** Connected numbers, without sandbox numbers. */
  readonly numbers: number
  readonly keys: readonly KeyRow[]
  /** Ids of agents with an active tool that has a problem. */
  readonly agentsWithProblems: readonly string[]
  /** Ids of MCP connectors with tools that agents could not use when they last needed them. */
  readonly connectorsWithProblems: readonly string[]
  /** Ids of documents that could not be read, or not completely. */
  readonly documentsWithProblems: readonly string[]
  /** Ids of agents whose daily websites have pages that were not read, or not completely. */
  readonly agentsWithUnreadPages: readonly string[]
  /** The number of documents and pages without vectors of the embedding model; 0 without such a model. */
  readonly documentsWithoutVectors: number
}

const ATTRIBUTES = [
  'pk',
  '_e',
  'gatewayKeyId',
  'status',
  'sandbox',
  'id',
  'settings',
  'problems',
  'refusedTools',
  's',
  'etag',
  'embeddedBy',
  'agentId',
  'failure',
  'missing',
]

/** Reads the whole table. */
export async function scanContents(signal: AbortSignal): Promise<Contents> {
  const values = {
    ':organization': 'organization',
    ':number': 'number',
    ':key': 'apiKey',
    ':agent': 'agentBody',
    ':connector': 'mcpConnector',
    ':document': 'document',
    ':page': 'websitePage',
  }
  const [keys, agentsWithProblems, connectorsWithProblems]: [KeyRow[], string[], string[]] = [[], [], []]
  const documentsWithProblems: string[] = []
  const unread = new Set<string>()
  const problems = { agentsWithProblems, connectorsWithProblems, documentsWithProblems }
  const contents = { organizations: 0, numbers: 0, keys, ...problems, documentsWithoutVectors: 0 }
  const model = settings.EMBEDDING_MODEL
  const filter = '#_e IN (:organization, :number, :key, :agent, :connector, :document, :page)'
  for await (const { items } of scanTable({ filter, values, attributes: ATTRIBUTES })) {
    signal.throwIfAborted()
    for (const item of items) {
      if (item._e === 'organization') contents.organizations += 1
      if (item._e === 'number' && item.sandbox !== true) contents.numbers += 1
      if (item._e === 'apiKey') contents.keys.push(v.parse(KeyRow, item))
      if (item._e === 'agentBody' && hasToolProblem(String(item.settings)))
        contents.agentsWithProblems.push(String(item.id))
      if (item._e === 'mcpConnector' && (item.problems !== undefined || item.refusedTools !== undefined))
        contents.connectorsWithProblems.push(String(item.id))
      if (item._e === 'document' && (item.s === 'error' || item.s === 'partial'))
        contents.documentsWithProblems.push(String(item.id))
      if (item._e === 'websitePage' && (item.failure !== undefined || item.missing !== undefined))
        unread.add(String(item.agentId))
      if (model && (item._e === 'document' || item._e === 'websitePage') && lacksVectors(item, model))
        contents.documentsWithoutVectors += 1
    }
  }
  return { ...contents, agentsWithUnreadPages: [...unread] }
}
