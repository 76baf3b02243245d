import type { EntityItem } from 'electrodb'
import { Entity, key } from '../../platform/table/entity.ts'
import { expiresAtAttribute, table } from '../../platform/table/table.ts'

/** Days that the results of tests are stored. */
export const TEST_RUN_DAYS = 90

/** The results of a file of tests of an agent. Access: the latest of an agent. Kept 90 days, also of a deleted agent. */
export const TestRunEntity = new Entity(
  {
    model: { service: 'messaging', entity: 'testRun', version: '1' },
    attributes: {
      organizationId: { type: 'string', required: true, readOnly: true },
      agentId: { type: 'string', required: true, readOnly: true },
      /** Sorts by time. */
      id: { type: 'string', required: true, readOnly: true },
      file: { type: 'string', required: true, readOnly: true },
      draft: { type: 'boolean', required: true, readOnly: true },
      /** The results, as JSON. */
      results: { type: 'string', required: true, readOnly: true },
      createdAt: { type: 'number', required: true, readOnly: true },
      expiresAt: { ...expiresAtAttribute, required: true },
    },
    indexes: {
      byAgent: {
        pk: key('pk', 'testRuns#${organizationId}#${agentId}'),
        sk: key('sk', '${id}'),
      },
    },
  },
  table,
)
export type TestRunItem = EntityItem<typeof TestRunEntity>
