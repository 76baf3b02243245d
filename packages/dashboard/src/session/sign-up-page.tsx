import { Button, Stack, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { signUp } from '@messaging/contract/dashboard/session.ts'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { FormError } from '../ui/form-error.tsx'
import { fieldErrors } from '../ui/form-errors.ts'
import { PasswordField } from './password-field.tsx'
import { SessionPage } from './session-page.tsx'
import { useSessionCall } from './use-session-call.ts'

const route = getRouteApi('/session/sign-up')
const FIELDS = ['email', 'password']

export function SignUpPage() {
  const { next } = route.useSearch()
  const navigate = useNavigate()
  const form = useForm({
    initialValues: { email: '', password: '' },
    validate: schemaResolver(signUp.body, { sync: true }),
  })
  const signingUp = useSessionCall(signUp, (_, { body }) =>
    navigate({ to: '/confirm', search: { email: body.email, next } }),
  )
  const submit = (body: typeof form.values) =>
    signingUp.mutate({ body }, { onError: (error) => form.setErrors(fieldErrors(error, FIELDS)) })
  return (
    <SessionPage
      title="Create an account"
      links={
        <Link to="/sign-in" search={{ next }}>
          Sign in instead
        </Link>
      }
    >
      <form noValidate onSubmit={form.onSubmit(submit)}>
        <Stack>
          <FormError error={signingUp.error} fields={FIELDS} />
          <TextInput label="Email" type="email" autoComplete="username" required {...form.getInputProps('email')} />
          <PasswordField label="Password" {...form.getInputProps('password')} />
          <Button type="submit" loading={signingUp.isPending}>
            Create account
          </Button>
        </Stack>
      </form>
    </SessionPage>
  )
}
