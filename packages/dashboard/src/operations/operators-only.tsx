import { IconLock, IconShieldLock } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useMe } from '../api/use-me.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { words } from './words.ts'

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
            title={words.access.deniedTitle}
            action={
              <LinkButton to="/" variant="default">
                {words.access.overview}
              </LinkButton>
            }
          >
            {words.access.denied(user.email)}
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
      title={words.access.mfaTitle}
      action={<LinkButton to="/security">{words.access.security}</LinkButton>}
    >
      {words.access.mfa}
    </EmptyState>
  )
}
