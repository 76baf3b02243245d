import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import {
  confirmPhoneNumber,
  ProfileChange,
  sendPhoneCode,
  updateProfile,
} from '@replywright/contract/dashboard/profile.ts'
import type { Me } from '@replywright/contract/dashboard/session.ts'
import { PhoneNumber } from '@replywright/contract/fields.ts'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import * as v from 'valibot'
import { useMe } from '../api/use-me.ts'
import { EndpointForm, useEndpointForm } from '../ui/endpoint-form.tsx'
import { FormError } from '../ui/form-parts.tsx'
import { Loaded, Page, Panel } from '../ui/page.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { useAction } from '../ui/use-action.ts'

export function ProfilePage() {
  return (
    <Page title="Profile" description="Your own name and phone number, in all organisations.">
      <Loaded query={useMe()}>
        {({ user }) => (
          <>
            <ProfileForm user={user} />
            {user.phoneNumber !== null && <PhoneProof key={user.phoneNumber} user={user} />}
          </>
        )}
      </Loaded>
    </Page>
  )
}

function ProfileForm({ user }: { readonly user: Me['user'] }) {
  const saving = useAction(updateProfile, { done: 'Profile saved' })
  const form = useEndpointForm(saving, {
    initial: { name: user.name, phoneNumber: shownNumber(user.phoneNumber) },
    rules: ProfileFields,
    inputOf: ({ name, phoneNumber }) => ({ body: { name, phoneNumber: phoneNumber.trim() || null } }),
  })
  return (
    <EndpointForm form={form} width="narrow" label="Save profile">
      <TextInput
        label="Email"
        description="The address with which you sign in. It cannot be changed."
        value={user.email}
        readOnly
        variant="filled"
      />
      <TextInput
        label="Name"
        description="Other members see it instead of your email address."
        autoComplete="name"
        {...form.getInputProps('name')}
      />
      <TextInput
        label="Phone number"
        description="In international format, for example +44 7700 900123. Agents can be shared with you by this number after you proved it."
        type="tel"
        autoComplete="tel"
        {...form.getInputProps('phoneNumber')}
      />
    </EndpointForm>
  )
}

/** Whether the saved phone number is proved, and the steps to prove it with a code. */
function PhoneProof({ user: { phoneNumber, isPhoneNumberProved } }: { readonly user: Me['user'] }) {
  const sending = useAction(sendPhoneCode)
  const badge = isPhoneNumberProved
    ? ({ tone: 'good', icon: IconCircleCheck, label: 'Proved' } as const)
    : ({ tone: 'waiting', icon: IconAlertTriangle, label: 'Not proved' } as const)
  return (
    <Panel title="Proof of the phone number">
      <Stack maw="36rem">
        <Group gap="xs">
          {shownNumber(phoneNumber)} <StatusBadge {...badge} />
        </Group>
        {!isPhoneNumberProved && (
          <>
            <Text>
              Agents cannot be shared with this number until you prove that it is yours. A code is sent to the number as
              a message.
            </Text>
            <FormError error={sending.error} />
            <div>
              <Button variant="default" loading={sending.isPending} onClick={() => sending.mutate({ body: {} })}>
                {sending.data ? 'Send another code' : 'Send code'}
              </Button>
            </div>
            {sending.data && <CodeForm />}
          </>
        )}
      </Stack>
    </Panel>
  )
}

function CodeForm() {
  const confirming = useAction(confirmPhoneNumber, { done: 'Phone number proved' })
  const form = useEndpointForm(confirming, {
    initial: { code: '' },
    rules: confirmPhoneNumber.body,
    inputOf: (body) => ({ body }),
  })
  return (
    <EndpointForm form={form} width="narrow" label="Confirm number">
      <TextInput
        label="Code"
        description="The six digits of the message. They are valid for 10 minutes."
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        autoFocus
        {...form.getInputProps('code')}
      />
    </EndpointForm>
  )
}

/** The fields of the form. An empty phone number removes it. */
const ProfileFields = v.object({
  name: ProfileChange.entries.name,
  phoneNumber: v.pipe(
    v.string(),
    v.check((text) => text.trim() === '' || v.is(PhoneNumber, text), 'Enter a number such as +44 7700 900123.'),
  ),
})

/** Returns a stored number as the field shows it. */
function shownNumber(digits: string | null): string {
  return digits === null ? '' : `+${digits}`
}
