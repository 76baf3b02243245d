import { Stack, Text } from '@mantine/core'
import { signUp } from '@replywright/contract/dashboard/session.ts'
import { getRouteApi, Link } from '@tanstack/react-router'
import { EndpointForm, useEndpointForm } from '../ui/endpoint-form.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { Bullets } from '../ui/text.tsx'
import { EmailField } from './fields.tsx'
import { SessionPage } from './session-page.tsx'
import { useSessionCall } from './use-session-call.ts'

const route = getRouteApi('/session/sign-up')

export function SignUpPage() {
  const { next } = route.useSearch()
  const signingUp = useSessionCall(signUp, () => {})
  const form = useEndpointForm(signingUp, { initial: { email: '' }, rules: signUp.body, inputOf: (body) => ({ body }) })
  const email = signingUp.isSuccess ? signingUp.variables.body.email : undefined
  if (email !== undefined)
    return (
      <SessionPage title="Check your email">
        <Stack>
          <Text role="status">
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
      <EndpointForm form={form} label="Create account">
        <EmailField data-autofocus autoFocus {...form.getInputProps('email')} />
      </EndpointForm>
    </SessionPage>
  )
}
