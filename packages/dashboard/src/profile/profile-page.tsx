import { TextInput } from '@mantine/core'
import { ProfileChange, updateProfile } from '@replywright/contract/dashboard/profile.ts'
import type { Me } from '@replywright/contract/dashboard/session.ts'
import { PhoneNumber } from '@replywright/contract/fields.ts'
import * as v from 'valibot'
import { useMe } from '../api/use-me.ts'
import { EndpointForm, useEndpointForm } from '../ui/endpoint-form.tsx'
import { Loaded, Page } from '../ui/page.tsx'
import { useAction } from '../ui/use-action.ts'

export function ProfilePage() {
  return (
    <Page title="Profile" description="Your own name and phone number, in all organisations.">
      <Loaded query={useMe()}>{({ user }) => <ProfileForm user={user} />}</Loaded>
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
        description="In international format, for example +44 7700 900123."
        type="tel"
        autoComplete="tel"
        {...form.getInputProps('phoneNumber')}
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
