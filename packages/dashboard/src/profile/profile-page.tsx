import { TextInput } from '@mantine/core'
import { updateProfile } from '@messaging/contract/dashboard/profile.ts'
import type { Me } from '@messaging/contract/dashboard/session.ts'
import { useAction } from '../api/use-action.ts'
import { useMe } from '../api/use-me.ts'
import { EndpointForm, useEndpointForm } from '../ui/endpoint-form.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Page } from '../ui/page.tsx'
import { tell } from '../ui/tell.ts'
import { PhoneProof } from './phone-proof.tsx'
import { ProfileFields, shownNumber } from './profile-values.ts'

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
  const saving = useAction(updateProfile, { onDone: () => tell('Profile saved') })
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
