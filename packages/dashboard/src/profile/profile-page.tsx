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
import { words } from './words.ts'

const FIELDS = ['name', 'phoneNumber']

export function ProfilePage() {
  return (
    <Page title={words.title} description={words.description}>
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
  const saving = useAction(updateProfile, { onDone: () => tell(words.saved) })
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
        <TextInput label={words.email} description={words.emailHint} value={user.email} readOnly />
        <TextInput
          label={words.name}
          description={words.nameHint}
          autoComplete="name"
          {...form.getInputProps('name')}
        />
        <TextInput
          label={words.phoneNumber}
          description={words.phoneHint}
          type="tel"
          autoComplete="tel"
          {...form.getInputProps('phoneNumber')}
        />
        <div>
          <Button type="submit" loading={saving.isPending}>
            {words.save}
          </Button>
        </div>
      </Stack>
    </form>
  )
}
