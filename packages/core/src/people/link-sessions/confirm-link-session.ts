import type { LinkConfirmation, LinkOutcome } from '@messaging/contract/link-sessions.ts'
import { ProviderRefusal } from '../../channel/provider/call-provider.ts'
import type { Clock } from '../../platform/clock.ts'
import { invalidField, ServiceError } from '../../platform/errors.ts'
import { log } from '../../platform/log/log.ts'
import { decryptSecret, encryptSecret } from '../../platform/secrets/secrets.ts'
import { connectSignup } from './connect-signup.ts'
import { getByToken } from './get-link-session.ts'
import { LinkSessionEntity, type LinkSessionItem } from './link-session-entity.ts'
import { outcomeAt, statusAt } from './link-session-view.ts'
import { hashOf } from './link-token.ts'
import { exchangeCode } from './signup-access.ts'

/** Longer than the function may run: after it, whoever worked on the session was cut off. */
const CLAIM_MILLISECONDS = 20_000

/**
 * Ends a session: with the code of the provider's signup by connecting what the customer shared, else as cancelled. One of
 * several at once does it, the others are told 409 until it is done; a final session answers how it ended. What a crash
 * leaves undone is done by asking again with the same code. 400 for a code that the provider does not take: the session
 * stays open.
 */
export async function confirmLinkSession(
  token: string,
  { code }: LinkConfirmation,
  clock: Clock,
): Promise<LinkOutcome> {
  const session = await getByToken(token)
  const now = clock()
  if (statusAt(session, now) !== 'PENDING') return outcomeAt(session, now)
  const claim = await claimSession(session, now)
  if (!claim) return await outcomeOfOther(token, clock())
  try {
    const reason = code === undefined ? 'cancelled' : await failureOf(claim, code, now)
    return await finish(claim, reason, clock())
  } catch (error) {
    await LinkSessionEntity.patch(keyOf(claim))
      .remove(['claimedUntil'])
      .where((item, { eq }) => eq(item.claimedUntil, claim.claimedUntil))
      .go({ returnOnConditionCheckFailure: true })
    throw error
  }
}

type Claim = LinkSessionItem & { readonly claimedUntil: number }

const keyOf = ({ tokenHash }: LinkSessionItem) => ({ tokenHash })

async function claimSession(session: LinkSessionItem, now: number): Promise<Claim | undefined> {
  const claimedUntil = now + CLAIM_MILLISECONDS
  const { rejected, data } = await LinkSessionEntity.patch(keyOf(session))
    .set({ claimedUntil })
    .where(
      (item, { eq, lt, notExists }) =>
        `${eq(item.status, 'PENDING')} AND (${notExists(item.claimedUntil)} OR ${lt(item.claimedUntil, now)})`,
    )
    .go({ response: 'all_new', returnOnConditionCheckFailure: true })
  return rejected ? undefined : { ...data, claimedUntil }
}

async function outcomeOfOther(token: string, now: number): Promise<LinkOutcome> {
  const session = await getByToken(token)
  if (statusAt(session, now) === 'PENDING')
    throw new ServiceError('conflict', 'This session is being confirmed. Ask again in a moment.')
  return outcomeAt(session, now)
}

/** Connects what the customer shared; answers why nothing could be connected, undefined when something was. */
async function failureOf(claim: Claim, code: string, now: number): Promise<string | undefined> {
  const accessToken = await accessTokenFor(claim, code, now)
  try {
    const accountIds = await connectSignup(claim.organizationId, accessToken, now)
    return accountIds.length > 0 ? undefined : 'nothing to connect'
  } catch (error) {
    if (error instanceof ProviderRefusal) return 'refused by the provider'
    throw error
  }
}

/** The token that an earlier attempt got for this code, else a new one, stored before it is used. */
async function accessTokenFor(claim: Claim, code: string, now: number): Promise<string> {
  const { organizationId, accessToken: kept, codeHash } = claim
  if (kept !== undefined && codeHash === hashOf(code))
    return await decryptSecret('provider-token', organizationId, kept)
  const accessToken = await exchangeCode(code, now).catch((cause: unknown) => {
    throw cause instanceof ProviderRefusal
      ? invalidField('code', 'is not accepted by the provider; start again')
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

/** Makes the session final unless it is already, or another one works on it because this one took too long. */
async function finish(claim: Claim, failure: string | undefined, now: number): Promise<LinkOutcome> {
  const status = failure === undefined ? 'SUCCESS' : 'FAILED'
  const { rejected } = await LinkSessionEntity.patch(keyOf(claim))
    .set({ status })
    .remove(['claimedUntil', 'codeHash', 'accessToken'])
    .where((item, { eq }) => `${eq(item.status, 'PENDING')} AND ${eq(item.claimedUntil, claim.claimedUntil)}`)
    .go({ returnOnConditionCheckFailure: true })
  if (rejected) throw new ServiceError('conflict', 'This session is being confirmed. Ask again in a moment.')
  const { organizationId, id } = claim
  log('link-session.finished', { organizationId, linkSessionId: id, status, reason: failure })
  return outcomeAt({ ...claim, status }, now)
}
