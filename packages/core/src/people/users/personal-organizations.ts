import { derivedId } from '../../platform/clock.ts'

/**
 * Returns the ids of the personal organisations that an account can have. The second one replaces the first one, if the
 * user left that to others.
 */
export function personalOrganizationIds(subject: string): readonly [first: string, second: string] {
  const first = derivedId('personal organization', subject)
  return [first, derivedId('personal organization', first)]
}

/**
 * Returns the organisation that a user sees if they choose none: the first one that is not personal, because a member's personal
 * organisation is usually empty. `organizationIds` begins with the oldest. Undefined for a user without any.
 */
export function defaultOrganization(subject: string, organizationIds: readonly string[]): string | undefined {
  const personal: readonly string[] = personalOrganizationIds(subject)
  return organizationIds.find((id) => !personal.includes(id)) ?? organizationIds[0]
}
