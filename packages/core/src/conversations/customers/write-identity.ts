import type { EpochMs } from '@replywright/contract/time.ts'
import { DELIVERY_ENTITIES, deliveryWrites, type NewDelivery } from '../../deliveries/new-delivery.ts'
import { expiryAfter } from '../../platform/clock.ts'
import { InternalError } from '../../platform/errors.ts'
import { CounterShardEntity } from '../../platform/paging/counter-entity.ts'
import { recentRetention } from '../../platform/retention.ts'
import { refusals, transact } from '../../platform/table/transact.ts'
import { ConversationEntity, ConversationExpiryEntity, type ConversationItem } from '../conversation-entity.ts'
import { partsOf, writeEarlier } from '../event-parts.ts'
import { CustomerEntity, type CustomerItem } from './customer-entity.ts'
import type { Identity } from './identity.ts'
import { UNDO_DAYS } from './last-merge.ts'
import type { Loaded } from './load-identity.ts'
import { MergeRecordEntity, UndoneMergeEntity, undoOut } from './merge-record-entity.ts'
import { MergedEntity, mergeOut } from './moved-entity.ts'
import { NameEntity } from './name-entity.ts'
import { countOf } from './new-conversation.ts'
import { type ConversationChange, planWrites, type Writing } from './plan-writes.ts'
import { changedCustomers, changedDeliveries } from './report-changes.ts'

/** Days in which the id of a merged customer finds the one who continues. */
const MERGE_DAYS = 365

/** The customers and their conversations, by id, after the changes. */
export interface Written {
  readonly customers: ReadonlyMap<string, CustomerItem>
  readonly conversations: ReadonlyMap<string, ConversationItem>
  /** The ids of conversations that continue as others. */
  readonly removed: readonly string[]
}

/**
 * Writes the changes of an identity and creates a conversation, in one transaction with the names in all conversations of the
 * customers. Returns undefined if something was changed since it was read.
 */
export async function writeIdentity(
  loaded: Loaded,
  identity: Identity,
  writing: Writing,
  now: EpochMs,
): Promise<Written | undefined> {
  const { organizationId } = loaded
  const planned = planWrites(loaded, identity, writing, now)
  const { customers, changed, renewed, removed, created, patches } = planned
  const conversations = new Map([...planned.conversations, ...created.map((each) => [each.id, each] as const)])
  const { messageDays } = await recentRetention(organizationId, now)
  const changes = changedCustomers(loaded.customers, customers, identity)
  const events = await changedDeliveries(changes, conversations, writing, now)
  const { byHand, undo } = writing
  const isByHand = byHand !== undefined
  const beside =
    renewed.size +
    (changed.size + identity.merges.length + patches.length) +
    (removed.length + created.length) * 5 +
    (isByHand || undo ? 3 : 0)
  const [last, earlier] = partsOf<NewDelivery>(events, beside)
  const stored = [...changed].flatMap((id) => loaded.customers.get(id) ?? [])
  if (!(await writeEarlier(earlier, stored.length, (part) => writeBeside(stored, part)))) return undefined
  const written = await transact(
    {
      ...DELIVERY_ENTITIES,
      names: NameEntity,
      customers: CustomerEntity,
      conversations: ConversationEntity,
      expiries: ConversationExpiryEntity,
      counters: CounterShardEntity,
      moves: MergedEntity,
      records: MergeRecordEntity,
      undone: UndoneMergeEntity,
    },
    (entities) => [
      ...[...renewed].map((name) => {
        const owners = identity.owners.get(name) ?? []
        const { revision = 0, isReused } = loaded.names.get(name) ?? {}
        const ends = owners.map(({ customerId }) => customers.get(customerId)?.expiresAt)
        const expiresAt = ends.includes(undefined) ? undefined : Math.max(...ends.map((end = 0) => end))
        return entities.names
          .put({ organizationId, name, owners, revision: revision + 1, isReused, expiresAt })
          .where((stored, { eq, notExists }) =>
            revision === 0 ? notExists(stored.revision) : eq(stored.revision, revision),
          )
          .commit()
      }),
      ...[...changed].flatMap((id) => {
        const customer = customers.get(id)
        if (!customer) return []
        const revision = customer.revision - 1
        return [
          entities.customers
            .put(customer)
            .where((stored, { eq, notExists }) =>
              revision === 0 ? notExists(stored.revision) : eq(stored.revision, revision),
            )
            .commit(),
        ]
      }),
      ...identity.merges.flatMap(({ from: id, into }) => [
        entities.customers
          .delete({ organizationId, id })
          .where((attributes, { eq, notExists }) => {
            const known = loaded.customers.get(id)
            return known ? eq(attributes.revision, known.revision) : notExists(attributes.revision)
          })
          .commit(),
        entities.moves
          .put({
            ...{ organizationId, id, to: into, at: now, expiresAt: expiryAfter(now, MERGE_DAYS) },
            ...(isByHand && { byHand: true }),
            out: mergeOut(organizationId, id, 'customer'),
          })
          .commit(),
      ]),
      ...patches.map(({ id, change }) => {
        const before = loaded.conversations.get(id)
        const { set, without } = partsOfChange(change, before)
        const patch = entities.conversations.patch({ organizationId, id }).set(set)
        const complete = without.length > 0 ? patch.remove([...without]) : patch
        const seq = before?.inboundSeq ?? 0
        // Counts of a merged conversation are added to what was read.
        return (
          change.inboundSeq === undefined ? complete : complete.where(({ inboundSeq }, { eq }) => eq(inboundSeq, seq))
        ).commit()
      }),
      ...removed.flatMap(({ id, phoneNumberId, inboundSeq: seq, sessionId: session, lastMessageId }) => [
        entities.conversations
          .remove({ organizationId, id })
          .where(({ inboundSeq }, { eq }) => eq(inboundSeq, seq))
          .commit(),
        entities.expiries.delete({ organizationId, conversationId: id }).commit(),
        entities.moves
          .put({
            ...{ organizationId, id, to: movedTo(customers, id), at: now, session, lastMessageId },
            expiresAt: expiryAfter(now, MERGE_DAYS),
            ...(isByHand && { byHand: true }),
            out: mergeOut(organizationId, id, 'conversation'),
          })
          .commit(),
        ...countOf(organizationId, id, phoneNumberId, -1).map(({ key, add }) =>
          entities.counters.update(key).add(add).commit(),
        ),
      ]),
      ...created.flatMap((conversation) => [
        entities.conversations.create(conversation).commit(),
        entities.expiries
          .put({ organizationId, conversationId: conversation.id, expiresAt: expiryAfter(now, messageDays) })
          .commit(),
        ...countOf(organizationId, conversation.id, conversation.phoneNumberId, 1).map(({ key, add }) =>
          entities.counters.update(key).add(add).commit(),
        ),
      ]),
      ...(byHand
        ? [
            entities.records.put(byHand).commit(),
            // An undo that is still running would return what this merge moves.
            entities.undone
              .check({ organizationId, id: byHand.id })
              .where(({ at }, { notExists }) => notExists(at))
              .commit(),
          ]
        : []),
      ...(undo
        ? [
            entities.records
              .check({ organizationId, id: undo.id })
              .where(({ at }, { exists }) => exists(at))
              .commit(),
            entities.undone
              .create({
                ...{ organizationId, id: undo.id, at: now, out: undoOut(organizationId, undo.id) },
                expiresAt: expiryAfter(now, UNDO_DAYS),
              })
              .commit(),
            ...[undo.id, ...undo.restored.map(({ id }) => id)].map((id) =>
              entities.moves.delete({ organizationId, id }).commit(),
            ),
          ]
        : []),
      ...deliveryWrites(entities, last),
    ],
  )
  return written ? { customers, conversations, removed: removed.map(({ id }) => id) } : undefined
}

/** Stores events unless one of some customers was changed since it was read. Returns which operations were refused. */
async function writeBeside(customers: readonly CustomerItem[], events: readonly NewDelivery[]): Promise<number[]> {
  return await refusals({ ...DELIVERY_ENTITIES, customers: CustomerEntity }, (entities) => [
    ...customers.map(({ organizationId, id, revision }) =>
      entities.customers
        .check({ organizationId, id })
        .where((attributes, { eq }) => eq(attributes.revision, revision))
        .commit(),
    ),
    ...deliveryWrites(entities, events),
  ])
}

function movedTo(customers: ReadonlyMap<string, CustomerItem>, id: string): string {
  const moves = [...customers.values()].flatMap(({ merged = [] }) => merged.flatMap((merge) => merge.moves))
  const move = moves.find(({ from }) => from === id)
  if (!move) throw new InternalError(`conversation ${id} was not moved`)
  return move.to
}

/** The attributes of a conversation that a change can remove. */
const REMOVABLE = [
  ...(['contactNumber', 'contactUserId', 'contactParentId', 'contactUsername', 'left', 'origins'] as const),
  ...(['handoff', 'pastHandoffs', 'humanNeededSince', 'reachedLimit', 'waitingIn', 'waitingAt'] as const),
  ...(['routing', 'webhookId', 'takenOverBy', 'lastInboundAt', 'lastMessageId', 'lastMessageAt'] as const),
  ...(['lastMessageBy', 'lastMessageType', 'inboundTakenAt', 'settledSeq', 'answeredSeq', 'readSeq'] as const),
]

/** Returns what a change sets, and which attributes of the conversation before it removes. */
function partsOfChange(change: ConversationChange, before: Partial<ConversationItem> = {}) {
  return {
    set: Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)),
    without: REMOVABLE.filter((name) => name in change && change[name] === undefined && before[name] !== undefined),
  }
}
