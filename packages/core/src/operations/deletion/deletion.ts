import { DeleteCommand } from '@aws-sdk/lib-dynamodb'
import type { EpochMs } from '@replywright/contract/time.ts'
import { removeShare } from '../../agents/shares/agent-shares.ts'
import { AgentShareEntity } from '../../agents/shares/share-entity.ts'
import { deleteInvitation, listInvitationsOfAddress } from '../../agents/shares/share-invitation-entity.ts'
import { SHARED_AGENTS } from '../../agents/write-agent.ts'
import { GENERATED_PREFIX } from '../../answering/tools/image-tool.ts'
import { MEDIA_PREFIX, UNSENT_PREFIX } from '../../conversations/media/media-keys.ts'
import { endApiKey, listApiKeyItems } from '../../people/api-keys/api-keys.ts'
import { deleteGatewayKey } from '../../people/api-keys/gateway-keys.ts'
import { InvitationEntity, listInvitationsOf } from '../../people/invitations/invitation-entity.ts'
import { isAdmin, listMemberships } from '../../people/members/membership-entity.ts'
import { OrganizationEntity } from '../../people/organizations/organizations.ts'
import { RecoveryCodesEntity } from '../../people/sessions/mfa.ts'
import { SessionEntity } from '../../people/sessions/sessions.ts'
import { removeUser } from '../../people/users/accounts.ts'
import { personalOrganizationIds } from '../../people/users/personal-organizations.ts'
import { emailAlias, subjectAlias, UserAliasEntity, UserEntity, type UserItem } from '../../people/users/user-entity.ts'
import { deletePoolUser, findUser } from '../../people/users/users.ts'
import type { Clock } from '../../platform/clock.ts'
import { ServiceError } from '../../platform/errors.ts'
import { log } from '../../platform/log/log.ts'
import { eraseObjects, listObjects } from '../../platform/objects/objects.ts'
import { CounterEntity } from '../../platform/paging/counter-entity.ts'
import { scanItems } from '../../platform/table/scan-table.ts'
import { table } from '../../platform/table/table.ts'
import { CONFLICT_TRIES, retryConflict, transact } from '../../platform/table/transact.ts'

/** An item of the table, as it is stored. */
export type StoredItem = Readonly<Record<string, unknown>>

/** The attributes that decide whether an item belongs to an organisation. */
const DECIDING = ['pk', 'sk', '_e', 'organizationId', 'id', 'phoneNumberId', 'providerTemplateId'] as const

/** Entries that prove what happened. They expire. */
const AUDIT_LOG = 'audit#'

/** The attributes by which items without an `organizationId` refer to an object of an organisation. */
const REFERENCES: Readonly<Record<string, readonly (typeof DECIDING)[number][]>> = {
  webhook: ['id'],
  number: ['id', 'phoneNumberId'],
  replay: ['id'],
  templateLink: ['providerTemplateId'],
}

/** Returns the ids by which other items refer to an item of the organisation. */
export function referencesOf(item: StoredItem, organizationId: string): string[] {
  if (item.organizationId !== organizationId) return []
  return (REFERENCES[String(item._e)] ?? []).flatMap((name) => {
    const id = item[name]
    return typeof id === 'string' && id !== '' ? [id] : []
  })
}

/** Returns the share of an agent that an item is, or undefined if it is another item. */
export function shareOf({ _e, pk, sk }: StoredItem) {
  if (_e !== 'agentShare') return undefined
  const [, organizationId = '', agentId = ''] = String(pk).split('#')
  const [, userId = ''] = String(sk).split('#')
  return { organizationId, agentId, userId }
}

/**
 * Returns whether an item belongs to the organisation: it names it, or it names no organisation and its partition key
 * contains the id of the organisation or of one of its objects.
 */
export function isOwned(item: StoredItem, organizationId: string, references: ReadonlySet<string>): boolean {
  const { pk, organizationId: owner } = item
  if (typeof pk !== 'string' || pk.startsWith(AUDIT_LOG)) return false
  if (typeof owner === 'string') return owner === organizationId
  return pk.split('#').some((part) => part === organizationId || references.has(part))
}

/** Number of concurrent writes. */
const AT_ONCE = 25
/** Deleted after the rest, because a repeated deletion finds items by them. Without them, nothing new arrives. */
const LAST = [...Object.keys(REFERENCES), 'organization']
const OBJECTS = ['documents/', 'pictures/', MEDIA_PREFIX, UNSENT_PREFIX, GENERATED_PREFIX]

interface Deletion {
  /** Whether to count only. */
  readonly dryRun: boolean
  readonly onProgress?: (scanned: number) => void
}

/**
 * Deletes an organisation with everything that belongs to it, except its audit log, which expires. Reads the whole
 * table four times, or twice if it only counts. Ends access first, and intake before the last time. Work that is still
 * running can write again: a repeated deletion removes that, too. Returns the numbers of items by kind, and of objects.
 */
export async function deleteOrganization(
  organizationId: string,
  { dryRun, onProgress = () => {} }: Deletion,
  now: EpochMs,
): Promise<Record<string, number>> {
  const references = new Set<string>()
  for await (const item of scanned(onProgress)) for (const id of referencesOf(item, organizationId)) references.add(id)
  const keys = await objectsOf(organizationId)
  if (!dryRun) {
    await endAccess(organizationId, now)
    await eraseObjects(keys)
  }
  const counts: Record<string, number> = {}
  for (const isOfPass of dryRun ? [() => true] : [isFirst, (kind: string) => !isFirst(kind), () => true]) {
    let owned: StoredItem[] = []
    for await (const item of scanned(onProgress)) {
      const kind = String(item._e)
      if (!isOfPass(kind) || !isOwned(item, organizationId, references)) continue
      counts[kind] = (counts[kind] ?? 0) + 1
      owned.push(item)
      if (owned.length < AT_ONCE) continue
      if (!dryRun) await deleteItems(owned)
      owned = []
    }
    if (!dryRun) await deleteItems(owned)
  }
  if (!dryRun) log('organization.deleted', { organizationId })
  return { ...counts, ...(keys.length > 0 && { objects: keys.length }) }
}

function isFirst(kind: string): boolean {
  return !LAST.includes(kind)
}

async function* scanned(onProgress: (scanned: number) => void): AsyncGenerator<StoredItem> {
  let read = 0
  for await (const { items } of scanItems(table.table, { attributes: DECIDING })) {
    read += items.length
    onProgress(read)
    yield* items
  }
}

async function endAccess(organizationId: string, now: EpochMs): Promise<void> {
  for (const key of await listApiKeyItems(organizationId)) {
    await endApiKey(key, now)
    await deleteGatewayKey(key.gatewayKeyId)
  }
  for (const { userId } of await listMemberships(organizationId))
    await retryConflict(CONFLICT_TRIES, 'The user was changed concurrently. Try again.', async () => {
      const { data: user } = await UserEntity.get({ id: userId }).go({ consistent: true })
      if (!user?.organizationIds.includes(organizationId)) return true
      const { rejected } = await UserEntity.patch({ id: userId })
        .set({ organizationIds: user.organizationIds.filter((id) => id !== organizationId) })
        .where(({ organizationIds }, { eq }) => eq(organizationIds, user.organizationIds))
        .go({ returnOnConditionCheckFailure: true })
      return rejected ? undefined : true
    })
}

async function objectsOf(organizationId: string): Promise<string[]> {
  const lists = await Promise.all(OBJECTS.map((prefix) => listObjects(`${prefix}${organizationId}/`)))
  return lists.flat()
}

async function deleteItems(items: readonly StoredItem[]): Promise<void> {
  await Promise.all(
    items.map(async (item) => {
      const share = shareOf(item)
      // Users of other organisations have a count of the agents that are shared with them.
      if (share) return await removeShare(share, false)
      const { pk, sk } = item
      return await table.client.send(new DeleteCommand({ TableName: table.table, Key: { pk, sk } }))
    }),
  )
}

/**
 * Deletes a user with their account, memberships, sessions, invitations, shares and personal organisation. Their API
 * keys are revoked; webhooks and what they wrote stay with the organisations. Returns the numbers by kind. Can be
 * repeated until it is complete.
 */
export async function deleteUser(email: string, deletion: Deletion, clock: Clock): Promise<Record<string, number>> {
  const now = clock()
  const user = await findUser({ email })
  const invitations = await listInvitationsOf(email, now)
  const offers = await listInvitationsOfAddress(email)
  const found = user ? await belongingsOf(user) : undefined
  const personal = found?.personal ?? []
  const counts: Record<string, number> = {
    invitation: invitations.length,
    ...(offers.length > 0 && { 'pending share': offers.length }),
    ...(found && {
      membership: found.memberships,
      session: found.sessions.length,
      share: found.shares.length,
      user: 1,
    }),
    ...(personal.length > 0 && { 'personal organisation': personal.length }),
  }
  if (deletion.dryRun) return counts
  await removeUser(email, undefined, clock)
  for (const organizationId of personal) await deleteOrganization(organizationId, deletion, now)
  for (const { organizationId, id } of invitations) await InvitationEntity.delete({ organizationId, id }).go()
  for (const offer of offers) await deleteInvitation(offer)
  for (const share of found?.shares ?? []) await removeShare(share)
  for (const { userId, sessionId } of found?.sessions ?? []) await SessionEntity.delete({ userId, sessionId }).go()
  await deletePoolUser(email)
  if (user) await deleteNames(user)
  log('user.deleted', { userId: user?.id ?? '' })
  return counts
}

async function belongingsOf(user: UserItem) {
  const { id: userId } = user
  const [{ data: shares }, { data: sessions }] = await Promise.all([
    AgentShareEntity.query.byUser({ userId }).go({ pages: 'all' }),
    SessionEntity.query.byUser({ userId }).go({ pages: 'all', consistent: true }),
  ])
  const alone: string[] = []
  // An interrupted deletion has ended the membership, but not deleted the personal organisations.
  const own = user.subject === undefined ? [] : personalOrganizationIds(user.subject)
  for (const organizationId of new Set([...user.organizationIds, ...own])) {
    const others = (await listMemberships(organizationId)).filter(
      (each) => each.userId !== userId && each.removedAt === undefined,
    )
    if (others.length === 0) alone.push(organizationId)
    else if (user.organizationIds.includes(organizationId) && !others.some(isAdmin))
      throw new ServiceError(
        'conflict',
        `The user is the last admin of the organisation ${organizationId}. Make another member admin first.`,
      )
  }
  const { data: organizations } = await OrganizationEntity.get(alone.map((id) => ({ id }))).go()
  const shared = organizations.find(({ isPersonal }) => !isPersonal)
  if (shared)
    throw new ServiceError(
      'conflict',
      `The user is the last member of the organisation ${shared.id} (${shared.name}). Add another admin, or delete it first.`,
    )
  const personal = organizations.map(({ id }) => id)
  return { shares, sessions, personal, memberships: user.organizationIds.length }
}

/** The user and the alias of the address are last, in one write: a repeated deletion finds the user by them. */
async function deleteNames({ id, email, subject }: UserItem): Promise<void> {
  await CounterEntity.delete({ organizationId: id, noun: SHARED_AGENTS }).go()
  await RecoveryCodesEntity.delete({ userId: id }).go()
  if (subject !== undefined)
    await UserAliasEntity.delete({ alias: subjectAlias(subject) })
      .where((stored, { eq }) => eq(stored.userId, id))
      .go({ returnOnConditionCheckFailure: true })
  await transact({ users: UserEntity, names: UserAliasEntity }, ({ users, names }) => [
    users.delete({ id }).commit(),
    names.delete({ alias: emailAlias(email) }).commit(),
  ])
}
