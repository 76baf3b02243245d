import type { ListedLinkSession } from '@replywright/contract/dashboard/link-sessions.ts'
import type { LinkConfirmation, LinkOutcome, LinkSession } from '@replywright/contract/link-sessions.ts'
import type { ShortSliceQuery } from '@replywright/contract/page.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import { recordChange } from '../../../platform/audit/audit-log.ts'
import { type Clock, expiryAfter } from '../../../platform/clock.ts'
import { InternalError, invalidField, notFound, ServiceError } from '../../../platform/errors.ts'
import { log } from '../../../platform/log/log.ts'
import { listPage } from '../../../platform/paging/page.ts'
import { type Caller, type Origin, placeOf } from '../../../platform/request.ts'
import { capabilityKey, capabilityKeys, decryptSecret, encryptSecret } from '../../../platform/secrets/secrets.ts'
import { settings } from '../../../platform/settings.ts'
import { isUnclaimed, newClaim, writeOnce } from '../../../platform/table/write-once.ts'
import type { ListenersToAll } from '../../numbers/numbers.ts'
import { ProviderRefusal } from '../../port.ts'
import {
  hashOf,
  LINK_CAPABILITY,
  LinkSessionEntity,
  type LinkSessionItem,
  linkSessionView,
  linkToken,
  originView,
  outcomeAt,
  statusAt,
} from './link-session-entity.ts'
import { connectSignup, exchangeCode, findSignupUrl, signupReturnUrl } from './signup.ts'

const KEPT_DAYS = 365

/** Creates a session, or returns the one with this id. @throws ServiceError 409 if no signup is configured */
export async function createLinkSession(
  caller: Caller,
  id: string,
  { successUrl, returnUrl }: { readonly successUrl: string; readonly returnUrl: string },
  now: EpochMs,
): Promise<LinkSession> {
  const { organizationId, userId, apiKey } = caller
  requireHttps('successUrl', successUrl)
  requireHttps('returnUrl', returnUrl)
  if ((await findSignupUrl(id, now)) === undefined)
    throw new ServiceError(
      'conflict',
      "The provider's signup is not configured. An operator can configure it with npm run ops -- provider set.",
    )
  const key = await capabilityKey(LINK_CAPABILITY, now)
  const { data, rejected } = await LinkSessionEntity.create({
    tokenHash: hashOf(linkToken(organizationId, id, key)),
    organizationId,
    id,
    successUrl,
    returnUrl,
    createdBy: { userId, ...(apiKey && { keyName: apiKey.name }) },
    status: 'PENDING',
    createdAt: now,
    expiresAt: expiryAfter(now, KEPT_DAYS),
  }).go({ returnOnConditionCheckFailure: 'all_old' })
  if (!data) throw new InternalError(`link session ${id} was deleted concurrently`)
  if (!rejected) log('link-session.created', { organizationId, linkSessionId: id })
  return linkSessionView(data, caller, [key], now)
}

/** Requires https, except in a local stage. */
function requireHttps(path: string, url: string): void {
  if (settings.STAGE !== 'local' && new URL(url).protocol !== 'https:') throw invalidField(path, 'must be an https URL')
}

/** `GET /msg-link-sessions/{id}/`. */
export async function viewLinkSession(caller: Caller, id: string, now: EpochMs): Promise<LinkSession> {
  const keys = await capabilityKeys(LINK_CAPABILITY, now)
  for (const key of keys) {
    const session = await findByToken(linkToken(caller.organizationId, id, key))
    if (session) return linkSessionView(session, caller, keys, now)
  }
  throw notFound('link session')
}

/** `GET /msg-link-sessions/`, newest first. Returns the newest 100 unless a slice is requested. */
export async function listLinkSessions(caller: Caller, slice: ShortSliceQuery, now: EpochMs): Promise<LinkSession[]> {
  return await mapSessions(caller, slice, now, (_, session) => session)
}

/** As `listLinkSessions`, with who created them and what they connected. */
export async function listLinkSessionsWithOrigin(
  caller: Caller,
  slice: ShortSliceQuery,
  now: EpochMs,
): Promise<ListedLinkSession[]> {
  return await mapSessions(caller, slice, now, (item, session) => ({ ...session, ...originView(item) }))
}

async function mapSessions<View>(
  caller: Caller,
  slice: ShortSliceQuery,
  now: EpochMs,
  view: (item: LinkSessionItem, session: LinkSession) => View,
): Promise<View[]> {
  const { items } = await listPage(slice, (options) =>
    LinkSessionEntity.query.byOrganization({ organizationId: caller.organizationId }).go({ ...options, order: 'desc' }),
  )
  const keys = await capabilityKeys(LINK_CAPABILITY, now)
  return items.map((session) => view(session, linkSessionView(session, caller, keys, now)))
}

/** Returns the session of a one-time token. @throws ServiceError 404 */
async function getByToken(token: string): Promise<LinkSessionItem> {
  const session = await findByToken(token)
  if (!session) throw notFound('link session')
  return session
}

async function findByToken(token: string): Promise<LinkSessionItem | null> {
  const { data } = await LinkSessionEntity.get({ tokenHash: hashOf(token) }).go({ consistent: true })
  return data
}

/** The data for the page of a session. */
export interface OpenedLink extends LinkOutcome {
  /** The provider's signup for this session, or undefined if it is not configured. */
  readonly signupUrl: string | undefined
  /** Ends the session as cancelled. */
  readonly cancelUrl: string
}

/** Returns the data for the page of a one-time token. */
export async function openLink(token: string, now: EpochMs): Promise<OpenedLink> {
  const [session, signupUrl] = await Promise.all([getByToken(token), findSignupUrl(token, now)])
  const cancelUrl = `${signupReturnUrl()}?${new URLSearchParams({ state: token, error: 'access_denied' })}`
  return { ...outcomeAt(session, now), signupUrl, cancelUrl }
}

/** Longer than the timeout of the function: after this time, the request with the claim has ended. */
const CLAIM_MILLISECONDS = 20_000

/** Returns whether the user who created a session may still create one. */
type MayConnect = (organizationId: string, userId: string) => Promise<boolean>

interface Confirmation {
  readonly origin: Origin
  readonly listenersToAll: ListenersToAll
  readonly mayConnect: MayConnect
}

/**
 * Ends a session. With the code of the provider's signup, connects the accounts that the customer shared; without a
 * code, the session is cancelled. Returns the outcome of a final session. After a crash, a repeat with the same code
 * completes the work. A session whose creator is no admin any more connects nothing. Recorded in the organisation's
 * audit log.
 * @throws ServiceError 409 while another request confirms the session; 400 if the provider rejects the code: the
 * session stays open
 */
export async function confirmLinkSession(
  token: string,
  { code }: LinkConfirmation,
  { origin, listenersToAll, mayConnect }: Confirmation,
  clock: Clock,
): Promise<LinkOutcome> {
  const session = await getByToken(token)
  const now = clock()
  if (statusAt(session, now) !== 'PENDING') return outcomeAt(session, now)
  const claim = await claimSession(session, now)
  if (!claim) return await outcomeOfOther(token, clock())
  try {
    const { organizationId, id: objectId, createdBy } = claim
    const change = { organizationId, action: 'confirm', object: 'account', objectId, ...placeOf(origin) } as const
    return await recordChange([change], async () => {
      if (code !== undefined && !(await mayConnect(organizationId, createdBy?.userId ?? '')))
        return await finish(claim, 'its creator is no admin any more', clock())
      const result = code === undefined ? 'cancelled' : await connectShared(claim, code, listenersToAll, now)
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

async function claimSession(session: LinkSessionItem, now: EpochMs): Promise<ClaimedSession | undefined> {
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

async function outcomeOfOther(token: string, now: EpochMs): Promise<LinkOutcome> {
  const session = await getByToken(token)
  if (statusAt(session, now) === 'PENDING')
    throw new ServiceError('conflict', 'This session is being confirmed. Try again in a few seconds.')
  return outcomeAt(session, now)
}

/** Connects the accounts that the customer shared. Returns their ids, or the reason if none could be connected. */
async function connectShared(
  claim: ClaimedSession,
  code: string,
  listenersToAll: ListenersToAll,
  now: EpochMs,
): Promise<string[] | string> {
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
async function accessTokenFor(claim: ClaimedSession, code: string, now: EpochMs): Promise<string> {
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
async function finish(claim: ClaimedSession, result: string[] | string, now: EpochMs): Promise<LinkOutcome> {
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
