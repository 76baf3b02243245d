import { IconLock, IconShieldLock } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useMe } from '../api/use-me.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { Loaded } from '../ui/page.tsx'

/** Shows content to operators only, and an explanation to other users. The service also rejects their requests. */
export function OperatorsOnly({ children }: { readonly children: () => ReactNode }) {
  const me = useMe()
  return (
    <Loaded query={me}>
      {({ operatorAccess, user }) => {
        if (operatorAccess === 'granted') return children()
        if (operatorAccess === 'mfa_required') return <TwoFactorRequired />
        return (
          <EmptyState
            icon={IconLock}
            title="You don’t have operator access"
            action={
              <LinkButton to="/" variant="default">
                Go to the overview
              </LinkButton>
            }
          >
            This page shows the queues and alarms of all organisations. Ask an operator to add {user.email} to the group
            operators, then sign in again.
          </EmptyState>
        )
      }}
    </Loaded>
  )
}

function TwoFactorRequired() {
  return (
    <EmptyState
      icon={IconShieldLock}
      title="Operators need two-factor authentication"
      action={<LinkButton to="/security">Open Security</LinkButton>}
    >
      You signed in with a password only. Turn on two-factor authentication, then sign in with a code. If it is already
      on, sign out and sign in again.
    </EmptyState>
  )
}
