import { Entity, key } from '../../platform/table/entity.ts'
import { table } from '../../platform/table/table.ts'

/**
 * What an agent used in a past month, or until it was deleted. The current month is in `AgentCountEntity`. Access: all of an
 * organisation in a month. No expiry: one small item for each agent and month.
 */
export const AgentMonthEntity = new Entity(
  {
    model: { service: 'messaging', entity: 'agentMonth', version: '1' },
    attributes: {
      organizationId: { type: 'string', required: true, readOnly: true },
      /** `YYYY-MM`, in UTC. */
      month: { type: 'string', required: true, readOnly: true },
      agentId: { type: 'string', required: true, readOnly: true },
      /** The name at the end. The agent may be deleted since. */
      agentName: { type: 'string', required: true },
      turns: { type: 'number', required: true },
      inputTokens: { type: 'number', required: true },
      cachedTokens: { type: 'number', required: true },
      outputTokens: { type: 'number', required: true },
      voiceSeconds: { type: 'number', required: true },
      /** Millionths of a USD, as far as prices are known. */
      microUsd: { type: 'number', required: true },
    },
    indexes: {
      byMonth: {
        pk: key('pk', 'usage#${organizationId}#${month}'),
        sk: key('sk', '${agentId}'),
      },
    },
  },
  table,
)
