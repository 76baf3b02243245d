import { Button, Stack, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { updateProfile } from '@messaging/contract/dashboard/profile.ts'
import type { Me } from '@messaging/contract/dashboard/session.ts'
import { useAction } from '../api/use-action.ts'
import { useMe } from '../api/use-me.ts'
import { FormError } from '../ui/form-error.tsx'
import { fieldErrors } from '../ui/form-errors.ts'
import { Loaded } from '../ui/loaded.tsx'
import { Page } from '../ui/page.tsx'
import { tell } from '../ui/tell.ts'
import { PhoneProof } from './phone-proof.tsx'
import classes from './profile.module.css'
import { ProfileFields, shownNumber } from './profile-values.ts'

const FIELDS = ['name', 'phoneNumber']

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
  const form = useForm({
    initialValues: { name: user.name, phoneNumber: shownNumber(user.phoneNumber) },
    validate: schemaResolver(ProfileFields, { sync: true }),
  })
  const submit = ({ name, phoneNumber }: typeof form.values) =>
    saving.mutate(
      { body: { name, phoneNumber: phoneNumber.trim() || null } },
      { onError: (error) => form.setErrors(fieldErrors(error, FIELDS)) },
    )
  return (
    <form noValidate className={classes.form} onSubmit={form.onSubmit(submit)}>
      <Stack>
        <FormError error={saving.error} fields={FIELDS} />
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
        <div>
          <Button type="submit" loading={saving.isPending}>
            Save profile
          </Button>
        </div>
      </Stack>
    </form>
  )
}
