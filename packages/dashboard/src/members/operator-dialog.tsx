import { Text } from '@mantine/core'
import { grantOperator, type Member, revokeOperator } from '@messaging/contract/dashboard/members.ts'
import { useAction } from '../api/use-action.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { tell } from '../ui/tell.ts'
import { memberName } from './member-name.ts'

export const REVOKE_TEXTS = {
  button: 'Remove operator',
  label: (name: string) => `Remove operator access of ${name}`,
  title: (name: string) => `Remove operator access of ${name}?`,
  text: 'All their sessions end. They stay a member of this organisation.',
  confirm: 'Remove operator access',
  done: 'Operator access removed',
}

export const GRANT_TEXTS = {
  button: 'Make operator',
  label: (name: string) => `Make ${name} an operator`,
  title: (name: string) => `Make ${name} an operator?`,
  text: 'Operators see the queues, dead letters and alarms of the whole service, of all organisations. The access starts with the next sign-in.',
  confirm: 'Make operator',
  done: 'Operator access granted',
}

/** Confirms the change of a member's operator access. Open while `member` is set. */
export function OperatorDialog({
  member,
  onClose,
}: {
  readonly member: Member | undefined
  readonly onClose: () => void
}) {
  const isOperator = member?.isOperator ?? false
  const text = isOperator ? REVOKE_TEXTS : GRANT_TEXTS
  const changing = useAction(isOperator ? revokeOperator : grantOperator, {
    onDone: () => {
      onClose()
      tell(text.done)
    },
  })
  return (
    <ConfirmDialog
      opened={member !== undefined}
      onClose={onClose}
      title={text.title(member ? memberName(member) : '')}
      confirm={text.confirm}
      danger={isOperator}
      onConfirm={() => member && changing.mutate({ params: { id: member.id } })}
      isPending={changing.isPending}
      error={changing.error}
    >
      <Text size="sm">{text.text}</Text>
    </ConfirmDialog>
  )
}
