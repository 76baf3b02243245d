import type { EpochMs } from '@replywright/contract/time.ts'
import { expiryAfter } from '../../../platform/clock.ts'
import { InternalError } from '../../../platform/errors.ts'
import { log } from '../../../platform/log/log.ts'
import type { TemplateEvent } from '../../port.ts'
import { linkStatus, rejectionReason } from './link-status.ts'
import { ProviderTemplateEntity } from './template-entity.ts'

/** How long an event of a template without a link is stored. */
const UNLINKED_DAYS = 1
/** The state before the first event or response. */
const UNKNOWN = { status: 'PENDING', rejectionReason: '', statusAt: 0, qualityScore: 'UNKNOWN', qualityAt: 0 } as const

/**
 * Applies a template event. Repeated and late events are accepted: an older event changes nothing. An event of an
 * unknown template is stored for a day, until its link is written. Returns false if the status is unknown: nothing is stored then.
 */
export async function handleTemplateEvent(event: TemplateEvent, now: EpochMs): Promise<boolean> {
  const { providerTemplateId, waId, change } = event
  const facts = { providerTemplateId, waId, at: event.at, ...change }
  // A time ahead of ours would keep what follows.
  const changes = changesOf(event, Math.min(event.at ?? Number.POSITIVE_INFINITY, Math.floor(now / 1000)))
  if (!changes) return false
  for (let tries = 0; tries < 2; tries++) {
    const { rejected, data } = await patchOlder(providerTemplateId, changes)
    if (!rejected || data) {
      log(rejected ? 'template.event-stale' : 'template.updated', facts)
      return true
    }
    const created = await ProviderTemplateEntity.create({
      providerTemplateId,
      waId,
      ...UNKNOWN,
      ...changes,
      expiresAt: expiryAfter(now, UNLINKED_DAYS),
    }).go({ returnOnConditionCheckFailure: true })
    if (created.rejected) continue
    log('template.unknown', facts)
    return true
  }
  throw new InternalError(`template ${providerTemplateId} is being changed concurrently`)
}

/** Returns the attributes that an event changes, or undefined if its status is unknown. */
function changesOf({ change }: TemplateEvent, at: EpochMs) {
  if ('qualityScore' in change) return { qualityScore: change.qualityScore, qualityAt: at }
  const status = linkStatus(change.status)
  return status && { status, rejectionReason: rejectionReason(change.reason), statusAt: at }
}

async function patchOlder(providerTemplateId: string, changes: NonNullable<ReturnType<typeof changesOf>>) {
  return await ProviderTemplateEntity.patch({ providerTemplateId })
    .set(changes)
    .where((item, { lte }) =>
      changes.statusAt === undefined ? lte(item.qualityAt, changes.qualityAt) : lte(item.statusAt, changes.statusAt),
    )
    .go({ returnOnConditionCheckFailure: 'all_old' })
}
