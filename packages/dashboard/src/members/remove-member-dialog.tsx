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

const REMOVE_TEXTS = {
  access: 'Their access to this organisation ends. They stay signed in to other organisations.',
  keys: 'Their API keys for this organisation stop working. This cannot be undone.',
  endpoints: 'Their endpoints keep receiving events and belong to you.',
}

const LEAVE_TEXTS = {
  access: 'Your access to this organisation ends. An admin can invite you again.',
  signedOut: 'You are signed out, because you have no other organisation. Your next sign-in creates one.',
  keys: 'Your API keys for this organisation stop working. This cannot be undone.',
  endpoints: 'Your endpoints keep receiving events and belong to the longest-standing admin.',
}

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
      tell('Member removed')
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
  const effects = member?.isYou ? LEAVE_TEXTS : REMOVE_TEXTS
  return (
    <ConfirmDialog
      opened={member !== undefined}
      onClose={onClose}
      title={member?.isYou ? 'Leave this organisation?' : `Remove ${member ? memberName(member) : ''}?`}
      confirm={member?.isYou ? 'Leave organisation' : 'Remove member'}
      danger
      onConfirm={() => (member?.isYou ? leaving.mutate({}) : member && removing.mutate({ params: { id: member.id } }))}
      isPending={action.isPending}
      error={action.error}
    >
      <Text size="sm" mb="xs">
        Within 15 seconds:
      </Text>
      <Bullets>
        <li>{effects.access}</li>
        <li>{effects.keys}</li>
        <li>{effects.endpoints}</li>
        {member?.isYou && me && !next && <li>{LEAVE_TEXTS.signedOut}</li>}
      </Bullets>
    </ConfirmDialog>
  )
}
