import * as v from 'valibot'

/** The roles of members. Each includes the rights of the roles after it. */
export const ROLES = ['admin', 'member', 'viewer'] as const
export type Role = (typeof ROLES)[number]

export const RoleName = v.pipe(
  v.picklist(ROLES),
  v.description(
    '`admin`: everything, also members, secrets, API keys and numbers. `member`: agents, conversations, deliveries and templates. `viewer`: reads, without secrets.',
  ),
)

/** Returns whether `role` has the rights of `required`. */
export function includesRole(role: Role, required: Role): boolean {
  return ROLES.indexOf(role) <= ROLES.indexOf(required)
}
