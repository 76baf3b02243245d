import type { EpochMs } from '@replywright/contract/time.ts'
import type { MemberFacts } from '@replywright/core/people/members/members.ts'
import type { UserFacts } from '@replywright/core/people/users/accounts.ts'
import { type Command, FLAG, type Input, type Session, TEXT } from '../command.ts'
import { invalidOption, readRole } from '../read-options.ts'
import { fieldsReport, type Report, tableReport } from '../report.ts'
import { showTime } from '../show.ts'

export const userCommands: readonly Command[] = [
  {
    group: 'Inspect',
    name: 'users list',
    summary: 'List all accounts, or the members and pending invitations of an organisation (--organization …)',
    required: [],
    options: { organization: TEXT },
    run: ({ organization }, { now }) => (organization === undefined ? showUsers() : showMembers(organization, now)),
  },
  {
    group: 'Repair',
    name: 'users remove',
    summary:
      'Remove a user from --organization …, or from all organisations and the operators. Revokes API keys. Without --organization, ends all sessions',
    required: ['email'],
    options: { email: TEXT, organization: TEXT, yes: FLAG },
    audit: { action: 'remove', object: 'member', name: 'email' },
    run: remove,
  },
  {
    group: 'Repair',
    name: 'users set-role',
    summary: 'Change the role of a member: admin, member or viewer',
    required: ['email', 'organization', 'role'],
    options: { email: TEXT, organization: TEXT, role: TEXT },
    audit: { action: 'change_role', object: 'member', name: 'email' },
    run: setRole,
  },
  {
    group: 'Repair',
    name: 'users reset-mfa',
    summary: 'Disable two-factor authentication of a user who lost the authenticator app, and sign the user out',
    required: ['email'],
    options: { email: TEXT, yes: FLAG },
    run: disableMfa,
  },
]

async function showUsers(): Promise<Report> {
  const { listUsers } = await import('@replywright/core/people/users/accounts.ts')
  const users = await listUsers()
  return tableReport<UserFacts>({
    rows: users,
    columns: [
      { title: 'EMAIL', of: ({ email }) => email, whole: true },
      { title: 'STATUS', of: ({ status }) => status },
      { title: 'OPERATOR', of: ({ isOperator }) => (isOperator ? 'yes' : 'no') },
      { title: 'CREATED (UTC)', of: ({ createdAt }) => showTime(createdAt) },
      { title: 'ORGANISATIONS', of: ({ organizationIds }) => organizationIds.join(' ') },
    ],
    json: users.map((user) => ({ ...user, createdAt: new Date(user.createdAt).toISOString() })),
    empty: 'There are no accounts. Add one: npm run ops -- users add --email …',
  })
}

async function showMembers(organization: string, now: EpochMs): Promise<Report> {
  const { listMemberFacts } = await import('@replywright/core/people/members/members.ts')
  const members = await listMemberFacts(organization, now)
  return tableReport<MemberFacts>({
    rows: members,
    columns: [
      { title: 'ID', of: ({ id }) => id, whole: true },
      { title: 'EMAIL', of: ({ email }) => email ?? undefined },
      { title: 'ROLE', of: ({ role }) => role },
      { title: 'STATUS', of: ({ status }) => status, style: ({ status }) => (status === 'active' ? undefined : 'red') },
      { title: 'OPERATOR', of: ({ isOperator }) => (isOperator ? 'yes' : 'no') },
      { title: 'JOINED (UTC)', of: ({ joinedAt }) => showTime(joinedAt) },
      { title: 'INVITED BY', of: ({ invitedBy }) => invitedBy },
    ],
    json: members.map((member) => ({ ...member, joinedAt: new Date(member.joinedAt).toISOString() })),
    empty: `Organisation ${organization} has no members, or does not exist: npm run ops -- organizations list`,
  })
}

async function remove({ email = '', organization }: Input, session: Session): Promise<Report> {
  await session.confirm(`Remove ${email} from ${organization ?? 'every organisation'}, and revoke the user's API keys?`)
  const { removeUser } = await import('@replywright/core/people/users/accounts.ts')
  const organizations = await removeUser(email.toLowerCase(), organization, session.clock)
  return fieldsReport({ email, removedFrom: organizations.join(' ') || 'no organisation' })
}

async function setRole({ email = '', organization = '', role = '' }: Input, session: Session): Promise<Report> {
  const { findUser } = await import('@replywright/core/people/users/users.ts')
  const { changeRole } = await import('@replywright/core/people/members/members.ts')
  const user = await findUser({ email: email.toLowerCase() })
  if (!user)
    throw invalidOption(
      `No user has the address ${email}. List the members: npm run ops -- users list --organization …`,
    )
  const changed = await changeRole(organization, user.id, { role: readRole(role) }, session.now)
  return fieldsReport({ email, organization, role: changed.role })
}

async function disableMfa({ email = '' }: Input, session: Session): Promise<Report> {
  await session.confirm(
    `Disable two-factor authentication for ${email}? Verify first that the request comes from this user.`,
  )
  const { recordChange } = await import('@replywright/core/platform/audit/audit-log.ts')
  const { findUser } = await import('@replywright/core/people/users/users.ts')
  const { resetMfa } = await import('@replywright/core/people/users/users.ts')
  const { signOutEverywhere } = await import('@replywright/core/people/users/users.ts')
  const user = await findUser({ email: email.toLowerCase() })
  const change = { action: 'disable_mfa', object: 'sign_in', objectName: email.toLowerCase() } as const
  const changes = user?.organizationIds.map((organizationId) => ({ organizationId, objectId: user.id, ...change }))
  await recordChange(changes ?? [], async () => {
    await resetMfa(email.toLowerCase())
    await signOutEverywhere(email.toLowerCase(), session.clock)
  })
  return fieldsReport({ email, twoFactorAuthentication: 'off' })
}
