import { printableName, quoted } from '@replywright/contract/printable-mail.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import { newId } from '../../platform/clock.ts'
import { notFound } from '../../platform/errors.ts'
import { logError } from '../../platform/log/log.ts'
import type { Caller } from '../../platform/request.ts'
import { settings } from '../../platform/settings.ts'
import { writeOnce } from '../../platform/table/write-once.ts'
import { listMemberships, MembershipEntity, type MembershipItem } from '../members/membership-entity.ts'
import { UserEntity } from '../users/user-entity.ts'
import { type Mail, pageLink, sendMail } from './mails.ts'

/** While no model replies, all customers wait. */
const MOST_IN_HOUR = 20
const HOUR_MILLISECONDS = 3_600_000
const LAST_OF_HOUR = `You got ${MOST_IN_HOUR} of these mails within an hour, and get no more in this hour.`
/** Parts of a reply that fail together are one reason for a mail. */
const SAME_MILLISECONDS = 10_000

/** A customer who begins to wait for a person. */
interface WaitingCustomer {
  readonly conversationId: string
  /** Free text. */
  readonly name: string
  readonly reason: string
}

interface WaitingCustomerOf extends WaitingCustomer {
  readonly organizationId: string
}

/** Builds the mail about a customer who waits. `isLast`: no more of them follow in this hour. */
export function waitingMail(customer: WaitingCustomerOf, isLast: boolean, dashboardUrl: string | undefined): Mail {
  const who = nameOf(customer)
  const texts = [`${who} waits for a person.`, reasonText(customer)]
  return { subject: `${who} waits for a person`, text: mailText(texts, customer, isLast, dashboardUrl) }
}

/** Builds the mail about a customer who has waited for 15 minutes. `isLast` means the same as in `waitingMail`. */
export function longWaitMail(customer: WaitingCustomerOf, isLast: boolean, dashboardUrl: string | undefined): Mail {
  const who = nameOf(customer)
  const texts = [
    `${who} has waited for a reply for 15 minutes, and nobody has replied.`,
    ...(customer.reason === '' ? [] : [reasonText(customer)]),
  ]
  return { subject: `${who} has waited for 15 minutes`, text: mailText(texts, customer, isLast, dashboardUrl) }
}

function nameOf({ name }: WaitingCustomer): string {
  const shown = printableName(name)
  return shown ? `Customer “${shown}”` : 'A customer'
}

function reasonText({ reason }: WaitingCustomer): string {
  return `Reason, in the words of the agent or the customer: ${quoted(reason)}`
}

function mailText(
  texts: readonly string[],
  { organizationId, conversationId }: WaitingCustomerOf,
  isLast: boolean,
  dashboardUrl: string | undefined,
): string {
  const page = `conversations/${conversationId}`
  const link = dashboardUrl === undefined ? [] : [`Reply: ${pageLink(dashboardUrl, page, organizationId)}`]
  return [...texts, ...(isLast ? [LAST_OF_HOUR] : []), ...link].join('\n\n')
}

/**
 * Mails the members who want it that a customer begins to wait, at most 20 mails an hour each. A mail that fails is
 * logged only: the inbox shows the customer.
 */
export async function mailWaiting(organizationId: string, customer: WaitingCustomer, now: EpochMs): Promise<void> {
  await mailOf(waitingMail, ({ wantsWaitingMail }) => wantsWaitingMail === true, organizationId, customer, now)
}

/** Mails the members who want it that a customer still waits, as `mailWaiting` does. The limit is that of both kinds together. */
export async function mailLongWait(organizationId: string, customer: WaitingCustomer, now: EpochMs): Promise<void> {
  await mailOf(longWaitMail, ({ wantsLongWaitMail }) => wantsLongWaitMail === true, organizationId, customer, now)
}

/** Returns whether a member gets mails about customers who still wait. */
export async function wantsLongWaitMails(organizationId: string): Promise<boolean> {
  if (!settings.MAIL_FROM) return false
  const members = await listMemberships(organizationId)
  return members.some(({ wantsLongWaitMail, removedAt }) => wantsLongWaitMail && removedAt === undefined)
}

async function mailOf(
  build: typeof waitingMail,
  isWanting: (member: MembershipItem) => boolean,
  organizationId: string,
  customer: WaitingCustomer,
  now: EpochMs,
): Promise<void> {
  const from = settings.MAIL_FROM
  if (!from) return
  const { conversationId } = customer
  const failed = (error: unknown) =>
    logError('notice.failed', error, { organizationId, notice: 'waiting', conversationId })
  const mail = async (member: MembershipItem) => {
    const number = await countMail(member, conversationId, now)
    const { data: user } = number > MOST_IN_HOUR ? { data: null } : await UserEntity.get({ id: member.userId }).go()
    if (user)
      await sendMail(
        from,
        user.email,
        build({ ...customer, organizationId }, number === MOST_IN_HOUR, settings.DASHBOARD_URL),
      )
  }
  try {
    const members = await listMemberships(organizationId)
    const wanting = members.filter((member) => isWanting(member) && member.removedAt === undefined)
    await Promise.all(wanting.map((member) => mail(member).catch(failed)))
  } catch (error) {
    failed(error)
  }
}

/** Counts a mail to a member. Returns its number in the hour, above the limit if the member has just got the same. */
async function countMail(
  { organizationId, userId }: MembershipItem,
  conversationId: string,
  now: EpochMs,
): Promise<number> {
  const hour = Math.floor(now / HOUR_MILLISECONDS)
  const same = `${conversationId} ${Math.floor(now / SAME_MILLISECONDS)} `
  const mail = `${same}${newId()}`
  const member = () => MembershipEntity.patch({ organizationId, userId }).set({ waitingMail: mail })
  const isOwn = ({ waitingMail }: MembershipItem) => waitingMail === mail
  const again = member()
    .add({ waitingMails: 1 })
    .where(({ waitingMailHour, waitingMails, waitingMail }, { begins, eq, lt }) =>
      [eq(waitingMailHour, hour), lt(waitingMails, MOST_IN_HOUR), `(NOT ${begins(waitingMail, same)})`].join(' AND '),
    )
    .go({ response: 'all_new', returnOnConditionCheckFailure: 'all_old' })
  const { isWritten, item } = await writeOnce(again, isOwn)
  if (isWritten) return item?.waitingMails ?? 1
  const first = member()
    .set({ waitingMailHour: hour, waitingMails: 1 })
    .where(
      ({ waitingMailHour }, { notExists, lt }) => `(${notExists(waitingMailHour)} OR ${lt(waitingMailHour, hour)})`,
    )
    .go({ response: 'all_new', returnOnConditionCheckFailure: 'all_old' })
  return (await writeOnce(first, isOwn)).isWritten ? 1 : MOST_IN_HOUR + 1
}

/** Returns which mails about customers who wait the caller wants. Read strongly. */
export async function viewWaitingMail({ organizationId, userId }: Caller) {
  const { data } = await MembershipEntity.get({ organizationId, userId }).go({ consistent: true })
  return { wantsMail: data?.wantsWaitingMail ?? false, wantsLongWaitMail: data?.wantsLongWaitMail ?? false }
}

/** Sets which of these mails the caller gets. @throws ServiceError 404 for a caller who is no member */
export async function changeWaitingMail(
  caller: Caller,
  { wantsMail, wantsLongWaitMail }: { readonly wantsMail?: boolean; readonly wantsLongWaitMail?: boolean },
) {
  const { organizationId, userId } = caller
  const { rejected } = await MembershipEntity.patch({ organizationId, userId })
    .set({
      ...(wantsMail !== undefined && { wantsWaitingMail: wantsMail }),
      ...(wantsLongWaitMail !== undefined && { wantsLongWaitMail }),
    })
    .where(({ removedAt }, { notExists }) => notExists(removedAt))
    .go({ returnOnConditionCheckFailure: true })
  if (rejected) throw notFound('organisation', 'header X-Organization-Id')
  return await viewWaitingMail(caller)
}
