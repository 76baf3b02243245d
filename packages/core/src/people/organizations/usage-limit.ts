import type { UsageLimit } from '@messaging/contract/dashboard/usage.ts'
import type { Caller } from '../../platform/caller.ts'
import { notFound } from '../../platform/errors.ts'
import { log } from '../../platform/log/log.ts'
import { MembershipEntity } from '../members/membership-entity.ts'
import { UsageLimitEntity } from './usage-limit-entity.ts'

/** Returns the monthly limit of the caller's organisation, and whether the caller wants mails about limits. Read strongly. */
export async function viewUsageLimit({ organizationId, userId }: Caller): Promise<UsageLimit> {
  const [limit, membership] = await Promise.all([
    UsageLimitEntity.get({ organizationId }).go({ consistent: true }),
    MembershipEntity.get({ organizationId, userId }).go({ consistent: true }),
  ])
  return { limitUsd: limit.data?.limitUsd ?? null, wantsMail: membership.data?.wantsUsageMail ?? false }
}

/** Sets the monthly limit of the caller's organisation, which applies within a minute; null removes it. */
export async function changeUsageLimit(caller: Caller, limitUsd: number | null): Promise<UsageLimit> {
  const { organizationId } = caller
  await (limitUsd === null
    ? UsageLimitEntity.delete({ organizationId }).go()
    : UsageLimitEntity.put({ organizationId, limitUsd }).go())
  log('organization.limit_changed', { organizationId, limitUsd })
  return await viewUsageLimit(caller)
}

/** Sets whether the caller gets mails about limits. @throws ServiceError 404 for a caller who is no member */
export async function changeUsageMail(caller: Caller, wantsMail: boolean): Promise<UsageLimit> {
  const { organizationId, userId } = caller
  const { rejected } = await MembershipEntity.patch({ organizationId, userId })
    .set({ wantsUsageMail: wantsMail })
    .where(({ removedAt }, { notExists }) => notExists(removedAt))
    .go({ returnOnConditionCheckFailure: true })
  if (rejected) throw notFound('organisation', 'header X-Organization-Id')
  return await viewUsageLimit(caller)
}
