import { CounterEntity } from '../../platform/paging/counter-entity.ts'

/**
 * Noun of a counter that is raised with each number and with each change of what webhooks listen to. Whoever connects one side to
 * the other reads it first and raises it only if it is unchanged, so that of two at the same moment one sees the other.
 */
export const SUBSCRIPTION_REVISION = 'subscription-revision'

/** How often a change is tried again because the revision moved. */
export const REVISION_TRIES = 10

/** The organisation's revision, read strongly; undefined before the first change. */
export async function findRevision(organizationId: string): Promise<number | undefined> {
  const { data } = await CounterEntity.get({ organizationId, noun: SUBSCRIPTION_REVISION }).go({ consistent: true })
  return data?.count
}
