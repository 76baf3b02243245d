import { conversationPartition } from '../../conversations/conversation-partition.ts'
import { Entity, key } from '../../platform/table/entity.ts'
import { expiresAtAttribute, table } from '../../platform/table/table.ts'

/** A trial by the API or of a draft: the agent, tool results, and whether its draft is tried. Access: by conversation. */
export const TrialEntity = new Entity(
  {
    model: { service: 'messaging', entity: 'trial', version: '1' },
    attributes: {
      organizationId: { type: 'string', required: true, readOnly: true },
      conversationId: { type: 'string', required: true, readOnly: true },
      /** The agent that was tried first. */
      agentId: { type: 'string', required: true, readOnly: true },
      /** Results by tool name, as JSON. Absent in the dashboard's trials: their tools have effects. */
      toolResults: { type: 'string', readOnly: true },
      /** Whether the agent's draft is tried. */
      draft: { type: 'boolean', readOnly: true },
      expiresAt: { ...expiresAtAttribute, required: true },
    },
    indexes: {
      byConversation: {
        pk: conversationPartition,
        sk: key('sk', 'trial'),
      },
    },
  },
  table,
)
