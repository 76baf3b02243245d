import { Badge, Button, Group, Text } from '@mantine/core'
import { inviteAgain, type Member } from '@messaging/contract/dashboard/members.ts'
import { IconAlertTriangle, IconCircleCheck, IconMail } from '@tabler/icons-react'
import { useAction } from '../api/use-action.ts'
import { useOperatorAccess } from '../api/use-me.ts'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { tell, tellError } from '../ui/tell.ts'
import { When } from '../ui/when.tsx'
import { memberName } from './member-name.ts'
import classes from './members.module.css'
import { words } from './words.ts'

const STATUSES = {
  active: { tone: 'good', icon: IconCircleCheck },
  invited: { tone: 'waiting', icon: IconMail },
  removing: { tone: 'bad', icon: IconAlertTriangle },
} as const

const COLUMNS: readonly Column<Member>[] = [
  { title: words.columns.member, unlabelled: true, render: (member) => <Name member={member} /> },
  {
    title: words.columns.role,
    render: ({ isOperator }) => (isOperator ? words.roles.operator : words.roles.member),
  },
  { title: words.columns.joined, render: ({ joinedAt }) => <When at={joinedAt} /> },
  {
    title: words.columns.status,
    render: ({ status }) => <StatusBadge {...STATUSES[status]} label={words.statuses[status]} />,
  },
]

interface Actions {
  readonly onRemove: (member: Member) => void
  readonly onChangeOperator: (member: Member) => void
}

export function MembersTable({ members, ...actions }: Actions & { readonly members: readonly Member[] }) {
  const isLast = members.filter(({ status }) => status !== 'removing').length < 2
  const column: Column<Member> = {
    title: words.columns.actions,
    align: 'end',
    unlabelled: true,
    render: (member) => <MemberActions member={member} isLast={isLast} {...actions} />,
  }
  return <DataTable label={words.title} columns={[...COLUMNS, column]} rows={members} rowKey={({ id }) => id} />
}

function Name({ member }: { readonly member: Member }) {
  return (
    <div>
      <Group gap="xs">
        {memberName(member)}
        {member.isYou && (
          <Badge size="sm" variant="default">
            {words.you}
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

function MemberActions({
  member,
  isLast,
  onRemove,
  onChangeOperator,
}: Actions & { readonly member: Member; readonly isLast: boolean }) {
  const isGranted = useOperatorAccess() === 'granted'
  const inviting = useAction(inviteAgain, { onDone: ({ email }) => tell(words.again.done(email)) })
  const { id, status, email, isOperator, isYou } = member
  const name = memberName(member)
  const operator = isOperator ? words.revoke : words.grant
  return (
    <div className={classes.actions}>
      {status === 'invited' && (
        <Button
          size="compact-xs"
          variant="default"
          loading={inviting.isPending}
          onClick={() => inviting.mutate({ params: { id } }, { onError: tellError })}
          aria-label={words.again.label(name)}
        >
          {words.again.button}
        </Button>
      )}
      {isGranted && !isYou && email !== null && status !== 'removing' && (
        <Button
          size="compact-xs"
          variant="default"
          onClick={() => onChangeOperator(member)}
          aria-label={operator.label(name)}
        >
          {operator.button}
        </Button>
      )}
      {(status === 'removing' || !isLast) && (
        <Button
          size="compact-xs"
          variant="default"
          onClick={() => onRemove(member)}
          aria-label={words.remove.label(name)}
        >
          {words.remove.button}
        </Button>
      )}
    </div>
  )
}
