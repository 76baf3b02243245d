import { printableName, quoted } from '@replywright/contract/printable-mail.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import { WebhookEntity, type WebhookItem } from '../../deliveries/webhooks/webhook-entity.ts'
import { newId } from '../../platform/clock.ts'
import { notFound } from '../../platform/errors.ts'
import { log, logError } from '../../platform/log/log.ts'
import type { Caller } from '../../platform/request.ts'
import { settings } from '../../platform/settings.ts'
import { isUnclaimed, newClaim, writeOnce } from '../../platform/table/write-once.ts'
import { isAdmin, listMemberships, MembershipEntity, type MembershipItem } from '../members/membership-entity.ts'
import { UserEntity } from '../users/user-entity.ts'
import { type Mail, noticeMail, pageLink, sendMail } from './mails.ts'

/** Longer than one mail takes. Afterwards another worker tries again. */
const SENDING_MILLISECONDS = 60_000
/** A later mail would confuse more than it helps. */
const STALE_MILLISECONDS = 24 * 3_600_000

/**
 * Sends the mail that the owner of a webhook is to get, once, and forgets it. A failure is logged only, because
 * deliveries do not depend on it: the next delivery to the webhook tries again.
 */
export async function sendNotice(webhook: WebhookItem, now: EpochMs): Promise<void> {
  const { organizationId, id, userId, noticeKind, noticeAt = 0, noticeUntil = 0 } = webhook
  const from = settings.MAIL_FROM
  if (!from || !noticeKind || noticeUntil > now) return
  const facts = { organizationId, webhookId: id, notice: noticeKind }
  try {
    if (!(await claim(webhook, now))) return
    const { data: owner } = await UserEntity.get({ id: userId }).go()
    if (owner && now - noticeAt < STALE_MILLISECONDS)
      await sendMail(from, owner.email, noticeMail(noticeKind, webhook, settings.DASHBOARD_URL))
    await forget(webhook)
    log('notice.sent', facts)
  } catch (error) {
    logError('notice.failed', error, facts)
  }
}

/** Returns false if the notice is sent, or another worker sends it. */
async function claim({ organizationId, id, noticeAt = 0 }: WebhookItem, now: EpochMs): Promise<boolean> {
  const { by, until } = newClaim(now, SENDING_MILLISECONDS)
  const write = WebhookEntity.patch({ organizationId, id })
    .set({ noticeBy: by, noticeUntil: until })
    .where(
      (stored, operations) =>
        `${operations.eq(stored.noticeAt, noticeAt)} AND ${isUnclaimed(stored.noticeUntil, now, operations)}`,
    )
    .go({ response: 'all_new', returnOnConditionCheckFailure: 'all_old' })
  return (await writeOnce(write, ({ noticeBy }) => noticeBy === by)).isWritten
}

async function forget({ organizationId, id, noticeAt = 0 }: WebhookItem): Promise<void> {
  await WebhookEntity.patch({ organizationId, id })
    .remove(['noticeKind', 'noticeAt', 'noticeBy', 'noticeUntil'])
    .where((stored, { eq }) => eq(stored.noticeAt, noticeAt))
    .go({ returnOnConditionCheckFailure: true })
}

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

/** Builds the mail about a customer who waits. `isLast`: no more of them follow in this hour. */
export function waitingMail(
  { organizationId, conversationId, name, reason }: WaitingCustomer & { readonly organizationId: string },
  isLast: boolean,
  dashboardUrl: string | undefined,
): Mail {
  const shown = printableName(name)
  const who = shown ? `Customer “${shown}”` : 'A customer'
  return {
    subject: `${who} waits for a person`,
    text: [
      `${who} waits for a person.`,
      `Reason, in the words of the agent or the customer: ${quoted(reason)}`,
      ...(isLast ? [LAST_OF_HOUR] : []),
      ...(dashboardUrl === undefined
        ? []
        : [`Reply: ${pageLink(dashboardUrl, `conversations/${conversationId}`, organizationId)}`]),
    ].join('\n\n'),
  }
}

/** Builds the mail about a customer to whom nobody has replied for 15 minutes. `isLast` means the same as in `waitingMail`. */
export function longWaitMail(
  { organizationId, conversationId, name, reason }: WaitingCustomer & { readonly organizationId: string },
  isLast: boolean,
  dashboardUrl: string | undefined,
): Mail {
  const shown = printableName(name)
  const who = shown ? `Customer “${shown}”` : 'A customer'
  return {
    subject: `${who} has waited for 15 minutes`,
    text: [
      `${who} has waited for a reply for 15 minutes, and nobody has replied.`,
      ...(reason === '' ? [] : [`Reason, in the words of the agent or the customer: ${quoted(reason)}`]),
      ...(isLast ? [LAST_OF_HOUR] : []),
      ...(dashboardUrl === undefined
        ? []
        : [`Reply: ${pageLink(dashboardUrl, `conversations/${conversationId}`, organizationId)}`]),
    ].join('\n\n'),
  }
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

/** A monthly limit that is nearly used. Without `agent`, it is that of the organisation. */
export interface UsedLimit {
  readonly limitUsd: number | null
  readonly agent?: { readonly id: string; readonly name: string }
}

/** An agent that was worse in its exam than before: `drops` are goals of customers and criteria. */
export interface Regression {
  readonly id: string
  readonly name: string
  readonly drops: readonly string[]
}

/** Builds the mail about an agent that was worse in its exam than before. */
export function regressionMail(
  { organizationId, id, name, drops }: Regression & { readonly organizationId: string },
  dashboardUrl: string | undefined,
): Mail {
  const who = `The agent “${printableName(name)}”`
  return {
    subject: `${who} was worse in its exam than before`,
    text: [
      `${who} was worse in its nightly exam than in the one before:`,
      drops.map((drop) => `- ${quoted(drop)}`).join('\n'),
      ...(dashboardUrl === undefined ? [] : [`Details: ${pageLink(dashboardUrl, `agents/${id}`, organizationId)}`]),
    ].join('\n\n'),
  }
}

/** Mails the admins of an organisation. A mail that fails is logged only: the dashboard shows the exam. */
export async function mailRegression(organizationId: string, regression: Regression): Promise<void> {
  const from = settings.MAIL_FROM
  if (!from) return
  const mail = regressionMail({ ...regression, organizationId }, settings.DASHBOARD_URL)
  const failed = (error: unknown) =>
    logError('notice.failed', error, { organizationId, notice: 'regression', agentId: regression.id })
  try {
    const members = await listMemberships(organizationId)
    const admins = members.filter((member) => isAdmin(member) && member.removedAt === undefined)
    await Promise.all(
      admins.map(async ({ userId: id }) => {
        const { data: user } = await UserEntity.get({ id }).go()
        if (user) await sendMail(from, user.email, mail)
      }),
    ).catch(failed)
  } catch (error) {
    failed(error)
  }
}

/** Builds the mail about a monthly limit of which 80 % are used. */
export function limitMail(
  { organizationId, limitUsd, agent }: UsedLimit & { readonly organizationId: string },
  dashboardUrl: string | undefined,
): Mail {
  const who = agent ? `The agent “${printableName(agent.name)}”` : 'Your organisation'
  const page = agent ? `agents/${agent.id}` : 'organization'
  return {
    subject: `${who} has used 80 % of its monthly limit`,
    text: [
      `${who} has used 80 % of its monthly limit of ${limitUsd} USD.`,
      'At 100 % no agent replies under this limit, and conversations wait for a person, until the next month or a higher limit.',
      ...(dashboardUrl === undefined ? [] : [`Details: ${pageLink(dashboardUrl, page, organizationId)}`]),
    ].join('\n\n'),
  }
}

/** Mails the members who want it. Returns false if a mail failed, which is logged. */
export async function mailLimit(organizationId: string, used: UsedLimit): Promise<boolean> {
  const from = settings.MAIL_FROM
  if (!from) return true
  try {
    const members = await listMemberships(organizationId)
    const wanting = members.filter(({ wantsUsageMail, removedAt }) => wantsUsageMail && removedAt === undefined)
    const users = await Promise.all(wanting.map(({ userId: id }) => UserEntity.get({ id }).go()))
    const mail = limitMail({ ...used, organizationId }, settings.DASHBOARD_URL)
    await Promise.all(users.map(({ data }) => data && sendMail(from, data.email, mail)))
    return true
  } catch (error) {
    logError('notice.failed', error, { organizationId, notice: 'limit' })
    return false
  }
}
