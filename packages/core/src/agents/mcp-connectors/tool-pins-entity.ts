import * as v from 'valibot'
import { Entity, key } from '../../platform/table/entity.ts'
import { storedJson } from '../../platform/table/stored-json.ts'
import { formatAttribute, table } from '../../platform/table/table.ts'

/**
 * The tools of a connector's server that agents may use: those of the first listing, or of the one that a member
 * approved last. Access: by connector. Deleted with it.
 */
export const ToolPinsEntity = new Entity(
  {
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
      byConnector: {
        pk: key('pk', 'mcp#${organizationId}#${connectorId}'),
        sk: key('sk', 'toolPins'),
      },
    },
  },
  table,
)

/** The hashes of tools (`toolHash`) by name. */
export const storedPins = storedJson('the pins of MCP tools', v.record(v.string(), v.string()))
