import { getRouteApi, Link, Navigate, useNavigate } from '@tanstack/react-router'
import { tell } from '../ui/tell.ts'
import { ConfirmForm } from './confirm-form.tsx'
import { SessionPage } from './session-page.tsx'

const route = getRouteApi('/session/confirm')

export function ConfirmPage() {
  const { email, next } = route.useSearch()
  const navigate = useNavigate()
  if (!email) return <Navigate to="/sign-up" />
  const goOn = () => {
    tell('Your address is confirmed. Sign in to begin.')
    void navigate({ to: '/sign-in', search: { email, next } })
  }
  return (
    <SessionPage
      title="Confirm your address"
      links={
        <Link to="/sign-up" search={{ next }}>
          Use another address
        </Link>
      }
    >
      <ConfirmForm email={email} onConfirmed={goOn} />
    </SessionPage>
  )
}
