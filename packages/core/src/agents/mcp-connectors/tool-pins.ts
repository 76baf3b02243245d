import type { EpochMs } from '@replywright/contract/time.ts'
import * as v from 'valibot'
import { notFound } from '../../platform/errors.ts'
import { log } from '../../platform/log/log.ts'
import { entity, key } from '../../platform/table/entity.ts'
import { storedJson } from '../../platform/table/stored-json.ts'
import { formatAttribute } from '../../platform/table/table.ts'
import { transact } from '../../platform/table/transact.ts'
import { approvalOf, type ListedTool, pinsOf, type ToolPins } from './judge-tools.ts'
import { McpConnectorEntity, type McpConnectorItem } from './mcp-connector-entity.ts'

type Pinned = Pick<McpConnectorItem, 'organizationId' | 'id' | 'url'>

/** `toolsWaiting` as it is stored. */
type Selecting = Pinned & { readonly toolsWaiting?: number | undefined }

/** Returns the pins of a connector's server, or undefined before the first listing. */
export async function findPins({ organizationId, id, url }: Pinned): Promise<ToolPins | undefined> {
  const { data } = await ToolPinsEntity.get({ organizationId, connectorId: id }).go({ consistent: true })
  return data?.url === url ? storedPins.parse(data.tools, data.format) : undefined
}

/**
 * Returns the tools of a listing that agents may use. The first listing of a server is pinned. Later, new and changed
 * tools are left out until a member approves them, and the connector has their number. An empty listing is not pinned.
 */
export async function selectApproved<Tool extends ListedTool>(
  connector: Selecting,
  tools: readonly Tool[],
  now: EpochMs,
): Promise<Tool[]> {
  if (tools.length === 0) return []
  const pins = (await findPins(connector)) ?? (await pinFirst(connector, tools, now))
  const approved = tools.filter((tool) => approvalOf(tool, pins) === 'approved')
  await showWaiting(connector, tools.length - approved.length)
  return approved
}

/** Stores the number of tools that wait, if it has changed. Not conditional: the next listing corrects it. */
export async function showWaiting({ organizationId, id, toolsWaiting = 0 }: Selecting, waiting: number): Promise<void> {
  if (waiting > 0) log('mcp.tools_changed', { organizationId, connectorId: id, waiting })
  if (waiting === toolsWaiting) return
  await McpConnectorEntity.patch({ organizationId, id })
    .set({ toolsWaiting: waiting })
    .go({ returnOnConditionCheckFailure: true })
}

async function pinFirst(connector: Pinned, tools: readonly ListedTool[], now: EpochMs): Promise<ToolPins | undefined> {
  const { url } = connector
  const { rejected } = await ToolPinsEntity.upsert(pinsItem(connector, tools, now))
    .where((item, { notExists, ne }) => `${notExists(item.url)} OR ${ne(item.url, url)}`)
    .go({ returnOnConditionCheckFailure: true })
  // Another worker pinned first.
  return rejected ? await findPins(connector) : pinsOf(tools)
}

/** Pins the tools that a member approved. @throws ServiceError 404 if the connector was deleted */
export async function pinApproved(connector: Pinned, tools: readonly ListedTool[], now: EpochMs): Promise<void> {
  const { organizationId, id } = connector
  const isWritten = await transact({ connectors: McpConnectorEntity, pins: ToolPinsEntity }, ({ connectors, pins }) => [
    connectors.patch({ organizationId, id }).set({ toolsApprovedAt: now }).remove(['toolsWaiting']).commit(),
    pins.upsert(pinsItem(connector, tools, now)).commit(),
  ])
  if (!isWritten) throw notFound('MCP connector')
  log('mcp.tools_approved', { organizationId, connectorId: id, tools: tools.length })
}

function pinsItem({ organizationId, id, url }: Pinned, tools: readonly ListedTool[], now: EpochMs) {
  const { format } = storedPins
  return { organizationId, connectorId: id, url, tools: JSON.stringify(pinsOf(tools)), format, pinnedAt: now }
}

/**
 * The tools of a connector's server that agents may use: those of the first listing, or of the one that a member
 * approved last. Access: by connector. Deleted with it.
 */
export const ToolPinsEntity = /* @__PURE__ */ entity(() => ({
  model: { service: 'messaging', entity: 'mcpToolPins', version: '1' },
  attributes: {
    organizationId: { type: 'string', required: true, readOnly: true },
    connectorId: { type: 'string', required: true, readOnly: true },
    /** The server of the listing. Another URL is pinned anew. */
    url: { type: 'string', required: true },
    /** JSON (`storedPins`). */
    tools: { type: 'string', required: true },
    format: formatAttribute,
    pinnedAt: { type: 'number', required: true },
  },
  indexes: {
    byConnector: { pk: key('pk', 'mcp#${organizationId}#${connectorId}'), sk: key('sk', 'toolPins') },
  },
}))

/** The hashes of tools (`toolHash`) by name. */
const storedPins = storedJson('the pins of MCP tools', v.record(v.string(), v.string()))
