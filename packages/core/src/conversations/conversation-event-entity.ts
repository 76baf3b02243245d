import type { EpochMs } from '@replywright/contract/time.ts'
import type { EntityItem } from 'electrodb'
import { expiryAfter } from '../platform/clock.ts'
import { recentRetention } from '../platform/retention.ts'
import { entity, key } from '../platform/table/entity.ts'
import { expiresAtAttribute } from '../platform/table/table.ts'
import { type Author, authorAttribute } from './author.ts'
import { conversationPartition } from './conversation-entity.ts'

/**
 * A change of a conversation that the dashboard shows between its messages. It is written in one transaction with the
 * change. Its id derives from its origin and sorts by time, like those of messages. Access: all of a conversation, by
 * time. Stored as long as messages.
 */
export const ConversationEventEntity = /* @__PURE__ */ entity(() => ({
  model: { service: 'messaging', entity: 'conversationEvent', version: '1' },
  attributes: {
    organizationId: { type: 'string', required: true, readOnly: true },
    conversationId: { type: 'string', required: true, readOnly: true },
    id: { type: 'string', required: true, readOnly: true },
    kind: {
      type: [
        'taken-over',
        'handed-back',
        'routed',
        'human-needed',
        'note',
        'done',
        'reopened',
        'agent-connected',
        'control-taken',
        'control-passed',
      ] as const,
      required: true,
    },
    at: { type: 'number', required: true },
    /** Who did it; empty for the owner in the provider's app, and if the channel reports it. */
    author: { ...authorAttribute, required: true },
    /** The end of a takeover. */
    until: { type: 'number' },
    /** The effective route after a change of the routing. */
    mode: { type: ['agent', 'webhook', 'sandbox'] as const },
    webhookId: { type: 'string' },
    agentId: { type: 'string' },
    /** Why the agent asks for a person, and what the customer wants; what the one says who gave the control away. */
    reason: { type: 'string' },
    summary: { type: 'string' },
    /** What a member wrote for the others. It is never sent, and no agent reads it. */
    text: { type: 'string' },
    expiresAt: { ...expiresAtAttribute, required: true },
  },
  indexes: {
    byId: { pk: conversationPartition, sk: key('sk', 'e#${id}') },
  },
}))
export type ConversationEventItem = EntityItem<typeof ConversationEventEntity>

/** Returns the key and the common attributes of an event of a conversation at `at`. */
export async function newEvent(
  { organizationId, id: conversationId }: { readonly organizationId: string; readonly id: string },
  id: string,
  author: Author,
  at: EpochMs,
) {
  const { messageDays } = await recentRetention(organizationId, at)
  return { organizationId, conversationId, id, author, at, expiresAt: expiryAfter(at, messageDays) }
}
