import { getRouteApi, Link, Navigate, useNavigate } from '@tanstack/react-router'
import { tell } from '../ui/tell.ts'
import { ResetPasswordForm } from './reset-password-form.tsx'
import { SessionPage } from './session-page.tsx'

const route = getRouteApi('/session/reset-password')

export function ResetPasswordPage() {
  const { email, next } = route.useSearch()
  const navigate = useNavigate()
  if (!email) return <Navigate to="/forgot-password" />
  const showSignIn = () => {
    tell('Password set. Sign in with it.')
    void navigate({ to: '/sign-in', search: { email, next } })
  }
  return (
    <SessionPage
      title="New password"
      links={
        <Link to="/forgot-password" search={{ email, next }}>
          Send new code
        </Link>
      }
    >
      <ResetPasswordForm email={email} onReset={showSignIn} />
    </SessionPage>
  )
}
