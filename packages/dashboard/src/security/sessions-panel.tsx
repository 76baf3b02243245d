import { Badge, Group } from '@mantine/core'
import { endSession, listSessions, signOutEverywhere, type UserSession } from '@messaging/contract/dashboard/profile.ts'
import { useQuery } from '@tanstack/react-query'
import { readList } from '../api/read.ts'
import { session } from '../api/session.ts'
import { ActionButton } from '../ui/action-dialog.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Panel } from '../ui/panel.tsx'
import { When } from '../ui/when.tsx'
import { deviceName } from './device-name.ts'

const COLUMNS: readonly Column<UserSession>[] = [
  {
    title: 'Device',
    unlabelled: true,
    render: ({ userAgent, isCurrent }) => (
      <Group gap="xs">
        {deviceName(userAgent)}
        {isCurrent && (
          <Badge size="sm" variant="default">
            This device
          </Badge>
        )}
      </Group>
    ),
  },
  { title: 'Signed in', render: ({ startedAt }) => <When at={startedAt} /> },
  { title: 'Last used', render: ({ lastUsedAt }) => <When at={lastUsedAt} /> },
  { title: 'IP address', render: ({ sourceIp }) => sourceIp },
]

const ACTIONS: Column<UserSession> = {
  title: 'Actions',
  align: 'end',
  unlabelled: true,
  render: ({ id, userAgent, isCurrent }) =>
    !isCurrent && (
      <ActionButton
        button={{ label: 'Sign out', 'aria-label': `Sign out ${deviceName(userAgent)}`, size: 'compact-xs' }}
        endpoint={endSession}
        input={{ params: { id } }}
        title={`Sign out ${deviceName(userAgent)}?`}
        confirm="Sign out"
        done="Session ended"
      >
        Its access ends within 15 seconds.
      </ActionButton>
    ),
}

/** The sessions of the user. */
export function SessionsPanel() {
  return (
    <Panel
      title="Where you are signed in"
      actions={
        <ActionButton
          button={{ label: 'Sign out everywhere', size: 'xs' }}
          endpoint={signOutEverywhere}
          input={{ body: {} }}
          title="Sign out everywhere?"
          confirm="Sign out everywhere"
          danger
          onDone={() => session.signedOut()}
        >
          All your sessions end within 15 seconds, including this one. API keys keep working.
        </ActionButton>
      }
    >
      <Loaded query={useQuery(readList(listSessions, {}))}>
        {(sessions) => (
          <DataTable
            label="Where you are signed in"
            columns={[...COLUMNS, ACTIONS]}
            rows={sessions}
            rowKey={({ id }) => id}
          />
        )}
      </Loaded>
    </Panel>
  )
}
