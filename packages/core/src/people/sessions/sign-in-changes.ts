import type { AuditAction } from '@messaging/contract/audit.ts'
import type { Change } from '../../platform/audit/record-change.ts'
import type { Origin } from '../../platform/caller.ts'
import type { UserItem } from '../users/user-entity.ts'

/** Returns the audit entries of a sign-in or a change of its settings: one for each organisation of the user. */
export function signInChanges(
  { id: userId, email, organizationIds }: UserItem,
  action: AuditAction,
  { requestId, sourceIp }: Origin,
): Change[] {
  const change = { userId, email, action, object: 'sign_in' as const, objectId: userId, objectName: email }
  return organizationIds.map((organizationId) => ({ organizationId, ...change, requestId, sourceIp }))
}
