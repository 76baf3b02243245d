import type { DeliveryEntity } from './delivery-entity.ts'
import type { PartFilter } from './list-deliveries.ts'

type Where = Parameters<ReturnType<typeof DeliveryEntity.query.byId>['where']>[0]
type Attributes = Parameters<Where>[0]
type Operations = Parameters<Where>[1]

/** Returns the conditions on the event and the cause of deliveries. */
export function kindConditions(
  { event, cause, tests }: Pick<PartFilter, 'event' | 'cause' | 'tests'>,
  delivery: Attributes,
  { eq, ne }: Operations,
): string[] {
  return [
    ...(event ? [eq(delivery.event, event)] : []),
    ...(cause ? [eq(delivery.cause, cause)] : []),
    ...(tests === 'hidden' ? [ne(delivery.event, 'test.ping')] : []),
  ]
}
