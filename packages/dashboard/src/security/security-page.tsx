import { Text } from '@mantine/core'
import { getMfa } from '@messaging/contract/dashboard/mfa.ts'
import { IconCircleCheck, IconCircleOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { send } from '../api/send.ts'
import { Loaded } from '../ui/loaded.tsx'
import { Page } from '../ui/page.tsx'
import { Panel } from '../ui/panel.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { TurnOff } from './turn-off.tsx'
import { TurnOn } from './turn-on.tsx'

export function SecurityPage() {
  const query = useQuery({ queryKey: [getMfa.path], queryFn: ({ signal }) => send(getMfa, {}, { signal }) })
  return (
    <Page title="Security" description="Sign-in settings for your account in all organisations.">
      <Panel title="Two-factor authentication">
        <Loaded query={query}>
          {({ enabled }) => (
            <>
              <StatusBadge tone={enabled ? 'good' : 'neutral'} icon={enabled ? IconCircleCheck : IconCircleOff}>
                {enabled ? 'On' : 'Off'}
              </StatusBadge>
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
    </Page>
  )
}
