import type { EpochMs } from '@replywright/contract/time.ts'
import type { Clock } from '../../platform/clock.ts'
import { log } from '../../platform/log/log.ts'
import { resendMessages } from '../../platform/outbox/send-batch.ts'
import { settings } from '../../platform/settings.ts'
import { planWebsite } from './plan-website.ts'
import { WebsiteEntity, type WebsiteItem } from './website-entity.ts'

/** A schedule may be late, and a worker may be down for some hours. */
const HOURS = 6

/** Returns the hours of the day (UTC) whose websites are read at `now`: the current one, and those before it. */
export function dueHours(now: EpochMs): number[] {
  const current = new Date(now).getUTCHours()
  return Array.from({ length: HOURS }, (_, before) => (current - before + 24) % 24)
}

/** Sends a message for each website whose hour has come. A repeated call sends messages that change nothing. */
export async function sendDueWebsites(clock: Clock): Promise<void> {
  const now = clock()
  let sent = 0
  for (const hour of dueHours(now)) {
    let cursor: string | null = null
    do {
      const page: WebsitePage = await WebsiteEntity.query.byHour({ hour }).go({ cursor, limit: PAGE })
      const due = page.data.filter((website) => planWebsite(website, now) !== 'done')
      await resendMessages(
        due.map(({ out }) => out),
        { documents: settings.DOCUMENTS_QUEUE_URL },
        now,
      )
      sent += due.length
      cursor = page.cursor
    } while (cursor !== null)
  }
  log('websites.due', { sent })
}

const PAGE = 100

interface WebsitePage {
  readonly data: readonly WebsiteItem[]
  readonly cursor: string | null
}
