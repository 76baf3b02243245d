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

/** What an API key may do at most. */
export type KeyPermission = 'full' | 'read'

/**
 * Returns what a user with a role may do now, by a session or by an API key with `permission`. `read` callers change
 * nothing of the organisation and see no secrets.
 */
export function permissionOf(role: Role, permission: KeyPermission = 'full'): KeyPermission {
  return role === 'viewer' ? 'read' : permission
}

/** Returns whether `role` has the rights of `required`. */
export function includesRole(role: Role, required: Role): boolean {
  return ROLES.indexOf(role) <= ROLES.indexOf(required)
}
