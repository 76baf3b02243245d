import { logError } from '../../platform/log/log.ts'
import { ApiKeyEntity, type ApiKeyItem, listEntry } from './api-key-entity.ts'

const HOUR_MILLISECONDS = 3_600_000

/** Pending writes. The function waits for them before it responds. */
const writing = new Set<Promise<void>>()

/** Returns whether the use of a key must be recorded. */
export function isUseDue({ lastUsedAt, listedIn }: Pick<ApiKeyItem, 'lastUsedAt' | 'listedIn'>, now: number): boolean {
  return listedIn === undefined || lastUsedAt === undefined || lastUsedAt <= now - HOUR_MILLISECONDS
}

/** Starts to record a use, at most once an hour. A failed write is logged and does not affect the request. */
export function noteUse(key: ApiKeyItem, now: number): void {
  if (!isUseDue(key, now)) return
  const written: Promise<void> = writeUse(key, now)
    .catch((error: unknown) => logError('api_key.use_not_noted', error, { apiKeyId: key.gatewayKeyId }))
    .finally(() => writing.delete(written))
  writing.add(written)
}

/** Waits for the writes of `noteUse`. Lambda may not complete a write after the function has responded. */
export async function usesNoted(): Promise<void> {
  await Promise.all(writing)
}

async function writeUse(key: ApiKeyItem, now: number): Promise<void> {
  await ApiKeyEntity.patch({ gatewayKeyId: key.gatewayKeyId })
    .set({ lastUsedAt: now, ...listEntry(key) })
    .where(({ status, lastUsedAt }, { eq, lte, notExists }) =>
      [eq(status, 'active'), `(${notExists(lastUsedAt)} OR ${lte(lastUsedAt, now - HOUR_MILLISECONDS)})`].join(' AND '),
    )
    .go({ returnOnConditionCheckFailure: true })
}
