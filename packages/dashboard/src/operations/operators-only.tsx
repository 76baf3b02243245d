import { IconLock, IconShieldLock } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useMe } from '../api/use-me.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { Loaded } from '../ui/loaded.tsx'

/** Shows what only operators may see; to others it says why not. The service refuses them as well. */
export function OperatorsOnly({ children }: { readonly children: () => ReactNode }) {
  const me = useMe()
  return (
    <Loaded query={me}>
      {({ operatorAccess, user }) => {
        if (operatorAccess === 'granted') return children()
        if (operatorAccess === 'mfa_required') return <TwoFactorNeeded />
        return (
          <EmptyState
            icon={IconLock}
            title="This page is for operators"
            action={
              <LinkButton to="/" variant="default">
                Go to the overview
              </LinkButton>
            }
          >
            It shows queues and alarms of the whole service, which hold messages of every organisation. {user.email} is
            not in the group <code>operators</code>. Whoever runs the service can put you into it; sign in again then.
          </EmptyState>
        )
      }}
    </Loaded>
  )
}

function TwoFactorNeeded() {
  return (
    <EmptyState
      icon={IconShieldLock}
      title="Operators need two-factor authentication"
      action={<LinkButton to="/security">Open Security</LinkButton>}
    >
      You signed in with a password only. Turn on two-factor authentication, then sign in with a code. If it is on
      already, sign out and sign in again.
    </EmptyState>
  )
}
