import { Button, Modal, NativeSelect, type NativeSelectProps, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import {
  changeRole,
  INVITATION_DAYS,
  inviteMember,
  listMembers,
  type Member,
} from '@replywright/contract/dashboard/members.ts'
import { ROLES } from '@replywright/contract/roles.ts'
import { IconUserPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { readList } from '../api/call.ts'
import { Allowed } from '../ui/allowed.tsx'
import { EndpointForm, useEndpointForm } from '../ui/endpoint-form.tsx'
import { Loaded, Page } from '../ui/page.tsx'
import { ROLE_NAMES, ROLE_TEXTS } from '../ui/role-texts.ts'
import { useAction } from '../ui/use-action.ts'
import { memberName, storedText } from './member-name.ts'
import { MembersTable } from './members-table.tsx'

export function MembersPage() {
  const query = useQuery(readList(listMembers, {}))
  const [isInviting, { open, close }] = useDisclosure()
  const [changed, setChanged] = useState<Member>()
  return (
    <Page
      title="Members"
      description="Users with access to this organisation."
      actions={
        <Allowed endpoint={inviteMember}>
          <Button leftSection={<IconUserPlus size={16} aria-hidden />} onClick={open}>
            Invite member
          </Button>
        </Allowed>
      }
    >
      <Loaded query={query}>{(members) => <MembersTable members={members} onChangeRole={setChanged} />}</Loaded>
      <InviteDialog opened={isInviting} onClose={close} />
      <RoleDialog member={changed} onClose={() => setChanged(undefined)} />
    </Page>
  )
}

/** Invites a user to the organisation by email address. */
function InviteDialog({ opened, onClose }: { readonly opened: boolean; readonly onClose: () => void }) {
  const inviting = useAction(inviteMember, {
    done: ({ email, isMailed }) => (isMailed ? `Invitation sent to ${email}` : storedText(email)),
    onDone: () => close(),
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
    <Modal opened={opened} onClose={close} title="Invite a member">
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
    </Modal>
  )
}

/** Changes the role of a member. Open while `member` is set. */
function RoleDialog({ member, onClose }: { readonly member: Member | undefined; readonly onClose: () => void }) {
  return (
    <Modal
      opened={member !== undefined}
      onClose={onClose}
      title={`Change the role of ${member ? memberName(member) : ''}`}
    >
      {member && <RoleForm key={member.id} member={member} onClose={onClose} />}
    </Modal>
  )
}

function RoleForm({ member: { id, role }, onClose }: { readonly member: Member; readonly onClose: () => void }) {
  const changing = useAction(changeRole, { done: 'Role changed', onDone: onClose })
  const form = useEndpointForm(changing, {
    initial: { role },
    rules: changeRole.body,
    inputOf: (body) => ({ params: { id }, body }),
  })
  return (
    <EndpointForm form={form} label="Change role" onCancel={onClose}>
      <RoleField label="Role" data-autofocus {...form.getInputProps('role')} />
      <Text>
        The change takes effect within 15 seconds. API keys of the user keep their permission: revoke those that must
        not be used.
      </Text>
    </EndpointForm>
  )
}

const DATA = ROLES.map((value) => ({ value, label: `${ROLE_NAMES[value]}: ${ROLE_TEXTS[value]}` }))

/** The field for the role of a member. */
function RoleField(props: Omit<NativeSelectProps, 'data'>) {
  return <NativeSelect data={DATA} {...props} />
}
