import { Text } from '@mantine/core'
import { getMfa } from '@messaging/contract/dashboard/mfa.ts'
import { IconCircleCheck, IconCircleOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { ApiError } from '../api/api-error.ts'
import { send } from '../api/send.ts'
import { session } from '../api/session.ts'
import { Loaded } from '../ui/loaded.tsx'
import { Page } from '../ui/page.tsx'
import { Panel } from '../ui/panel.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { SessionsPanel } from './sessions-panel.tsx'
import { TurnOff } from './turn-off.tsx'
import { TurnOn } from './turn-on.tsx'

export function SecurityPage() {
  const query = useQuery({ queryKey: [getMfa.path], queryFn: ({ signal }) => readMfa(signal) })
  return (
    <Page title="Security" description="Sign-in settings for your account in all organisations.">
      <Panel title="Two-factor authentication">
        <Loaded query={query}>
          {({ enabled }) => (
            <>
              <StatusBadge
                tone={enabled ? 'good' : 'neutral'}
                icon={enabled ? IconCircleCheck : IconCircleOff}
                label={enabled ? 'On' : 'Off'}
              />
              <Text size="sm" my="sm">
                {enabled
                  ? 'You sign in with your password and a code from your authenticator app.'
                  : 'Adds a code from an authenticator app to your password. Required for operators.'}
              </Text>
              {enabled ? <TurnOff /> : <TurnOn />}
            </>
          )}
        </Loaded>
      </Panel>
      <SessionsPanel />
    </Page>
  )
}

/** Reads the setting with the session's cookie. If the session has ended, the app asks the user to sign in again. */
async function readMfa(signal: AbortSignal) {
  try {
    return await send(getMfa, {}, { signal })
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) await session.renew()
    throw error
  }
}
