import { CounterEntity } from '../../platform/paging/counter-entity.ts'

/**
 * The noun of a counter that is incremented with each new number and each change of webhook subscriptions. A writer of
 * either side reads the counter first, and increments it only if it is unchanged. So of two concurrent writers, the
 * second one sees the first one's change.
 */
export const SUBSCRIPTION_REVISION = 'subscription-revision'

/** The maximum of attempts of a change while the revision changes concurrently. */
export const REVISION_TRIES = 10

/** Returns the organisation's revision, read strongly, or undefined before the first change. */
export async function findRevision(organizationId: string): Promise<number | undefined> {
  const { data } = await CounterEntity.get({ organizationId, noun: SUBSCRIPTION_REVISION }).go({ consistent: true })
  return data?.count
}
