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
import { words } from './words.ts'

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
      <SessionPage title={words.signUp.sentTitle}>
        <Stack>
          <Text size="sm" role="status">
            {words.signUp.sent} <strong>{email}</strong>
          </Text>
          <Bullets>
            <li>{words.signUp.newAccount}</li>
            <li>{words.signUp.knownAccount}</li>
          </Bullets>
          <LinkButton to="/sign-in" search={{ next, email }}>
            {words.signUp.goToSignIn}
          </LinkButton>
          <LinkButton to="/reset-password" search={{ next, email }} variant="default">
            {words.signUp.setPassword}
          </LinkButton>
        </Stack>
      </SessionPage>
    )
  return (
    <SessionPage
      title={words.signUp.title}
      description={words.signUp.description}
      links={
        <Link to="/sign-in" search={{ next }}>
          {words.signUp.signInInstead}
        </Link>
      }
    >
      <form noValidate onSubmit={form.onSubmit(submit)}>
        <Stack>
          <FormError error={signingUp.error} fields={FIELDS} />
          <TextInput
            label={words.email}
            type="email"
            autoComplete="username"
            required
            {...form.getInputProps('email')}
          />
          <Button type="submit" loading={signingUp.isPending}>
            {words.signUp.submit}
          </Button>
        </Stack>
      </form>
    </SessionPage>
  )
}
