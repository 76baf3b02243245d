import { Button, PasswordInput, Stack } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { disableMfa, getMfa } from '@messaging/contract/dashboard/mfa.ts'
import { queryClient } from '../api/query-client.ts'
import { useMe } from '../api/use-me.ts'
import { AppCodeField } from '../session/app-code-field.tsx'
import { HiddenEmail } from '../session/hidden-email.tsx'
import { useSessionCall } from '../session/use-session-call.ts'
import { FormError } from '../ui/form-error.tsx'
import { fieldErrors } from '../ui/form-errors.ts'
import { tell } from '../ui/tell.ts'
import classes from './security.module.css'

const FIELDS = ['password', 'code']

export function TurnOff() {
  const { data: me } = useMe()
  const form = useForm({
    initialValues: { password: '', code: '' },
    validate: schemaResolver(disableMfa.body, { sync: true }),
  })
  const disabling = useSessionCall(disableMfa, () => {
    tell('Two-factor authentication turned off')
    void queryClient.invalidateQueries({ queryKey: [getMfa.path] })
  })
  const submit = (body: typeof form.values) =>
    disabling.mutate({ body }, { onError: (error) => form.setErrors(fieldErrors(error, FIELDS)) })
  return (
    <form noValidate onSubmit={form.onSubmit(submit)} className={classes.form}>
      <Stack>
        <FormError error={disabling.error} fields={FIELDS} />
        <HiddenEmail email={me?.user.email ?? ''} />
        <PasswordInput label="Password" autoComplete="current-password" required {...form.getInputProps('password')} />
        <AppCodeField {...form.getInputProps('code')} />
        <Button type="submit" color="red" loading={disabling.isPending}>
          Turn off
        </Button>
      </Stack>
    </form>
  )
}
