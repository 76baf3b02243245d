import type { AuditAction } from '@replywright/contract/audit.ts'
import type { Change } from '../../platform/audit/audit-log.ts'
import { type Origin, placeOf } from '../../platform/request.ts'
import type { UserItem } from '../users/user-entity.ts'

/** Returns the audit entries of a sign-in or a change of its settings: one for each organisation of the user. */
export function signInChanges(
  { id: userId, email, organizationIds }: UserItem,
  action: AuditAction,
  origin: Origin,
): Change[] {
  const change = { userId, email, action, object: 'sign_in' as const, objectId: userId, objectName: email }
  return organizationIds.map((organizationId) => ({ organizationId, ...change, ...placeOf(origin) }))
}
