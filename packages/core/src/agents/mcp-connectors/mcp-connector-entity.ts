import { ToolProblem } from '@replywright/contract/mcp-connectors.ts'
import type { EntityItem } from 'electrodb'
import * as v from 'valibot'
import { entity, key } from '../../platform/table/entity.ts'
import { storedJson } from '../../platform/table/stored-json.ts'

/** An MCP server. Access: by id within its organisation; all of an organisation, newest first. Kept until deleted. */
export const McpConnectorEntity = /* @__PURE__ */ entity(() => ({
  model: { service: 'messaging', entity: 'mcpConnector', version: '1' },
  attributes: {
    organizationId: { type: 'string', required: true, readOnly: true },
    id: { type: 'string', required: true, readOnly: true },
    name: { type: 'string', required: true },
    url: { type: 'string', required: true },
    headerNames: { type: 'list', items: { type: 'string' }, required: true },
    /** Encrypted header values by name (`sealJson`), purpose `agent-secret`. */
    headers: { type: 'list', items: { type: 'string' }, required: true },
    /** Increases with each change. A change is conditional on it. */
    version: { type: 'number', required: true },
    /** When a member last approved the tools of the server (`selectApproved`). */
    toolsApprovedAt: { type: 'number' },
    /** How many tools of the last listing wait for an approval. */
    toolsWaiting: { type: 'number' },
    /** JSON of what agents could not use at the last listing (`storedProblems`). Absent if they could use everything. */
    problems: { type: 'string' },
    /** Names of tools that a model rejected. A change of the connector removes them. */
    refusedTools: { type: 'set', items: 'string' },
    createdAt: { type: 'number', required: true, readOnly: true, padding: { length: 13, char: '0' } },
  },
  indexes: {
    byId: { pk: key('pk', 'mcp#${organizationId}#${id}'), sk: key('sk', 'mcpConnector') },
    byOrganization: {
      index: 'gsi1',
      pk: key('gsi1pk', 'o#${organizationId}#mcp-connectors'),
      sk: key('gsi1sk', '${createdAt}#${id}'),
    },
  },
}))
export type McpConnectorItem = EntityItem<typeof McpConnectorEntity>

/** What is wrong with a server or its tools. */
export const storedProblems = storedJson('the problems of MCP tools', v.array(ToolProblem))

/** Stores why a server or its tools cannot be used, if that has changed. Not conditional: the next listing corrects it. */
export async function showProblems(
  { organizationId, id, problems: stored }: Pick<McpConnectorItem, 'organizationId' | 'id' | 'problems'>,
  problems: readonly ToolProblem[],
): Promise<void> {
  const text = problems.length > 0 ? JSON.stringify(problems) : undefined
  if (text === stored) return
  const patch = McpConnectorEntity.patch({ organizationId, id })
  await (text === undefined ? patch.remove(['problems']) : patch.set({ problems: text })).go({
    returnOnConditionCheckFailure: true,
  })
}

/** Stores that a model rejected a tool. */
export async function addRefused(
  { organizationId, id, refusedTools = [] }: Pick<McpConnectorItem, 'organizationId' | 'id' | 'refusedTools'>,
  tool: string,
): Promise<void> {
  if (refusedTools.includes(tool) || refusedTools.length >= MOST_REFUSED) return
  await McpConnectorEntity.patch({ organizationId, id })
    .add({ refusedTools: [tool.slice(0, LONGEST_REFUSED)] })
    .go({ returnOnConditionCheckFailure: true })
}

const LONGEST_REFUSED = 256
const MOST_REFUSED = 20
