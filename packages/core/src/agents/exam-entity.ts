import type { EntityItem } from 'electrodb'
import { entity, key } from '../platform/table/entity.ts'
import { formatAttribute } from '../platform/table/table.ts'

/**
 * The nightly exam of an agent, in the agent's partition. Its sort key is outside the range that a turn reads (`findRecentAgent`).
 * Access: by the agent's id. Kept as long as the agent.
 */
export const ExamEntity = /* @__PURE__ */ entity(() => ({
  model: { service: 'messaging', entity: 'exam', version: '1' },
  attributes: {
    organizationId: { type: 'string', required: true, readOnly: true },
    agentId: { type: 'string', required: true, readOnly: true },
    /** The time of the change, or one more than before. A change is conditional on it. */
    version: { type: 'number', required: true },
    /** The settings as JSON (`storedExam`). */
    settings: { type: 'string', required: true },
    format: formatAttribute,
    /** When the next exam takes place; absent if it is off. */
    nextAt: { type: 'number' },
    /** The result of the last exam as JSON (`storedOutcome`). */
    last: { type: 'string' },
    /** When that exam was started. */
    lastAt: { type: 'number' },
    /** The proof about which the admins are to get a mail; absent after it. */
    mailFor: { type: 'string' },
  },
  indexes: {
    byAgent: { pk: key('pk', 'agent#${organizationId}#${agentId}'), sk: key('sk', 'exam') },
  },
}))
export type ExamItem = EntityItem<typeof ExamEntity>
