import { Text } from '@mantine/core'
import { changeRole, type Member } from '@messaging/contract/dashboard/members.ts'
import { useAction } from '../api/use-action.ts'
import { Dialog } from '../ui/dialog.tsx'
import { EndpointForm, useEndpointForm } from '../ui/endpoint-form.tsx'
import { tell } from '../ui/tell.ts'
import { memberName } from './member-name.ts'
import { RoleField } from './role-field.tsx'

/** Changes the role of a member. Open while `member` is set. */
export function RoleDialog({ member, onClose }: { readonly member: Member | undefined; readonly onClose: () => void }) {
  return (
    <Dialog
      opened={member !== undefined}
      onClose={onClose}
      title={`Change the role of ${member ? memberName(member) : ''}`}
    >
      {member && <RoleForm key={member.id} member={member} onClose={onClose} />}
    </Dialog>
  )
}

function RoleForm({ member: { id, role }, onClose }: { readonly member: Member; readonly onClose: () => void }) {
  const changing = useAction(changeRole, {
    onDone: () => {
      onClose()
      tell('Role changed')
    },
  })
  const form = useEndpointForm(changing, {
    initial: { role },
    rules: changeRole.body,
    inputOf: (body) => ({ params: { id }, body }),
  })
  return (
    <EndpointForm form={form} label="Change role" onCancel={onClose}>
      <RoleField label="Role" data-autofocus {...form.getInputProps('role')} />
      <Text size="sm">
        The change takes effect within 15 seconds. API keys of the user keep their permission: revoke those that must
        not be used.
      </Text>
    </EndpointForm>
  )
}
