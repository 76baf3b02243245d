import { logError } from '../../platform/log/log.ts'
import { settings } from '../../platform/settings.ts'
import { listMemberships, MembershipEntity, type MembershipItem } from '../members/membership-entity.ts'
import { UserEntity } from '../users/user-entity.ts'
import type { Mail } from './notice-mail.ts'
import { sendMail } from './send-mail.ts'

/** While no model replies, all customers wait. */
const MOST_IN_HOUR = 20
const HOUR_MILLISECONDS = 3_600_000

/** A customer who begins to wait for a person. */
export interface WaitingCustomer {
  readonly conversationId: string
  /** Free text. */
  readonly name: string
  readonly reason: string
}

/** Builds the mail about a customer who waits. `isLast`: no more of them follow in this hour. */
export function waitingMail(
  { conversationId, name, reason }: WaitingCustomer,
  isLast: boolean,
  dashboardUrl: string | undefined,
): Mail {
  // A subject has no line breaks.
  const who = name.replace(/\s+/g, ' ').trim() || 'A customer'
  return {
    subject: `${who} waits for a person`,
    text: [
      `${who} waits for a person.`,
      `Reason: ${reason}`,
      ...(isLast ? [`You got ${MOST_IN_HOUR} of these mails within an hour, and get no more in this hour.`] : []),
      ...(dashboardUrl === undefined ? [] : [`Reply: ${dashboardUrl}/conversations/${conversationId}`]),
    ].join('\n\n'),
  }
}

/**
 * Mails the members who want it, at most 20 mails an hour each. A mail that fails is logged only: the inbox shows the
 * customer. `now` in milliseconds.
 */
export async function mailWaiting(organizationId: string, customer: WaitingCustomer, now: number): Promise<void> {
  const from = settings.MAIL_FROM
  if (!from) return
  const { conversationId } = customer
  const failed = (error: unknown) =>
    logError('notice.failed', error, { organizationId, notice: 'waiting', conversationId })
  const mail = async (member: MembershipItem) => {
    const number = await countMail(member, Math.floor(now / HOUR_MILLISECONDS))
    const { data: user } = number > MOST_IN_HOUR ? { data: null } : await UserEntity.get({ id: member.userId }).go()
    if (user) await sendMail(from, user.email, waitingMail(customer, number === MOST_IN_HOUR, settings.DASHBOARD_URL))
  }
  try {
    const members = await listMemberships(organizationId)
    const wanting = members.filter(({ wantsWaitingMail, removedAt }) => wantsWaitingMail && removedAt === undefined)
    await Promise.all(wanting.map((member) => mail(member).catch(failed)))
  } catch (error) {
    failed(error)
  }
}

/** Counts a mail to a member. Returns its number in the hour. */
async function countMail({ organizationId, userId }: MembershipItem, hour: number): Promise<number> {
  const member = () => MembershipEntity.patch({ organizationId, userId })
  const again = await member()
    .add({ waitingMails: 1 })
    .where(
      ({ waitingMailHour, waitingMails }, { eq, lt }) =>
        `${eq(waitingMailHour, hour)} AND ${lt(waitingMails, MOST_IN_HOUR)}`,
    )
    .go({ response: 'updated_new', returnOnConditionCheckFailure: true })
  if (!again.rejected) return again.data?.waitingMails ?? 1
  const first = await member()
    .set({ waitingMailHour: hour, waitingMails: 1 })
    .where(
      ({ waitingMailHour }, { notExists, lt }) => `(${notExists(waitingMailHour)} OR ${lt(waitingMailHour, hour)})`,
    )
    .go({ returnOnConditionCheckFailure: true })
  return first.rejected ? MOST_IN_HOUR + 1 : 1
}
