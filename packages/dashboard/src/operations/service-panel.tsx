import { Group, Stack } from '@mantine/core'
import { listAlarms, listQueues } from '@replywright/contract/dashboard/operations.ts'
import { IconBell, IconCircleCheck, IconMailOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { readList } from '../api/call.ts'
import { pollEvery } from '../api/query-client.ts'
import { Loaded, Panel, RowsSkeleton } from '../ui/page.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { queueTitle } from './queue-words.ts'
import { totalMessages } from './queues.ts'

const POLL_MS = 30_000
const SKELETON = <RowsSkeleton rows={1} height={24} />

/** The operators' overview of firing alarms and dead letters. */
export function ServicePanel() {
  const alarms = useQuery({ ...readList(listAlarms, {}), refetchInterval: pollEvery(POLL_MS) })
  const queues = useQuery({ ...readList(listQueues, {}), refetchInterval: pollEvery(POLL_MS) })
  return (
    <Panel title="System health">
      <Loaded query={alarms} skeleton={SKELETON}>
        {(all) => (
          <Loaded query={queues} skeleton={SKELETON}>
            {(found) => {
              const firing = all.filter(({ state }) => state === 'alarm')
              const dead = found.filter((queue) => queue.kind === 'dead-letter' && totalMessages(queue) > 0)
              if (firing.length + dead.length === 0)
                return <StatusBadge tone="good" icon={IconCircleCheck} label="No alarms or dead letters" />
              return (
                <Stack component="ul" gap={8} fz="sm">
                  {firing.length > 0 && (
                    <Group component="li" gap="0.25rem 0.75rem">
                      <StatusBadge tone="bad" icon={IconBell} label="In alarm" />
                      <Link to="/operations/alarms" search={{ state: 'alarm' }}>
                        {firing.length === 1 ? 'One alarm' : `${firing.length} alarms`}
                      </Link>
                    </Group>
                  )}
                  {dead.map((queue) => (
                    <Group component="li" key={queue.name} gap="0.25rem 0.75rem">
                      <StatusBadge tone="bad" icon={IconMailOff} label="Dead letters" />
                      <Link to="/operations/queues/$queue" params={{ queue: queue.name }}>
                        {totalMessages(queue).toLocaleString('en')} in {queueTitle(queue.name)}
                      </Link>
                    </Group>
                  ))}
                </Stack>
              )
            }}
          </Loaded>
        )}
      </Loaded>
    </Panel>
  )
}
