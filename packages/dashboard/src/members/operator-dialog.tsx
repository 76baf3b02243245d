import { Text } from '@mantine/core'
import { grantOperator, type Member, revokeOperator } from '@messaging/contract/dashboard/members.ts'
import { useAction } from '../api/use-action.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { tell } from '../ui/tell.ts'
import { memberName } from './member-name.ts'
import { words } from './words.ts'

/** Confirms the change of a member's operator access. Open while `member` is set. */
export function OperatorDialog({
  member,
  onClose,
}: {
  readonly member: Member | undefined
  readonly onClose: () => void
}) {
  const isOperator = member?.isOperator ?? false
  const text = isOperator ? words.revoke : words.grant
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
