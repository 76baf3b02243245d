import type { EntityItem } from 'electrodb'
import { conversationPartition } from '../../conversations/conversations/conversation-partition.ts'
import { Entity, key } from '../../platform/table/entity.ts'
import { expiresAtAttribute, formatAttribute, table } from '../../platform/table/table.ts'

const keyAttributes = {
  organizationId: { type: 'string', required: true, readOnly: true },
  conversationId: { type: 'string', required: true, readOnly: true },
  turnId: { type: 'string', required: true, readOnly: true },
  round: { type: 'number', required: true, readOnly: true, padding: { length: 2, char: '0' } },
  step: { type: 'number', required: true, readOnly: true, padding: { length: 2, char: '0' } },
} as const

/** When the model was asked or the tool called, in milliseconds since the epoch, and how long it took. */
const times = {
  at: { type: 'number', readOnly: true },
  durationMs: { type: 'number', readOnly: true },
} as const

/**
 * What the model said in one step of a turn, stored before the tools that it calls are run.
 * Access: all of a round of a turn, in order.
 */
export const TurnStepEntity = new Entity(
  {
    model: { service: 'messaging', entity: 'turnStep', version: '1' },
    attributes: {
      ...keyAttributes,
      agentId: { type: 'string', required: true, readOnly: true },
      ...times,
      /** `StepReply` as JSON. */
      reply: { type: 'string', required: true, readOnly: true },
      format: formatAttribute,
      expiresAt: { ...expiresAtAttribute, required: true },
    },
    indexes: {
      byTurn: {
        pk: conversationPartition,
        sk: key('sk', 'step#${turnId}#${round}#${step}'),
      },
    },
  },
  table,
)

/** What a tool that was called in a step answered. Access: all of a round of a turn, in order. */
export const TurnResultEntity = new Entity(
  {
    model: { service: 'messaging', entity: 'turnResult', version: '1' },
    attributes: {
      ...keyAttributes,
      /** The call's place in its step, from 0. */
      index: { type: 'number', required: true, readOnly: true, padding: { length: 2, char: '0' } },
      /** Whether the tool ran at all. */
      ran: { type: 'boolean', required: true, readOnly: true },
      changesOutside: { type: 'boolean', required: true, readOnly: true },
      creditCost: { type: 'number', required: true, readOnly: true },
      ...times,
      /** `ToolResult` as JSON. */
      result: { type: 'string', required: true, readOnly: true },
      format: formatAttribute,
      expiresAt: { ...expiresAtAttribute, required: true },
    },
    indexes: {
      byTurn: {
        pk: conversationPartition,
        sk: key('sk', 'result#${turnId}#${round}#${step}#${index}'),
      },
    },
  },
  table,
)

export type TurnStepItem = EntityItem<typeof TurnStepEntity>
export type TurnResultItem = EntityItem<typeof TurnResultEntity>
