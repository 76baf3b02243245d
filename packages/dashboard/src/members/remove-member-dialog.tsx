import { Text } from '@mantine/core'
import { leaveOrganization, type Member, removeMember } from '@messaging/contract/dashboard/members.ts'
import { openOrganization } from '../api/organization.ts'
import { endSession } from '../api/session.ts'
import { useAction } from '../api/use-action.ts'
import { useMe } from '../api/use-me.ts'
import { Bullets } from '../ui/bullets.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { tell, tellError } from '../ui/tell.ts'
import { memberName } from './member-name.ts'
import { words } from './words.ts'

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
      tell(words.remove.done)
    },
  })
  const { data: me } = useMe()
  const next = me?.organizations.find(({ id }) => id !== me.organization.id)
  const leaving = useAction(leaveOrganization, {
    onDone: () => {
      if (next) openOrganization(next.id)
      // The next sign-in creates an organisation.
      else endSession().catch(tellError)
    },
  })
  const action = member?.isYou ? leaving : removing
  const effects = member?.isYou ? words.remove.ofYou : words.remove
  return (
    <ConfirmDialog
      opened={member !== undefined}
      onClose={onClose}
      title={member?.isYou ? words.remove.leaveTitle : words.remove.title(member ? memberName(member) : '')}
      confirm={member?.isYou ? words.remove.leave : words.remove.confirm}
      danger
      onConfirm={() => (member?.isYou ? leaving.mutate({}) : member && removing.mutate({ params: { id: member.id } }))}
      isPending={action.isPending}
      error={action.error}
    >
      <Text size="sm" mb="xs">
        {words.remove.when}
      </Text>
      <Bullets>
        <li>{effects.access}</li>
        <li>{effects.keys}</li>
        <li>{effects.endpoints}</li>
        {member?.isYou && me && !next && <li>{words.remove.ofYou.signedOut}</li>}
      </Bullets>
    </ConfirmDialog>
  )
}
