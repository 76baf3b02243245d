import type { Agent, ShareInput } from '@replywright/contract/agents.ts'
import type { AgentShare } from '@replywright/contract/dashboard/agents.ts'
import { MOST_SHARES_PER_AGENT, MOST_SHARES_PER_DAY, SHARE_DAYS } from '@replywright/contract/share-limits.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import { sendMail, shareMail } from '../../people/notices/mails.ts'
import { OrganizationEntity } from '../../people/organizations/organizations.ts'
import { UserEntity } from '../../people/users/user-entity.ts'
import { findUser } from '../../people/users/users.ts'
import { expiryAfter, isoTime } from '../../platform/clock.ts'
import { conflict, notFound } from '../../platform/errors.ts'
import { log, logError } from '../../platform/log/log.ts'
import { DailyCountEntity, dayOf, isBelow } from '../../platform/quotas/daily-count-entity.ts'
import type { Caller } from '../../platform/request.ts'
import { settings } from '../../platform/settings.ts'
import { refusals } from '../../platform/table/transact.ts'
import { AgentEntity } from '../agent-entity.ts'
import { getOwnAgent } from '../find-agent.ts'
import { agentView } from '../view-agents.ts'
import { sharesOf, unshare } from './agent-shares.ts'
import { judgeShare } from './judge-share.ts'
import {
  deleteInvitation,
  listInvitationsOfAgent,
  listPendingOf,
  ShareInvitationEntity,
  type ShareInvitationItem,
} from './share-invitation-entity.ts'

/**
 * `POST /agents/{id}/share/`: asks the user of an address to accept a share of the agent. Has no effect for members of the
 * agent's organisation, who see the agent anyway, and if the address was asked before. The response is the same whether
 * or not the address has an account.
 * @throws ServiceError 404 for an unknown agent; 409 above the limit of the agent, of the organisation for a day, or of the address
 */
export async function shareAgent(caller: Caller, id: string, input: ShareInput, now: EpochMs): Promise<Agent> {
  const { organizationId, userId } = caller
  const agent = await getOwnAgent(caller, id)
  const email = input.email.toLowerCase()
  const [user, shares, invitations, pending] = await Promise.all([
    findUser({ email }),
    sharesOf(organizationId, id),
    listInvitationsOfAgent(organizationId, id, now),
    listPendingOf(email, now),
  ])
  const verdict = judgeShare({
    isMember: user?.organizationIds.includes(organizationId) ?? false,
    isShared: shares.some((share) => share.sharedWith === email || share.userId === user?.id),
    isInvited: invitations.some((invitation) => invitation.email === email),
    ofAgent: shares.length + invitations.length,
    pending: pending.length,
  })
  if (verdict === 'agent_full')
    throw conflict('limit_reached', `The agent has ${MOST_SHARES_PER_AGENT} shares, which is the limit. End one first.`)
  if (verdict === 'full')
    throw conflict(
      'limit_reached',
      'email: has too many pending shares. Ask the user to accept or decline them, then share again.',
    )
  const expiresAt = expiryAfter(now, SHARE_DAYS)
  const invitation = { organizationId, agentId: id, email, sharedBy: userId, createdAt: now, expiresAt }
  if (verdict === 'invite' && (await store(invitation, now))) {
    log('agent.share_offered', { organizationId, agentId: id })
    await notify(invitation, agent.head.name)
  }
  return await agentView(caller, agent)
}

/** Stores an invitation and counts it. Returns false if a concurrent request stored it. @throws ServiceError as above */
async function store(invitation: ShareInvitationItem, now: EpochMs): Promise<boolean> {
  const { organizationId, agentId } = invitation
  const entities = { invitations: ShareInvitationEntity, heads: AgentEntity, counts: DailyCountEntity }
  const { day, expiresAt } = dayOf(now)
  const refused = await refusals(entities, ({ invitations, heads, counts }) => [
    invitations
      .put(invitation)
      // DynamoDB deletes expired items later.
      .where((stored, { lte, notExists }) => `${notExists(stored.expiresAt)} OR ${lte(stored.expiresAt, now / 1000)}`)
      .commit(),
    heads
      .check({ organizationId, id: agentId })
      .where(({ name }, { exists }) => exists(name))
      .commit(),
    counts
      .update({ quota: 'shares', subject: organizationId, day })
      .add({ count: 1 })
      .set({ expiresAt })
      .where(isBelow(MOST_SHARES_PER_DAY))
      .commit(),
  ])
  if (refused.length === 0) return true
  if (refused.includes(1)) throw notFound('agent')
  if (refused.includes(0)) return false
  throw conflict(
    'limit_reached',
    `The organisation has shared agents ${MOST_SHARES_PER_DAY} times today, which is the limit. Continue after midnight UTC.`,
  )
}

/** Mails an address that an agent is shared with it. The dashboard shows it, too, so a failure is logged only. */
async function notify({ organizationId, agentId, sharedBy, email }: ShareInvitationItem, agentName: string) {
  const from = settings.MAIL_FROM
  if (!from) return
  const [{ data: organization }, { data: sender }] = await Promise.all([
    OrganizationEntity.get({ id: organizationId }).go(),
    UserEntity.get({ id: sharedBy }).go(),
  ])
  const facts = { agentName, organizationName: organization?.name ?? '', sharedBy: sender?.email ?? '' }
  try {
    await sendMail(from, email, shareMail(facts, settings.DASHBOARD_URL))
  } catch (error) {
    logError('agent.share_not_mailed', error, { organizationId, agentId })
  }
}

/**
 * `DELETE /agents/{id}/share/`: withdraws what the owner shared with an address, accepted or not. Idempotent, also for
 * an unknown address.
 */
export async function unshareAgent(caller: Caller, id: string, input: ShareInput): Promise<undefined> {
  await getOwnAgent(caller, id)
  const { organizationId } = caller
  const email = input.email.toLowerCase()
  // The invitation first: a concurrent acceptance either finds none, or its share is found below.
  await deleteInvitation({ organizationId, agentId: id, email })
  const shares = await sharesOf(organizationId, id)
  for (const share of shares.filter(({ sharedWith }) => sharedWith === email)) await unshare(share)
}

/**
 * Returns the addresses with which an agent is shared, the oldest first. It does not show which of them have an
 * account, except those whose users accepted.
 */
export async function listShares(caller: Caller, agentId: string, now: EpochMs): Promise<AgentShare[]> {
  await getOwnAgent(caller, agentId)
  const [shares, invitations] = await Promise.all([
    sharesOf(caller.organizationId, agentId),
    listInvitationsOfAgent(caller.organizationId, agentId, now),
  ])
  const accepted = shares.map(({ sharedWith, createdAt }) => ({ email: sharedWith, accepted: true, createdAt }))
  const pending = invitations.map(({ email, createdAt }) => ({ email, accepted: false, createdAt }))
  return [...accepted, ...pending]
    .toSorted((a, b) => a.createdAt - b.createdAt)
    .map((share) => ({ ...share, createdAt: isoTime(share.createdAt) }))
}
