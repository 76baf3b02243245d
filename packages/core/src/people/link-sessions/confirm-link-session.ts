import type { LinkConfirmation, LinkOutcome } from '@messaging/contract/link-sessions.ts'
import { ProviderRefusal } from '../../channel/provider-refusal.ts'
import { connectSignup } from '../../channel/signup/connect-signup.ts'
import { exchangeCode } from '../../channel/signup/signup-access.ts'
import { listenersToAll } from '../../deliveries/webhooks/get-webhook.ts'
import { recordChange } from '../../platform/audit/record-change.ts'
import type { Origin } from '../../platform/caller.ts'
import type { Clock } from '../../platform/clock.ts'
import { invalidField, ServiceError } from '../../platform/errors.ts'
import { log } from '../../platform/log/log.ts'
import { decryptSecret, encryptSecret } from '../../platform/secrets/secrets.ts'
import { isUnclaimed, newClaim } from '../../platform/table/claim.ts'
import { writeOnce } from '../../platform/table/write-once.ts'
import { getByToken } from './get-link-session.ts'
import { LinkSessionEntity, type LinkSessionItem } from './link-session-entity.ts'
import { outcomeAt, statusAt } from './link-session-view.ts'
import { hashOf } from './link-token.ts'

/** Longer than the timeout of the function: after this time, the request with the claim has ended. */
const CLAIM_MILLISECONDS = 20_000

/**
 * Ends a session. With the code of the provider's signup, connects the accounts that the customer shared; without a
 * code, the session is cancelled. Returns the outcome of a final session. After a crash, a repeat with the same code
 * completes the work. Recorded in the organisation's audit log.
 * @throws ServiceError 409 while another request confirms the session; 400 if the provider rejects the code: the
 * session stays open
 */
export async function confirmLinkSession(
  token: string,
  { code }: LinkConfirmation,
  { requestId, sourceIp }: Pick<Origin, 'requestId' | 'sourceIp'>,
  clock: Clock,
): Promise<LinkOutcome> {
  const session = await getByToken(token)
  const now = clock()
  if (statusAt(session, now) !== 'PENDING') return outcomeAt(session, now)
  const claim = await claimSession(session, now)
  if (!claim) return await outcomeOfOther(token, clock())
  try {
    const { organizationId, id: objectId } = claim
    const change = { organizationId, action: 'confirm', object: 'account', objectId, requestId, sourceIp } as const
    return await recordChange([change], async () => {
      const result = code === undefined ? 'cancelled' : await connectShared(claim, code, now)
      return await finish(claim, result, clock())
    })
  } catch (error) {
    await LinkSessionEntity.patch(keyOf(claim))
      .remove(['claimedUntil'])
      .where((item, { eq }) => eq(item.claimedBy, claim.claimedBy))
      .go({ returnOnConditionCheckFailure: true })
    throw error
  }
}

type ClaimedSession = LinkSessionItem & { readonly claimedBy: string }

const keyOf = ({ tokenHash }: LinkSessionItem) => ({ tokenHash })

async function claimSession(session: LinkSessionItem, now: number): Promise<ClaimedSession | undefined> {
  const { by, until } = newClaim(now, CLAIM_MILLISECONDS)
  const write = LinkSessionEntity.patch(keyOf(session))
    .set({ claimedBy: by, claimedUntil: until })
    .where(
      (item, operations) =>
        `${operations.eq(item.status, 'PENDING')} AND ${isUnclaimed(item.claimedUntil, now, operations)}`,
    )
    .go({ response: 'all_new', returnOnConditionCheckFailure: 'all_old' })
  const { isWritten, item } = await writeOnce(write, ({ claimedBy }) => claimedBy === by)
  return isWritten && item ? { ...item, claimedBy: by } : undefined
}

async function outcomeOfOther(token: string, now: number): Promise<LinkOutcome> {
  const session = await getByToken(token)
  if (statusAt(session, now) === 'PENDING')
    throw new ServiceError('conflict', 'This session is being confirmed. Try again in a few seconds.')
  return outcomeAt(session, now)
}

/** Connects the accounts that the customer shared. Returns their ids, or the reason if none could be connected. */
async function connectShared(claim: ClaimedSession, code: string, now: number): Promise<string[] | string> {
  const accessToken = await accessTokenFor(claim, code, now)
  try {
    const accountIds = await connectSignup(claim.organizationId, accessToken, listenersToAll, now)
    return accountIds.length > 0 ? accountIds : 'nothing to connect'
  } catch (error) {
    if (error instanceof ProviderRefusal) return 'refused by the provider'
    throw error
  }
}

/** Returns the token that an earlier attempt stored for this code, or gets and stores a new one. */
async function accessTokenFor(claim: ClaimedSession, code: string, now: number): Promise<string> {
  const { organizationId, accessToken: stored, codeHash } = claim
  if (stored !== undefined && codeHash === hashOf(code))
    return await decryptSecret('provider-token', organizationId, stored)
  const accessToken = await exchangeCode(code, now).catch((cause: unknown) => {
    throw cause instanceof ProviderRefusal
      ? invalidField('code', 'was rejected by the provider; restart the signup')
      : cause
  })
  await LinkSessionEntity.patch(keyOf(claim))
    .set({
      codeHash: hashOf(code),
      accessToken: await encryptSecret('provider-token', organizationId, accessToken),
    })
    .go()
  return accessToken
}

/** Makes the session final, unless it is final or another request claimed it after this claim expired. */
async function finish(claim: ClaimedSession, result: string[] | string, now: number): Promise<LinkOutcome> {
  const isFailed = typeof result === 'string'
  const status = isFailed ? 'FAILED' : 'SUCCESS'
  const { claimedBy } = claim
  const write = LinkSessionEntity.patch(keyOf(claim))
    .set(isFailed ? { status } : { status, accountIds: result })
    .remove(['claimedUntil', 'codeHash', 'accessToken'])
    .where((item, { eq }) => `${eq(item.status, 'PENDING')} AND ${eq(item.claimedBy, claimedBy)}`)
    .go({ response: 'all_new', returnOnConditionCheckFailure: 'all_old' })
  const { isWritten } = await writeOnce(write, (item) => item.status === status && item.claimedBy === claimedBy)
  if (!isWritten) throw new ServiceError('conflict', 'This session is being confirmed. Try again in a few seconds.')
  const { organizationId, id } = claim
  log('link-session.finished', { organizationId, linkSessionId: id, status, reason: isFailed ? result : undefined })
  return outcomeAt({ ...claim, status }, now)
}
