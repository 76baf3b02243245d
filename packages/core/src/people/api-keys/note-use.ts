import { logError } from '../../platform/log/log.ts'
import { ApiKeyEntity, type ApiKeyItem, listEntry } from './api-key-entity.ts'

const HOUR_MILLISECONDS = 3_600_000

/** What is being written at the moment: the answer to the request goes out after it. */
const writing = new Set<Promise<void>>()

/** Whether it is time to write down that a key is used. */
export function isUseNews({ lastUsedAt, listedIn }: Pick<ApiKeyItem, 'lastUsedAt' | 'listedIn'>, now: number): boolean {
  return listedIn === undefined || lastUsedAt === undefined || lastUsedAt <= now - HOUR_MILLISECONDS
}

/**
 * Begins to write down that a key was used, at most once an hour, while its request is answered. Whether that can be written is
 * of no concern to the request.
 */
export function noteUse(key: ApiKeyItem, now: number): void {
  if (!isUseNews(key, now)) return
  const written: Promise<void> = writeUse(key, now)
    .catch((error: unknown) => logError('api_key.use_not_noted', error, { apiKeyId: key.gatewayKeyId }))
    .finally(() => writing.delete(written))
  writing.add(written)
}

/** Resolves when all that `noteUse` began is done: what is left when a function has answered may never be. */
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
