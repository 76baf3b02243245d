import type { Caller } from '../../platform/caller.ts'
import { notFound } from '../../platform/errors.ts'
import { MembershipEntity } from '../members/membership-entity.ts'

/** Returns whether the caller wants mails about customers who wait for a person. Read strongly. */
export async function viewWaitingMail({ organizationId, userId }: Caller) {
  const { data } = await MembershipEntity.get({ organizationId, userId }).go({ consistent: true })
  return { wantsMail: data?.wantsWaitingMail ?? false }
}

/** Sets whether the caller gets these mails. @throws ServiceError 404 for a caller who is no member */
export async function changeWaitingMail({ organizationId, userId }: Caller, wantsMail: boolean) {
  const { rejected } = await MembershipEntity.patch({ organizationId, userId })
    .set({ wantsWaitingMail: wantsMail })
    .where(({ removedAt }, { notExists }) => notExists(removedAt))
    .go({ returnOnConditionCheckFailure: true })
  if (rejected) throw notFound('organisation', 'header X-Organization-Id')
  return { wantsMail }
}
