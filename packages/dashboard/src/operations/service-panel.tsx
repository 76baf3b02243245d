import { listAlarms, listQueues } from '@messaging/contract/dashboard/operations.ts'
import { IconBell, IconCircleCheck, IconMailOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { readList } from '../api/read.ts'
import { Loaded } from '../ui/loaded.tsx'
import { Panel } from '../ui/panel.tsx'
import { RowsSkeleton } from '../ui/rows-skeleton.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { totalMessages } from './queue-counts.ts'
import { queueTitle } from './queue-words.ts'
import classes from './service-panel.module.css'

const POLL_MS = 30_000
const SKELETON = <RowsSkeleton rows={1} height={24} />

/** The operators' overview of firing alarms and dead letters. */
export function ServicePanel() {
  const alarms = useQuery({ ...readList(listAlarms, {}), refetchInterval: POLL_MS })
  const queues = useQuery({ ...readList(listQueues, {}), refetchInterval: POLL_MS })
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
                <ul className={classes.list}>
                  {firing.length > 0 && (
                    <li>
                      <StatusBadge tone="bad" icon={IconBell} label="In alarm" />
                      <Link to="/operations/alarms" search={{ state: 'alarm' }}>
                        {firing.length === 1 ? 'One alarm' : `${firing.length} alarms`}
                      </Link>
                    </li>
                  )}
                  {dead.map((queue) => (
                    <li key={queue.name}>
                      <StatusBadge tone="bad" icon={IconMailOff} label="Dead letters" />
                      <Link to="/operations/queues/$queue" params={{ queue: queue.name }}>
                        {totalMessages(queue)} in {queueTitle(queue.name)}
                      </Link>
                    </li>
                  ))}
                </ul>
              )
            }}
          </Loaded>
        )}
      </Loaded>
    </Panel>
  )
}
