import { Button, Stack, Text, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { signUp } from '@messaging/contract/dashboard/session.ts'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Bullets } from '../ui/bullets.tsx'
import { FormError } from '../ui/form-error.tsx'
import { fieldErrors } from '../ui/form-errors.ts'
import { LinkButton } from '../ui/link-button.tsx'
import { SessionPage } from './session-page.tsx'
import { useSessionCall } from './use-session-call.ts'

const route = getRouteApi('/session/sign-up')
const FIELDS = ['email']

export function SignUpPage() {
  const { next } = route.useSearch()
  const form = useForm({ initialValues: { email: '' }, validate: schemaResolver(signUp.body, { sync: true }) })
  const signingUp = useSessionCall(signUp, () => {})
  const submit = (body: typeof form.values) =>
    signingUp.mutate({ body }, { onError: (error) => form.setErrors(fieldErrors(error, FIELDS)) })
  const email = signingUp.isSuccess ? signingUp.variables.body.email : undefined
  if (email !== undefined)
    return (
      <SessionPage title="Check your email">
        <Stack>
          <Text size="sm" role="status">
            We sent an email to: <strong>{email}</strong>
          </Text>
          <Bullets>
            <li>If the address is new here, it contains a temporary password. Sign in with it and choose your own.</li>
            <li>
              If the address already has an account, it contains a code instead. Sign in with your password, or set a
              new one with the code.
            </li>
          </Bullets>
          <LinkButton to="/sign-in" search={{ next, email }}>
            Go to sign in
          </LinkButton>
          <LinkButton to="/reset-password" search={{ next, email }} variant="default">
            Set a new password with the code
          </LinkButton>
        </Stack>
      </SessionPage>
    )
  return (
    <SessionPage
      title="Create account"
      description="We will email you a temporary password."
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
          <Button type="submit" loading={signingUp.isPending}>
            Create account
          </Button>
        </Stack>
      </form>
    </SessionPage>
  )
}
