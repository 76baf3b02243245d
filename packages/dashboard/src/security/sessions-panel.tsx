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
import { words } from './words.ts'

const text = words.sessions

const COLUMNS: readonly Column<UserSession>[] = [
  {
    title: text.device,
    unlabelled: true,
    render: ({ userAgent, isCurrent }) => (
      <Group gap="xs">
        {deviceName(userAgent)}
        {isCurrent && (
          <Badge size="sm" variant="default">
            {text.thisDevice}
          </Badge>
        )}
      </Group>
    ),
  },
  { title: text.started, render: ({ startedAt }) => <When at={startedAt} /> },
  { title: text.used, render: ({ lastUsedAt }) => <When at={lastUsedAt} /> },
  { title: text.address, render: ({ sourceIp }) => sourceIp },
]

/** The sessions of the user. */
export function SessionsPanel() {
  const query = useQuery(readList(listSessions, {}))
  const [ended, setEnded] = useState<UserSession>()
  const [isEverywhere, everywhere] = useDisclosure()
  const actions: Column<UserSession> = {
    title: text.actions,
    align: 'end',
    unlabelled: true,
    render: (each) =>
      !each.isCurrent && (
        <Button
          size="compact-xs"
          variant="default"
          onClick={() => setEnded(each)}
          aria-label={text.endLabel(deviceName(each.userAgent))}
        >
          {text.end}
        </Button>
      ),
  }
  return (
    <Panel
      title={text.title}
      actions={
        <Button size="xs" variant="default" onClick={everywhere.open}>
          {text.everywhere}
        </Button>
      }
    >
      <Loaded query={query}>
        {(sessions) => (
          <DataTable label={text.title} columns={[...COLUMNS, actions]} rows={sessions} rowKey={({ id }) => id} />
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
      tell(text.ended)
    },
  })
  return (
    <ConfirmDialog
      opened={ended !== undefined}
      onClose={onClose}
      title={text.endTitle(deviceName(ended?.userAgent ?? ''))}
      confirm={text.end}
      onConfirm={() => ended && ending.mutate({ params: { id: ended.id } })}
      isPending={ending.isPending}
      error={ending.error}
    >
      <Text size="sm">{text.endText}</Text>
    </ConfirmDialog>
  )
}

function EverywhereDialog({ opened, onClose }: { readonly opened: boolean; readonly onClose: () => void }) {
  const leaving = useAction(signOutEverywhere, { onDone: () => session.signedOut() })
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={text.everywhereTitle}
      confirm={text.everywhere}
      danger
      onConfirm={() => leaving.mutate({ body: {} })}
      isPending={leaving.isPending}
      error={leaving.error}
    >
      <Text size="sm">{text.everywhereText}</Text>
    </ConfirmDialog>
  )
}
