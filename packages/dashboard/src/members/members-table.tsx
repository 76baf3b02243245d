import { Badge, Button, Group, Text } from '@mantine/core'
import {
  changeRole,
  grantOperator,
  inviteAgain,
  type Member,
  revokeOperator,
  withdrawInvitation,
} from '@messaging/contract/dashboard/members.ts'
import { IconAlertTriangle, IconCircleCheck, IconMail } from '@tabler/icons-react'
import { useAction } from '../api/use-action.ts'
import { useOperatorAccess } from '../api/use-me.ts'
import { ActionButton } from '../ui/action-dialog.tsx'
import { Allowed } from '../ui/allowed.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { ROLE_NAMES } from '../ui/role-texts.ts'
import { StatusBadge } from '../ui/status-badge.tsx'
import { tell, tellError } from '../ui/tell.ts'
import { When } from '../ui/when.tsx'
import { memberName, storedText } from './member-name.ts'
import classes from './members.module.css'
import { Leave, Remove } from './remove-member.tsx'

const STATUS_NAMES = { active: 'Active', invited: 'Invited', removing: 'Removing' }

const STATUSES = {
  active: { tone: 'good', icon: IconCircleCheck },
  invited: { tone: 'waiting', icon: IconMail },
  removing: { tone: 'bad', icon: IconAlertTriangle },
} as const

const COLUMNS: readonly Column<Member>[] = [
  { title: 'Member', unlabelled: true, render: (member) => <Name member={member} /> },
  {
    title: 'Role',
    render: ({ role, isOperator }) => (
      <>
        {ROLE_NAMES[role]}
        {isOperator && (
          <Text size="xs" c="dimmed">
            Operator
          </Text>
        )}
      </>
    ),
  },
  { title: 'Joined', render: ({ joinedAt }) => <When at={joinedAt} /> },
  {
    title: 'Status',
    render: ({ status, expiresAt }) => (
      <>
        <StatusBadge {...STATUSES[status]} label={STATUS_NAMES[status]} />
        {expiresAt !== null && (
          <Text size="xs" c="dimmed" component="div">
            Invitation expires <When at={expiresAt} />
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
    ({ role, status, expiresAt }) => role === 'admin' && status !== 'removing' && expiresAt === null,
  )
  const column: Column<Member> = {
    title: 'Actions',
    align: 'end',
    unlabelled: true,
    render: (member) => (
      <MemberActions
        member={member}
        isLastAdmin={admins.length < 2 && member.role === 'admin'}
        onChangeRole={onChangeRole}
      />
    ),
  }
  return <DataTable label="Members" columns={[...COLUMNS, column]} rows={members} rowKey={({ id }) => id} />
}

function Name({ member }: { readonly member: Member }) {
  return (
    <div>
      <Group gap="xs">
        {memberName(member)}
        {member.isYou && (
          <Badge size="sm" variant="default">
            You
          </Badge>
        )}
      </Group>
      {member.name !== '' && (
        <Text size="xs" c="dimmed">
          {member.email}
        </Text>
      )}
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
    onDone: (invited) =>
      tell(
        invited.isMailed ? `Invitation sent to ${invited.email}, at most once per minute` : storedText(invited.email),
      ),
  })
  const withdrawing = useAction(withdrawInvitation, { onDone: () => tell('Invitation withdrawn') })
  const input = { params: { id } }
  return (
    <Allowed endpoint={inviteAgain}>
      <Button
        {...SMALL}
        loading={inviting.isPending}
        onClick={() => inviting.mutate(input, { onError: tellError })}
        aria-label={`Invite again: ${email ?? ''}`}
      >
        Invite again
      </Button>
      {expiresAt !== null && (
        <Button
          {...SMALL}
          loading={withdrawing.isPending}
          onClick={() => withdrawing.mutate(input, { onError: tellError })}
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
