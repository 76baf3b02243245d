import type { EpochMs } from '@replywright/contract/time.ts'
import { WebhookEntity, type WebhookItem } from '../../deliveries/webhooks/webhook-entity.ts'
import { log, logError } from '../../platform/log/log.ts'
import { settings } from '../../platform/settings.ts'
import { isUnclaimed, newClaim, writeOnce } from '../../platform/table/write-once.ts'
import { UserEntity } from '../users/user-entity.ts'
import { noticeMail, sendMail } from './mails.ts'

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
