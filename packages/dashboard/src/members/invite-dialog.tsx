import { Stack, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { inviteMember } from '@messaging/contract/dashboard/members.ts'
import { useAction } from '../api/use-action.ts'
import { Dialog, DialogButtons } from '../ui/dialog.tsx'
import { FormError } from '../ui/form-error.tsx'
import { fieldErrors } from '../ui/form-errors.ts'
import { tell } from '../ui/tell.ts'
import { storedText } from './member-name.ts'
import { RoleField } from './role-field.tsx'
import { words } from './words.ts'

const FIELDS = ['email']
const { invite } = words

/** Invites a user to the organisation by email address. */
export function InviteDialog({ opened, onClose }: { readonly opened: boolean; readonly onClose: () => void }) {
  const form = useForm({
    initialValues: { email: '', role: 'member' as const },
    validate: schemaResolver(inviteMember.body, { sync: true }),
  })
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
  const submit = (body: typeof form.values) =>
    inviting.mutate({ body }, { onError: (error) => form.setErrors(fieldErrors(error, FIELDS)) })
  return (
    <Dialog opened={opened} onClose={close} title="Invite a member">
      <form noValidate onSubmit={form.onSubmit(submit)}>
        <Stack>
          <FormError error={inviting.error} fields={FIELDS} />
          <TextInput
            label="Email"
            description={invite.hint}
            type="email"
            autoComplete="off"
            required
            data-autofocus
            {...form.getInputProps('email')}
          />
          <RoleField label="Role" {...form.getInputProps('role')} />
          <DialogButtons onCancel={close} type="submit" loading={inviting.isPending}>
            Send invitation
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  )
}
