import { forgotPassword } from '@replywright/contract/dashboard/session.ts'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { EndpointForm, useEndpointForm } from '../ui/endpoint-form.tsx'
import { EmailField } from './fields.tsx'
import { SessionPage } from './session-page.tsx'
import { useSessionCall } from './use-session-call.ts'

const route = getRouteApi('/session/forgot-password')

export function ForgotPasswordPage() {
  const { next, email = '' } = route.useSearch()
  const navigate = useNavigate()
  const requesting = useSessionCall(forgotPassword, (_, { body }) =>
    navigate({ to: '/reset-password', search: { email: body.email, next } }),
  )
  const form = useEndpointForm(requesting, {
    initial: { email },
    rules: forgotPassword.body,
    inputOf: (body) => ({ body }),
  })
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
      <EndpointForm form={form} label="Send code">
        <EmailField data-autofocus autoFocus {...form.getInputProps('email')} />
      </EndpointForm>
    </SessionPage>
  )
}
