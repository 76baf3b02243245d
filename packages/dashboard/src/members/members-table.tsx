import { Badge, Button, Group } from '@mantine/core'
import type { Member } from '@messaging/contract/dashboard/members.ts'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { When } from '../ui/when.tsx'
import { memberName } from './member-name.ts'

const COLUMNS: readonly Column<Member>[] = [
  {
    title: 'Email',
    unlabelled: true,
    render: (member) => (
      <Group gap="xs">
        {memberName(member)}
        {member.isYou && (
          <Badge size="sm" variant="default">
            You
          </Badge>
        )}
      </Group>
    ),
  },
  { title: 'Role', render: ({ isOperator }) => (isOperator ? 'Operator' : 'Member') },
  { title: 'Joined', render: ({ joinedAt }) => <When at={joinedAt} /> },
  {
    title: 'Status',
    render: ({ status }) =>
      status === 'active' ? (
        <StatusBadge tone="good" icon={IconCircleCheck}>
          Active
        </StatusBadge>
      ) : (
        <StatusBadge tone="bad" icon={IconAlertTriangle}>
          Removing
        </StatusBadge>
      ),
  },
]

export function MembersTable({
  members,
  onRemove,
}: {
  readonly members: readonly Member[]
  readonly onRemove: (member: Member) => void
}) {
  const isLast = members.filter(({ status }) => status === 'active').length < 2
  const actions: Column<Member> = {
    title: 'Actions',
    align: 'end',
    unlabelled: true,
    render: (member) =>
      (member.status === 'removing' || !isLast) && (
        <Button
          size="compact-xs"
          variant="default"
          onClick={() => onRemove(member)}
          aria-label={`Remove ${memberName(member)}`}
        >
          Remove
        </Button>
      ),
  }
  return <DataTable label="Members" columns={[...COLUMNS, actions]} rows={members} rowKey={({ id }) => id} />
}
