import { isAdmin, type MembershipItem } from './membership-entity.ts'

/**
 * Returns who receives the webhooks of a removed member: `removedBy`, or the longest-standing admin. Only an admin who
 * was a member together with the removed one can be the heir. `others` are the current members, longest-standing first.
 */
export function heirOf(
  { removedAt = Number.POSITIVE_INFINITY }: Pick<MembershipItem, 'removedAt'>,
  others: readonly MembershipItem[],
  removedBy: string | undefined,
): MembershipItem | undefined {
  const admins = others.filter((each) => isAdmin(each) && each.joinedAt <= removedAt)
  return admins.find(({ userId }) => userId === removedBy) ?? admins[0]
}
