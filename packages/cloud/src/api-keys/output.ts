import { objectAt, objectsOf } from '../json.ts'
import type { JsonObject, Resource } from '../resource.ts'
import type { StoredKey } from './key-store.ts'

/** Default and maximum number of items of a page. */
const DEFAULT_LIMIT = 25
const LARGEST_LIMIT = 500

export function describeKey({ usagePlanIds: _, value, ...key }: StoredKey, withValue: boolean): JsonObject {
  return { ...key, stageKeys: [], ...(withValue && { value }) }
}

export function describePlan({ physicalId, properties }: Resource): JsonObject {
  const throttle = objectAt(properties, 'Throttle')
  const quota = objectAt(properties, 'Quota')
  return {
    id: physicalId,
    name: properties.UsagePlanName ?? physicalId,
    apiStages: objectsOf(properties.ApiStages).map(({ ApiId, Stage }) => ({ apiId: ApiId ?? '', stage: Stage ?? '' })),
    throttle: { rateLimit: throttle.RateLimit ?? 0, burstLimit: throttle.BurstLimit ?? 0 },
    ...(quota.Limit !== undefined && { quota: { limit: quota.Limit, period: quota.Period ?? 'DAY' } }),
  }
}

/** Returns one page of a list by `limit` and `position` of the query. */
export function pageOf({ searchParams }: URL, items: readonly JsonObject[]): JsonObject {
  const limit = Math.min(Number(searchParams.get('limit')) || DEFAULT_LIMIT, LARGEST_LIMIT)
  const start = Number(searchParams.get('position')) || 0
  const end = start + limit
  return { item: items.slice(start, end), ...(end < items.length && { position: String(end) }) }
}
