import type { CustomerNames, CustomerName as View } from '@replywright/contract/customer-names.ts'
import { isoTime } from '../../platform/clock.ts'
import type { CustomerItem, CustomerName } from './customer-entity.ts'

/** Returns a name as the API and events show it. */
export function viewName({ kind, value, from, until, evidence, endedBy }: CustomerName): View {
  const end = until === undefined ? { until: null } : { until: isoTime(until) }
  return { kind, value, from: isoTime(from), ...end, evidence, endedBy: endedBy ?? null }
}

/** Returns a customer with the names that they have. */
export function viewNames({ id, names }: Pick<CustomerItem, 'id' | 'names'>): CustomerNames {
  return { id, names: names.filter(({ until }) => until === undefined).map(viewName) }
}
