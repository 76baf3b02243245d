import { type Clock, DAY_MILLISECONDS } from '../../platform/clock.ts'
import { log } from '../../platform/log/log.ts'
import { ShortCache } from '../../platform/short-cache.ts'
import type { ChannelNumber, SendOutcome } from '../port.ts'
import { AccountEntity } from './accounts/account-entity.ts'
import { fallbackAfter, type MessageEdge } from './message-edge.ts'

/** When the provider refused its marketing path, by organisation and account: 0 if it did not. */
const refusals = new ShortCache<number>(60_000)

/**
 * Sends a marketing template to its own path. If that refuses because the account is not enabled for it, the template is sent as any
 * other message once, and the account remembers it for a day. No template is accepted by both paths.
 */
export async function sendMarketing(
  { organizationId, accountId: id = '' }: Pick<ChannelNumber, 'organizationId' | 'accountId'>,
  sendTo: (edge: MessageEdge) => Promise<SendOutcome>,
  clock: Clock,
): Promise<SendOutcome> {
  const key = `${organizationId}#${id}`
  const refusedAt = await refusals.getOrRead(key, clock(), async () => {
    const { data } = id ? await AccountEntity.get({ organizationId, id }).go() : { data: null }
    return data?.marketingRefusedAt ?? 0
  })
  const edge = (refusedAt ?? 0) > clock() - DAY_MILLISECONDS ? 'messages' : 'marketing_messages'
  const first = await sendTo(edge)
  const fallback = fallbackAfter(edge, first)
  if (!fallback) return first
  log('provider.marketing-path', { organizationId, accountId: id, refused: edge, remembers: fallback.remembers })
  if (fallback.remembers && id) {
    refusals.set(key, clock(), clock())
    await AccountEntity.patch({ organizationId, id })
      .set({ marketingRefusedAt: clock() })
      .go({ returnOnConditionCheckFailure: true })
  }
  return await sendTo(fallback.edge)
}
