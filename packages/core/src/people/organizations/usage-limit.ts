import type { UsageLimit } from '@replywright/contract/dashboard/usage.ts'
import { notFound } from '../../platform/errors.ts'
import { log } from '../../platform/log/log.ts'
import type { Caller } from '../../platform/request.ts'
import { entity, key } from '../../platform/table/entity.ts'
import { MembershipEntity } from '../members/membership-entity.ts'

/** The most that the agents of an organisation may cost in a month. Access: by organisation. No expiry: it is a setting. */
export const UsageLimitEntity = /* @__PURE__ */ entity(() => ({
  model: { service: 'messaging', entity: 'usageLimit', version: '1' },
  attributes: {
    organizationId: { type: 'string', required: true, readOnly: true },
    /** USD; absent for no limit. */
    limitUsd: { type: 'number' },
    /** The month and the limit about which members were mailed last. */
    warnedFor: { type: 'string' },
  },
  indexes: {
    byOrganization: { pk: key('pk', 'o#${organizationId}'), sk: key('sk', 'usageLimit') },
  },
}))

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
