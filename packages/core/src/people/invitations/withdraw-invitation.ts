import type { Caller } from '../../platform/caller.ts'
import { notFound } from '../../platform/errors.ts'
import { log } from '../../platform/log/log.ts'
import { findInvitation, InvitationEntity } from './invitation-entity.ts'

/** Withdraws a pending invitation. @throws ServiceError 404 if there is none */
export async function withdrawInvitation({ organizationId }: Caller, id: string, now: number): Promise<undefined> {
  if (!(await findInvitation(organizationId, id, now))) throw notFound('invitation')
  await InvitationEntity.delete({ organizationId, id }).go()
  log('invitation.withdrawn', { organizationId, invitationId: id })
}
