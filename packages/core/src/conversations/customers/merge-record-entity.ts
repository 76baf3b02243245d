import type { EntityItem } from 'electrodb'
import { type Out, outAttribute, outTo } from '../../platform/outbox/out.ts'
import { entity, key } from '../../platform/table/entity.ts'
import { expiresAtAttribute } from '../../platform/table/table.ts'

const partition = key('pk', 'merge#${organizationId}#${id}')
const choice = {
  type: 'map',
  properties: { optedOut: { type: 'boolean', required: true }, at: { type: 'number', required: true } },
} as const

/**
 * What a merge by hand changed, so that it can be undone. Written with the merge. Access: by the id of the customer who was merged.
 * Erased with either customer.
 */
export const MergeRecordEntity = /* @__PURE__ */ entity(() => ({
  model: { service: 'messaging', entity: 'mergeRecord', version: '1' },
  attributes: {
    organizationId: { type: 'string', required: true, readOnly: true },
    id: { type: 'string', required: true, readOnly: true },
    into: { type: 'string', required: true },
    at: { type: 'number', required: true },
    /** The item of the customer who was merged (`CustomerEntity`), as stored. */
    customer: { type: 'any', required: true },
    /** The conversations that became one: their items before (`ConversationEntity`), as stored. */
    pairs: {
      type: 'list',
      required: true,
      items: {
        type: 'map',
        properties: { from: { type: 'any', required: true }, to: { type: 'any', required: true } },
      },
    },
    /** The choices about marketing before, and the one that applies to both from then on. Absent without any. */
    choice,
    choiceOfInto: choice,
    choiceOfFrom: choice,
    expiresAt: { ...expiresAtAttribute, required: true },
  },
  indexes: { byId: { pk: partition, sk: key('sk', 'record') } },
}))
export type MergeRecordItem = EntityItem<typeof MergeRecordEntity>

/** A value that agents remembered of a customer, or of a trial in a conversation (`id`), before it was moved. Access: all of a customer. */
export const MergedValueEntity = /* @__PURE__ */ entity(() => ({
  model: { service: 'messaging', entity: 'mergedValue', version: '1' },
  attributes: {
    organizationId: { type: 'string', required: true, readOnly: true },
    id: { type: 'string', required: true, readOnly: true },
    agentId: { type: 'string', required: true, readOnly: true },
    keyId: { type: 'string', required: true, readOnly: true },
    /** The items (`MemoryEntity`) of the one who was merged, and of the one who remains, as stored. */
    from: { type: 'any', required: true },
    into: { type: 'any' },
    expiresAt: { ...expiresAtAttribute, required: true },
  },
  indexes: { byId: { pk: partition, sk: key('sk', 'value#${agentId}#${keyId}') } },
}))
export type MergedValueItem = EntityItem<typeof MergedValueEntity>

/**
 * That a merge by hand was undone. Its `out` sends the message that returns what the merge moved (`finishUndo`), which deletes it and
 * the record. Access: by the id of the customer who is one again.
 */
export const UndoneMergeEntity = /* @__PURE__ */ entity(() => ({
  model: { service: 'messaging', entity: 'undoneMerge', version: '1' },
  attributes: {
    organizationId: { type: 'string', required: true, readOnly: true },
    id: { type: 'string', required: true, readOnly: true },
    at: { type: 'number', required: true },
    out: { ...outAttribute, required: true },
    expiresAt: { ...expiresAtAttribute, required: true },
  },
  indexes: { byId: { pk: partition, sk: key('sk', 'undone') } },
}))

/** A function that read a conversation before the undo may still write to it. The longest one, a turn, has ended after this time. */
export const UNDO_SECONDS = 150

/** Returns the message that completes an undo. It is delayed until every function that does not know of the undo has ended. */
export function undoOut(organizationId: string, id: string): Out {
  return outTo('windows', organizationId, { kind: 'merge-undone', organizationId, id }, { delaySeconds: UNDO_SECONDS })
}
