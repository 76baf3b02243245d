import { Modal, Radio, type RadioGroupProps, Stack, Switch, Text } from '@mantine/core'
import { listApiKeys } from '@replywright/contract/dashboard/api-keys.ts'
import { changeRole, type Member } from '@replywright/contract/dashboard/members.ts'
import { ROLES } from '@replywright/contract/roles.ts'
import { useQuery } from '@tanstack/react-query'
import { readList } from '../api/call.ts'
import { EndpointForm, useEndpointForm } from '../ui/endpoint-form.tsx'
import { Loaded } from '../ui/page.tsx'
import { ROLE_NAMES, ROLE_TEXTS } from '../ui/role-texts.ts'
import { Bullets } from '../ui/text.tsx'
import { useAction } from '../ui/use-action.ts'
import { affectedKeys, KEY_LIMIT_TEXTS } from './affected-keys.ts'
import { memberName } from './member-name.ts'

/** Changes the role of a member. Open while `member` is set. */
export function RoleDialog({ member, onClose }: { readonly member: Member | undefined; readonly onClose: () => void }) {
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

function RoleForm({ member, onClose }: { readonly member: Member; readonly onClose: () => void }) {
  const { id, role } = member
  const keys = useQuery(readList(listApiKeys, {}))
  const changing = useAction(changeRole, { done: 'Role changed', onDone: onClose })
  const form = useEndpointForm(changing, {
    initial: { role, revokeApiKeys: false },
    rules: changeRole.body,
    inputOf: (body) => ({
      params: { id },
      // The switch is hidden for a role without affected keys.
      body: {
        ...body,
        revokeApiKeys: body.revokeApiKeys && affectedKeys(keys.data ?? [], member, body.role).length > 0,
      },
    }),
  })
  const { role: chosen } = form.getValues()
  return (
    <EndpointForm form={form} label="Change role" onCancel={onClose}>
      <RoleField label="Role" data-autofocus {...form.getInputProps('role')} />
      <Text>
        The change takes effect within 15 seconds, also for the API keys of the user.
        {role === 'admin' && chosen !== 'admin' && ' Pending invitations that they sent are deleted.'}
      </Text>
      <Loaded query={keys}>
        {(all) => {
          const affected = affectedKeys(all, member, chosen)
          if (affected.length === 0) return null
          return (
            <>
              <Text>
                {affected.length === 1 ? 'The user has an API key' : `The user has ${affected.length} API keys`}:
              </Text>
              <Bullets>
                {affected.map(({ id: keyId, name, prefix }) => (
                  <li key={keyId}>
                    {name} (<code>{prefix}…</code>)
                  </li>
                ))}
              </Bullets>
              <Switch
                label="Revoke these API keys"
                description={`This cannot be undone. ${KEY_LIMIT_TEXTS[chosen]}`}
                {...form.getInputProps('revokeApiKeys', { type: 'checkbox' })}
              />
            </>
          )
        }}
      </Loaded>
    </EndpointForm>
  )
}

/** The field for the role of a member, with what each role can do. */
export function RoleField(props: Omit<RadioGroupProps, 'children'>) {
  return (
    <Radio.Group {...props}>
      <Stack gap="xs" mt={4}>
        {ROLES.map((role) => (
          <Radio key={role} value={role} label={ROLE_NAMES[role]} description={ROLE_TEXTS[role]} />
        ))}
      </Stack>
    </Radio.Group>
  )
}
