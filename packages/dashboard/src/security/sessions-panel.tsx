import { Badge, Button, Group, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { endSession, listSessions, signOutEverywhere, type UserSession } from '@messaging/contract/dashboard/profile.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { readList } from '../api/read.ts'
import { session } from '../api/session.ts'
import { useAction } from '../api/use-action.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Panel } from '../ui/panel.tsx'
import { tell } from '../ui/tell.ts'
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

/** The sessions of the user. */
export function SessionsPanel() {
  const query = useQuery(readList(listSessions, {}))
  const [ended, setEnded] = useState<UserSession>()
  const [isEverywhere, everywhere] = useDisclosure()
  const actions: Column<UserSession> = {
    title: 'Actions',
    align: 'end',
    unlabelled: true,
    render: (each) =>
      !each.isCurrent && (
        <Button
          size="compact-xs"
          variant="default"
          onClick={() => setEnded(each)}
          aria-label={`Sign out ${deviceName(each.userAgent)}`}
        >
          Sign out
        </Button>
      ),
  }
  return (
    <Panel
      title="Where you are signed in"
      actions={
        <Button size="xs" variant="default" onClick={everywhere.open}>
          Sign out everywhere
        </Button>
      }
    >
      <Loaded query={query}>
        {(sessions) => (
          <DataTable
            label="Where you are signed in"
            columns={[...COLUMNS, actions]}
            rows={sessions}
            rowKey={({ id }) => id}
          />
        )}
      </Loaded>
      <EndDialog ended={ended} onClose={() => setEnded(undefined)} />
      <EverywhereDialog opened={isEverywhere} onClose={everywhere.close} />
    </Panel>
  )
}

function EndDialog({ ended, onClose }: { readonly ended: UserSession | undefined; readonly onClose: () => void }) {
  const ending = useAction(endSession, {
    onDone: () => {
      onClose()
      tell('Session ended')
    },
  })
  return (
    <ConfirmDialog
      opened={ended !== undefined}
      onClose={onClose}
      title={`Sign out ${deviceName(ended?.userAgent ?? '')}?`}
      confirm="Sign out"
      onConfirm={() => ended && ending.mutate({ params: { id: ended.id } })}
      isPending={ending.isPending}
      error={ending.error}
    >
      <Text size="sm">Its access ends within 15 seconds.</Text>
    </ConfirmDialog>
  )
}

function EverywhereDialog({ opened, onClose }: { readonly opened: boolean; readonly onClose: () => void }) {
  const leaving = useAction(signOutEverywhere, { onDone: () => session.signedOut() })
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title="Sign out everywhere?"
      confirm="Sign out everywhere"
      danger
      onConfirm={() => leaving.mutate({ body: {} })}
      isPending={leaving.isPending}
      error={leaving.error}
    >
      <Text size="sm">All your sessions end within 15 seconds, including this one. API keys keep working.</Text>
    </ConfirmDialog>
  )
}
