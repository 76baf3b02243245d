import { TextInput } from '@mantine/core'
import { INVITATION_DAYS, inviteMember } from '@messaging/contract/dashboard/members.ts'
import { useAction } from '../api/use-action.ts'
import { Dialog } from '../ui/dialog.tsx'
import { EndpointForm, useEndpointForm } from '../ui/endpoint-form.tsx'
import { tell } from '../ui/tell.ts'
import { storedText } from './member-name.ts'
import { RoleField } from './role-field.tsx'

/** Invites a user to the organisation by email address. */
export function InviteDialog({ opened, onClose }: { readonly opened: boolean; readonly onClose: () => void }) {
  const inviting = useAction(inviteMember, {
    onDone: ({ email, isMailed }) => {
      close()
      tell(isMailed ? `Invitation sent to ${email}` : storedText(email))
    },
  })
  const close = () => {
    onClose()
    form.reset()
    inviting.reset()
  }
  const form = useEndpointForm(inviting, {
    initial: { email: '', role: 'member' as const },
    rules: inviteMember.body,
    inputOf: (body) => ({ body }),
  })
  return (
    <Dialog opened={opened} onClose={close} title="Invite a member">
      <EndpointForm form={form} label="Send invitation" onCancel={close}>
        <TextInput
          label="Email"
          description={`The user becomes a member by accepting the invitation, which expires after ${INVITATION_DAYS} days. A new user gets a temporary password by email.`}
          type="email"
          autoComplete="off"
          required
          data-autofocus
          {...form.getInputProps('email')}
        />
        <RoleField label="Role" {...form.getInputProps('role')} />
      </EndpointForm>
    </Dialog>
  )
}
