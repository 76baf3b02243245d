import type { EpochMs } from '@replywright/contract/time.ts'
import { expiryAfter } from '../../platform/clock.ts'
import { transact } from '../../platform/table/transact.ts'
import { erasedAttributes, isKnown, MemoryEntity, type MemoryItem } from '../memory-entity.ts'
import { UNDO_DAYS } from './last-merge.ts'
import { MergedValueEntity } from './merge-record-entity.ts'
import { MergedEntity } from './moved-entity.ts'
import { storedAs } from './stored-as.ts'

/** Returns the values that agents remember under an id and that have not expired. */
export async function listValues(organizationId: string, ownerId: string, now: EpochMs): Promise<MemoryItem[]> {
  const { data } = await MemoryEntity.query.byOwner({ organizationId, ownerId }).go({ pages: 'all', consistent: true })
  return data.filter((item) => isKnown(item, now))
}

/** Returns the value of the same key of the same agent, if there is one. */
export function sameKey(items: readonly MemoryItem[], { agentId, keyId }: Pick<MemoryItem, 'agentId' | 'keyId'>) {
  return items.find((item) => item.agentId === agentId && item.keyId === keyId)
}

/** Returns whether the value of a customer who is merged replaces the one of the customer who remains. */
export function replacesValue(item: MemoryItem, other: MemoryItem | undefined): boolean {
  return !other || timeOf(item) > timeOf(other)
}

/**
 * Moves what agents remember of a customer to another one, who is the same person. Of two values of a key, the newer
 * one stays. Stores both for an undo if a person merged them. Idempotent.
 */
export async function moveMemory(
  organizationId: string,
  from: string,
  { to, byHand, now }: { readonly to: string; readonly byHand?: boolean | undefined; readonly now: EpochMs },
): Promise<void> {
  const [former, kept] = await Promise.all([listValues(organizationId, from, now), listValues(organizationId, to, now)])
  await Promise.all(
    former.map(async (item) => {
      const { agentId, keyId } = item
      const other = sameKey(kept, item)
      // A refusal means that another worker has moved it, or that the merge was undone.
      await transact({ memories: MemoryEntity, values: MergedValueEntity, moves: MergedEntity }, (entities) => [
        ...(replacesValue(item, other) ? [entities.memories.put({ ...item, ownerId: to }).commit()] : []),
        // A turn that runs does not write it again.
        entities.memories
          .put({ ...item, ...erasedAttributes(now) })
          .where(({ erasedAt }, { notExists }) => notExists(erasedAt))
          .commit(),
        ...(byHand
          ? [
              entities.values
                .put({
                  ...{ organizationId, id: from, agentId, keyId, from: storedAs(MemoryEntity.put(item)) },
                  ...(other && { into: storedAs(MemoryEntity.put(other)) }),
                  expiresAt: expiryAfter(now, UNDO_DAYS),
                })
                .commit(),
              entities.moves
                .check({ organizationId, id: from })
                .where(({ to: known }, { exists }) => exists(known))
                .commit(),
            ]
          : []),
      ])
    }),
  )
}

function timeOf({ writtenAt: at, expiresAt }: MemoryItem): EpochMs {
  return at ?? expiresAt * 1000
}
