import { expiryAfter } from '../../platform/clock.ts'
import { log } from '../../platform/log/log.ts'
import type { TemplateEvent } from '../provider/read-template-event.ts'
import { linkStatus, rejectionReason } from './link-status.ts'
import { ProviderTemplateEntity } from './provider-template-entity.ts'

/** How long an event is kept of a template that no link was made to yet. */
const UNLINKED_DAYS = 1
/** What is not known before an event or an answer says it. */
const UNKNOWN = { status: 'PENDING', rejectionReason: '', statusAt: 0, qualityScore: 'UNKNOWN', qualityAt: 0 } as const

/**
 * Takes an event, however often and in whatever order it comes: an older one changes nothing. One of a template that is not
 * known yet waits a day for the link that is being made.
 */
export async function takeTemplateEvent(event: TemplateEvent, now: number): Promise<void> {
  const { providerTemplateId, waId, change } = event
  const facts = { providerTemplateId, waId, at: event.at, ...change }
  const news = newsOf(event, event.at ?? Math.floor(now / 1000))
  if (!news) return log('template.event-ignored', facts)
  for (let tries = 0; tries < 2; tries++) {
    const { rejected, data } = await patchOlder(providerTemplateId, news)
    if (!rejected) return log('template.updated', facts)
    if (data) return log('template.event-stale', facts)
    const created = await ProviderTemplateEntity.create({
      providerTemplateId,
      waId,
      ...UNKNOWN,
      ...news,
      expiresAt: expiryAfter(now, UNLINKED_DAYS),
    }).go({ returnOnConditionCheckFailure: true })
    if (!created.rejected) return log('template.unknown', facts)
  }
  throw new Error(`template ${providerTemplateId} is being written by others`)
}

/** The attributes that an event changes; undefined when its status means nothing to us. */
function newsOf({ change }: TemplateEvent, at: number) {
  if ('qualityScore' in change) return { qualityScore: change.qualityScore, qualityAt: at }
  const status = linkStatus(change.status)
  return status && { status, rejectionReason: rejectionReason(change.reason), statusAt: at }
}

async function patchOlder(providerTemplateId: string, news: NonNullable<ReturnType<typeof newsOf>>) {
  return await ProviderTemplateEntity.patch({ providerTemplateId })
    .set(news)
    .where((item, { lte }) =>
      news.statusAt === undefined ? lte(item.qualityAt, news.qualityAt) : lte(item.statusAt, news.statusAt),
    )
    .go({ returnOnConditionCheckFailure: 'all_old' })
}
