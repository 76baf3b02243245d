import { Text } from '@mantine/core'
import { leaveOrganization, type Member, removeMember } from '@messaging/contract/dashboard/members.ts'
import { openOrganization } from '../api/organization.ts'
import { endSession } from '../api/session.ts'
import { useMe } from '../api/use-me.ts'
import { ActionButton } from '../ui/action-dialog.tsx'
import { Bullets } from '../ui/bullets.tsx'
import { tellError } from '../ui/tell.ts'
import { memberName } from './member-name.ts'

export function Remove({ member }: { readonly member: Member }) {
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
      <Text size="sm" mb="xs">
        Within 15 seconds:
      </Text>
      <Bullets>
        <li>Their access to this organisation ends. They stay signed in to other organisations.</li>
        <li>Their API keys for this organisation stop working. This cannot be undone.</li>
        <li>Their endpoints keep receiving events and belong to you.</li>
      </Bullets>
    </ActionButton>
  )
}

export function Leave({ isLastAdmin }: { readonly isLastAdmin: boolean }) {
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
      <Text size="sm" mb="xs">
        Within 15 seconds:
      </Text>
      <Bullets>
        <li>Your access to this organisation ends. An admin can invite you again.</li>
        <li>Your API keys for this organisation stop working. This cannot be undone.</li>
        <li>Your endpoints keep receiving events and belong to the longest-standing admin.</li>
        {me && !next && (
          <li>You are signed out, because you have no other organisation. Your next sign-in creates one.</li>
        )}
      </Bullets>
    </ActionButton>
  )
}
