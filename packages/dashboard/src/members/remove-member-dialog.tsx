import { Text } from '@mantine/core'
import { type Member, removeMember } from '@messaging/contract/dashboard/members.ts'
import { endSession } from '../api/session.ts'
import { useAction } from '../api/use-action.ts'
import { Bullets } from '../ui/bullets.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { tell, tellError } from '../ui/tell.ts'
import { memberName } from './member-name.ts'

/** Confirms the removal of a member. Open while `member` is set. */
export function RemoveMemberDialog({
  member,
  onClose,
}: {
  readonly member: Member | undefined
  readonly onClose: () => void
}) {
  const removing = useAction(removeMember, {
    onDone: () => {
      onClose()
      if (member?.isYou) endSession().catch(tellError)
      else tell('Member removed')
    },
  })
  const owner = member?.isYou ? 'the longest-standing other member' : 'you'
  return (
    <ConfirmDialog
      opened={member !== undefined}
      onClose={onClose}
      title={member?.isYou ? 'Leave this organisation?' : `Remove ${member ? memberName(member) : 'the member'}?`}
      confirm={member?.isYou ? 'Leave organisation' : 'Remove member'}
      danger
      onConfirm={() => member && removing.mutate({ params: { id: member.id } })}
      isPending={removing.isPending}
      error={removing.error}
    >
      <Text size="sm" mb="xs">
        Within 15 seconds:
      </Text>
      <Bullets>
        <li>Their access to this organisation and all their sessions end.</li>
        <li>Their API keys for this organisation stop working. This cannot be undone.</li>
        <li>Their endpoints keep receiving events and belong to {owner}.</li>
      </Bullets>
    </ConfirmDialog>
  )
}
