import type { CustomerItem } from './customer-entity.ts'
import { currentNames, nameKey } from './names.ts'

/** Returns the names under which a customer's choice about marketing is stored. */
export function choiceNames({ names }: Pick<CustomerItem, 'names'>): string[] {
  return [...currentNames(names, 'phone'), ...currentNames(names, 'user_id')].map(nameKey)
}
