import { Button, Stack, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { forgotPassword } from '@messaging/contract/dashboard/session.ts'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { FormError } from '../ui/form-error.tsx'
import { SessionPage } from './session-page.tsx'
import { useSessionCall } from './use-session-call.ts'

const route = getRouteApi('/session/forgot-password')

export function ForgotPasswordPage() {
  const { next, email = '' } = route.useSearch()
  const navigate = useNavigate()
  const form = useForm({ initialValues: { email }, validate: schemaResolver(forgotPassword.body, { sync: true }) })
  const requesting = useSessionCall(forgotPassword, (_, { body }) =>
    navigate({ to: '/reset-password', search: { email: body.email, next } }),
  )
  return (
    <SessionPage
      title="Reset password"
      description="We will email you a code to set a new password."
      links={
        <Link to="/sign-in" search={{ next }}>
          Back to sign in
        </Link>
      }
    >
      <form noValidate onSubmit={form.onSubmit((body) => requesting.mutate({ body }))}>
        <Stack>
          <FormError error={requesting.error} />
          <TextInput label="Email" type="email" autoComplete="username" required {...form.getInputProps('email')} />
          <Button type="submit" loading={requesting.isPending}>
            Send code
          </Button>
        </Stack>
      </form>
    </SessionPage>
  )
}
