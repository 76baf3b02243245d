import type { EntityItem } from 'electrodb'
import { Entity, key } from '../../platform/table/entity.ts'
import { table } from '../../platform/table/table.ts'

/** An MCP server. Access: by id within its organisation; all of an organisation, newest first. Kept until deleted. */
export const McpConnectorEntity = new Entity(
  {
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
      /** When a member last approved the tools of the server (`tool-pins-entity.ts`). */
      toolsApprovedAt: { type: 'number' },
      /** How many tools of the last listing wait for an approval. */
      toolsWaiting: { type: 'number' },
      createdAt: { type: 'number', required: true, readOnly: true, padding: { length: 13, char: '0' } },
    },
    indexes: {
      byId: {
        pk: key('pk', 'mcp#${organizationId}#${id}'),
        sk: key('sk', 'mcpConnector'),
      },
      byOrganization: {
        index: 'gsi1',
        pk: key('gsi1pk', 'o#${organizationId}#mcp-connectors'),
        sk: key('gsi1sk', '${createdAt}#${id}'),
      },
    },
  },
  table,
)
export type McpConnectorItem = EntityItem<typeof McpConnectorEntity>
