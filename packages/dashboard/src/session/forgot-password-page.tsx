import { Button, Stack, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { forgotPassword } from '@messaging/contract/dashboard/session.ts'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { FormError } from '../ui/form-error.tsx'
import { SessionPage } from './session-page.tsx'
import { useSessionCall } from './use-session-call.ts'
import { words } from './words.ts'

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
      title={words.forgot.title}
      description={words.forgot.description}
      links={
        <Link to="/sign-in" search={{ next }}>
          {words.backToSignIn}
        </Link>
      }
    >
      <form noValidate onSubmit={form.onSubmit((body) => requesting.mutate({ body }))}>
        <Stack>
          <FormError error={requesting.error} />
          <TextInput
            label={words.email}
            type="email"
            autoComplete="username"
            required
            {...form.getInputProps('email')}
          />
          <Button type="submit" loading={requesting.isPending}>
            {words.forgot.submit}
          </Button>
        </Stack>
      </form>
    </SessionPage>
  )
}
