import { Badge, Button, Group, Text } from '@mantine/core'
import {
  changeRole,
  grantOperator,
  inviteAgain,
  leaveOrganization,
  type Member,
  removeMember,
  revokeOperator,
  withdrawInvitation,
} from '@replywright/contract/dashboard/members.ts'
import { IconAlertTriangle, IconCircleCheck, IconMail } from '@tabler/icons-react'
import { openOrganization } from '../api/organization.ts'
import { endSession } from '../api/session.ts'
import { useMe, useOperatorAccess } from '../api/use-me.ts'
import { Allowed } from '../ui/allowed.tsx'
import { ActionButton } from '../ui/confirm-dialog.tsx'
import { actions, type Column, DataTable } from '../ui/data-table.tsx'
import { tellError } from '../ui/notices.tsx'
import { ROLE_NAMES } from '../ui/role-texts.ts'
import { StatusBadge } from '../ui/status-badge.tsx'
import { Bullets, Hint } from '../ui/text.tsx'
import { useAction } from '../ui/use-action.ts'
import { When } from '../ui/when.tsx'
import { memberName, storedText } from './member-name.ts'
import classes from './members.module.css'

const STATUSES = {
  active: { tone: 'good', icon: IconCircleCheck, label: 'Active' },
  invited: { tone: 'waiting', icon: IconMail, label: 'Invited' },
  removing: { tone: 'bad', icon: IconAlertTriangle, label: 'Removing' },
} as const

const COLUMNS: readonly Column<Member>[] = [
  { title: 'Member', unlabelled: true, render: (member) => <Name member={member} /> },
  {
    title: 'Role',
    render: ({ role, isOperator }) => (
      <>
        {ROLE_NAMES[role]}
        {isOperator && <Hint>Operator</Hint>}
      </>
    ),
  },
  { title: 'Joined', render: ({ joinedAt, expiresAt }) => (expiresAt === null ? <When at={joinedAt} /> : '–') },
  {
    title: 'Status',
    render: ({ status, expiresAt, invitedBy }) => (
      <>
        <StatusBadge {...STATUSES[status]} />
        {expiresAt !== null && (
          <Text size="xs" c="dimmed" component="div">
            Invitation{invitedBy && ` by ${invitedBy}`} expires <When at={expiresAt} />
          </Text>
        )}
      </>
    ),
  },
]

/** The members, with the actions of each. `onChangeRole` opens the dialog for the role. */
export function MembersTable({
  members,
  onChangeRole,
}: Pick<RowProps, 'onChangeRole'> & { readonly members: readonly Member[] }) {
  const admins = members.filter(
    ({ role, status, expiresAt, email }) =>
      role === 'admin' && status !== 'removing' && expiresAt === null && email !== null,
  )
  const column: Column<Member> = actions((member) => (
    <MemberActions
      member={member}
      isLastAdmin={admins.length < 2 && member.role === 'admin' && member.email !== null}
      onChangeRole={onChangeRole}
    />
  ))
  return <DataTable label="Members" columns={[...COLUMNS, column]} rows={members} rowKey={({ id }) => id} />
}

function Name({ member }: { readonly member: Member }) {
  return (
    <div>
      <Group gap="xs">
        {memberName(member)}
        {member.isYou && <Badge>You</Badge>}
      </Group>
      {member.name !== '' && <Hint>{member.email}</Hint>}
    </div>
  )
}

interface RowProps {
  readonly member: Member
  /** Whether the member is the only admin. */
  readonly isLastAdmin: boolean
  readonly onChangeRole: (member: Member) => void
}

function MemberActions(props: RowProps) {
  const { status, expiresAt, isYou } = props.member
  return (
    <div className={classes.actions}>
      {status === 'invited' && <InviteAgain {...props} />}
      {expiresAt === null && status !== 'removing' && <ChangeActions {...props} />}
      {isYou ? <Leave isLastAdmin={props.isLastAdmin} /> : expiresAt === null && <Remove member={props.member} />}
    </div>
  )
}

const SMALL = { size: 'compact-xs', variant: 'default' } as const

function InviteAgain({ member: { id, email, expiresAt } }: RowProps) {
  const inviting = useAction(inviteAgain, {
    done: (invited) =>
      invited.isMailed ? `Invitation sent to ${invited.email}, at most once per minute` : storedText(invited.email),
  })
  const withdrawing = useAction(withdrawInvitation, { done: 'Invitation withdrawn' })
  const input = { params: { id } }
  return (
    <Allowed endpoint={inviteAgain}>
      <Button
        {...SMALL}
        loading={inviting.isPending}
        onClick={() => inviting.run(input)}
        aria-label={`Invite again: ${email ?? ''}`}
      >
        Invite again
      </Button>
      {expiresAt !== null && (
        <Button
          {...SMALL}
          loading={withdrawing.isPending}
          onClick={() => withdrawing.run(input)}
          aria-label={`Withdraw the invitation of ${email ?? ''}`}
        >
          Withdraw
        </Button>
      )}
    </Allowed>
  )
}

function ChangeActions({ member, isLastAdmin, onChangeRole }: RowProps) {
  const isGranted = useOperatorAccess() === 'granted'
  const { email, isYou } = member
  const name = memberName(member)
  return (
    <>
      {!isLastAdmin && (
        <Allowed endpoint={changeRole}>
          <Button {...SMALL} onClick={() => onChangeRole(member)} aria-label={`Change role of ${name}`}>
            Change role
          </Button>
        </Allowed>
      )}
      {isGranted && !isYou && email !== null && <OperatorAccess member={member} />}
    </>
  )
}

function OperatorAccess({ member }: Pick<RowProps, 'member'>) {
  const name = memberName(member)
  const input = { params: { id: member.id } }
  return member.isOperator ? (
    <ActionButton
      button={{ label: 'Remove operator', 'aria-label': `Remove operator access of ${name}`, size: 'compact-xs' }}
      endpoint={revokeOperator}
      input={input}
      title={`Remove operator access of ${name}?`}
      confirm="Remove operator access"
      danger
      done="Operator access removed"
    >
      All their sessions end. They stay a member of this organisation.
    </ActionButton>
  ) : (
    <ActionButton
      button={{ label: 'Make operator', 'aria-label': `Make operator: ${name}`, size: 'compact-xs' }}
      endpoint={grantOperator}
      input={input}
      title={`Make ${name} an operator?`}
      confirm="Make operator"
      done="Operator access granted"
    >
      Operators see the queues, dead letters and alarms of the whole service, of all organisations. The access starts
      with the next sign-in.
    </ActionButton>
  )
}

function Remove({ member }: { readonly member: Member }) {
  const name = memberName(member)
  return (
    <ActionButton
      button={{ label: 'Remove', 'aria-label': `Remove ${name}`, size: 'compact-xs' }}
      endpoint={removeMember}
      input={{ params: { id: member.id } }}
      title={`Remove ${name}?`}
      confirm="Remove member"
      danger
      done="Member removed"
    >
      <Text mb="xs">Within 15 seconds:</Text>
      <Bullets>
        <li>Their access to this organisation ends. They stay signed in to other organisations.</li>
        <li>Their API keys for this organisation stop working. This cannot be undone.</li>
        <li>Pending invitations that they sent are deleted.</li>
        <li>Their endpoints keep receiving events and belong to you.</li>
      </Bullets>
    </ActionButton>
  )
}

function Leave({ isLastAdmin }: { readonly isLastAdmin: boolean }) {
  const { data: me } = useMe()
  const next = me?.organizations.find(({ id }) => id !== me.organization.id)
  return (
    <ActionButton
      button={{
        label: 'Leave',
        'aria-label': 'Leave this organisation',
        size: 'compact-xs',
        disabled: isLastAdmin,
        title: isLastAdmin ? 'The last admin cannot leave. Make another member admin first.' : undefined,
      }}
      endpoint={leaveOrganization}
      input={{}}
      title="Leave this organisation?"
      confirm="Leave organisation"
      danger
      onDone={() => {
        if (next) openOrganization(next.id)
        // The next sign-in creates an organisation.
        else endSession().catch(tellError)
      }}
    >
      <Text mb="xs">Within 15 seconds:</Text>
      <Bullets>
        <li>Your access to this organisation ends. An admin can invite you again.</li>
        <li>Your API keys for this organisation stop working. This cannot be undone.</li>
        <li>Pending invitations that you sent are deleted.</li>
        <li>Your endpoints keep receiving events and belong to the longest-standing admin.</li>
        {me && !next && (
          <li>You are signed out, because you have no other organisation. Your next sign-in creates one.</li>
        )}
      </Bullets>
    </ActionButton>
  )
}
